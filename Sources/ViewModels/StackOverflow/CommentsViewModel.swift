import Foundation
import Model
import Signals

/// The comments of an open question, which are asked for when a person wants to see them, and never by themselves.
///
/// ```
/// toggles, refreshes while shown ──┐
/// load ────────────────────────────┴─▶ model ──▶ state
///  ▲                                     │
///  └───────────── asks ──────────────────┘
/// ```
/// A request waits until the question's own is over, so that it is about the answers that are shown.
final class CommentsViewModel: Sendable {
  let state: Property<CommentsState>
  /// What is left of the day's requests, answer by answer.
  let quotas: Signal<Quota, Never>

  private enum Ask: Sendable { case all }
  private typealias Comments = Load<Ask, Answered>

  /// What is known of comments after an answer, and what the answer said of the quota.
  fileprivate struct Answered: Sendable {
    var content: LoadedComments
    var quota = Quota()
  }

  private let load: Comments
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - question: The question as it is shown.
  ///   - held: What is known already.
  ///   - isWanted: Comments are shown at once where that costs no request.
  ///   - stored: What was known when the program ran before.
  ///   - refresh: Asks again what is shown. The question's own request must have taken it by then.
  ///   - comments: Asks for the comments on a question.
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
          // Why there is no text is told already.
          guard let detail = question.detail else { return SignalProducer(error: .notFound("the question's text")) }
          let known = known?.content ?? held
          return comments(detail)
            .map { Answered($0, joining: known, on: detail, at: scheduler.currentDate) }
            .promoteError(ServiceError.self)
        }
    }
    quotas = load.events.compactMap(\.value).map(\.quota)

    // Shown, loading and known agree, so they come out of one scan.
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
    // Both are asked at the same time: what is left is the lesser.
    quota = Quota(
      remaining: answers.compactMap(\.quotaRemaining).min(), max: answers.compactMap(\.quotaMax).last)
  }
}

/// Whether comments are shown, and whether they have to be asked for, as a pure value.
struct CommentsModel: Sendable {
  enum Input: Sendable {
    case toggle(ReadingState)
    case refresh
    case load(LoadedComments?, isLoading: Bool)
  }

  private var content: LoadedComments
  private var isLoading = false
  private let isWanted: Bool
  /// What a person wants of this question's; `nil` until they have said it.
  private var choice: Bool?

  init(_ held: LoadedComments, isWanted: Bool) {
    content = held
    self.isWanted = isWanted
  }

  private var isShown: Bool { choice ?? (isWanted && !content.isEmpty) }

  var state: CommentsState { CommentsState(isShown: isShown, isLoading: isLoading, content: content) }

  /// - Returns: whether they have to be asked for.
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
