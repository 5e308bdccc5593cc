import Foundation
import Model
import Signals

/// The comments of an open question, which are requested when a person wants to see them, and never automatically.
///
/// ```
/// toggles, refreshes while shown ──┐
/// load ────────────────────────────┴─▶ model ──▶ state
///  ▲                                     │
///  └───────────── asks ──────────────────┘
/// ```
/// A request waits for the end of the question's own, so that it concerns the answers that are shown.
final class CommentsViewModel: Sendable {
  let state: Property<CommentsState>
  /// What each answer says about the day's requests.
  let quotas: Signal<Quota, Never>

  private enum Ask: Sendable { case all }
  private typealias Comments = Load<Ask, Answered>

  /// The known comments after an answer, and the answer's quota.
  fileprivate struct Answered: Sendable {
    var content: LoadedComments
    var quota = Quota()
  }

  private let load: Comments
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - question: The question as it is shown.
  ///   - held: The comments known so far.
  ///   - isWanted: Whether comments are shown at once if that takes no request.
  ///   - stored: The question with its comments from an earlier run.
  ///   - refresh: Reloads visible comments. The question's own request must have started by then.
  ///   - comments: Requests the comments on a question.
  init(
    on question: Property<ReadingState>, holding held: LoadedComments, isWanted: Bool,
    stored: SignalProducer<CachedDetail, Never>, toggles: Signal<Void, Never>, refresh: Signal<Void, Never>,
    cancelled: Signal<Void, Never>, on scheduler: any DateScheduler,
    comments: @escaping @Sendable (QuestionDetail) -> SignalProducer<QuestionComments, Never>
  ) {
    let (asks, ask) = Signal<Ask, Never>.pipe()
    load = Comments(
      asks: asks, repeating: .once(.all), while: Property(value: false), cancelled: cancelled,
      stored: stored.map { .init(value: Answered(content: LoadedComments($0.comments)), at: $0.fetched) },
      on: scheduler
    ) { _, known in
      question.producer.filter { !$0.load.isUnderWay }.take(first: 1).promoteError(ServiceError.self)
        .flatMap(.latest) { question -> SignalProducer<Answered, ServiceError> in
          // The reason why there is no text is shown already.
          guard let detail = question.detail else { return SignalProducer(error: .notFound("the question's text")) }
          let known = known?.content ?? held
          return comments(detail)
            .map { Answered($0, joining: known, on: detail, at: scheduler.currentDate) }
            .promoteError(ServiceError.self)
        }
    }
    quotas = load.events.compactMap(\.value).map(\.quota)

    // Whether they are shown, whether they are being loaded, and their content agree, so they come out of one scan.
    let first = CommentsModel(held, isWanted: isWanted)
    let steps = Signal<CommentsModel.Input, Never>.merge(
      load.state.signal.map { .load($0.value?.content, isLoading: $0.asking != nil) },
      toggles.map { .toggle(question.value) }, refresh.map { .refresh }
    )
    .scanMap(into: first) { model, input in
      let asks = model.take(input)
      return (state: model.state, asks: asks)
    }
    state = Property(initial: first.state, then: steps.map(\.state)).skipRepeats()
    lifetime += steps.filter(\.asks).map(value: .all).observe(ask)
  }
}

extension CommentsViewModel.Answered {
  init(_ answer: QuestionComments, joining known: LoadedComments, on detail: QuestionDetail, at date: Date) {
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
  mutating func take(_ input: Input) -> Bool {
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
