import Foundation
import Model
import PaneKit
import Signals
import Text

/// The load of the comments on a question, which are requested when a person wants to see them, and never automatically.
typealias CommentsLoad = Load<CommentsAsk, AnsweredComments>

/// A request for comments.
enum CommentsAsk: Sendable {
  /// Those on the question and on all its answers.
  case all
}

/// The known comments after an answer, and the answer's quota.
struct AnsweredComments: Sendable {
  var content: LoadedComments
  var quota = Quota()
}

extension CommentsLoad {
  /// - Parameters:
  ///   - held: The comments known so far.
  ///   - cached: The question with its comments from an earlier run.
  ///   - text: Sends the question's text once it is not being requested, so that comments concern the answers that are shown;
  ///     `nil` if there is none.
  convenience init(
    asks: Signal<CommentsAsk, Never>, of question: QuestionKey, holding held: LoadedComments,
    cached: SignalProducer<CachedDetail, Never>, after text: SignalProducer<QuestionDetail?, Never>,
    cancelled: Signal<Void, Never>, in context: TabContext
  ) {
    let (service, scheduler) = (context.service, context.scheduler)
    self.init(
      asks: asks, repeating: .once(.all), while: Property(value: false), cancelled: cancelled,
      stored: cached.map { .init(value: AnsweredComments(content: LoadedComments($0.comments)), at: $0.fetched) },
      on: scheduler
    ) { _, known in
      text.promoteError(ServiceError.self).flatMap(.latest) {
        detail -> SignalProducer<AnsweredComments, ServiceError> in
        // The reason why there is no text is shown already.
        guard let detail else { return SignalProducer(error: .notFound("the question's text")) }
        return service.comments(on: detail, site: question.site)
          .map { AnsweredComments($0, joining: known?.content ?? held, on: detail, at: scheduler.currentDate) }
          .promoteError(ServiceError.self)
      }
    }
  }
}

extension AnsweredComments {
  fileprivate init(_ answer: QuestionComments, joining known: LoadedComments, on detail: QuestionDetail, at date: Date)
  {
    content = known.joined(with: answer, on: detail, at: date)
    let answers = [answer.ofQuestion, answer.ofAnswers].compactMap { try? $0.get() }
    // Both are requested at the same time, so the lesser number is left.
    quota = Quota(
      remaining: answers.compactMap(\.quotaRemaining).min(), max: answers.compactMap(\.quotaMax).last)
  }
}

/// Whether comments are shown, and whether they must be requested, as a pure value.
struct CommentsModel: Sendable {
  enum Input: Sendable {
    case toggle(ReadingState)
    case refresh
    case load(LoadedComments?, isLoading: Bool)
  }

  private var content: LoadedComments
  private var isLoading = false
  private let isWanted: Bool
  /// A person's choice for this question; `nil` before there is one.
  private var choice: Bool?

  init(_ held: LoadedComments, isWanted: Bool) {
    content = held
    self.isWanted = isWanted
  }

  private var isShown: Bool { choice ?? (isWanted && !content.isEmpty) }

  var state: CommentsState { CommentsState(isShown: isShown, isLoading: isLoading, content: content) }

  /// - Returns: whether the comments must be requested.
  mutating func reduce(_ input: Input) -> Bool {
    switch input {
    case .toggle(let question):
      choice = !isShown
      return ask(if: isShown && !isLoading && isMissing(in: question))
    case .refresh: return ask(if: isShown)
    case .load(let content, let isLoading):
      self.content = content ?? self.content
      self.isLoading = isLoading
      return false
    }
  }

  private mutating func ask(if isNeeded: Bool) -> Bool {
    isLoading = isLoading || isNeeded
    return isNeeded
  }

  private func isMissing(in question: ReadingState) -> Bool {
    guard !question.load.isUnderWay, let date = question.loadedAt else { return true }
    return content.isBehind(date)
  }
}
