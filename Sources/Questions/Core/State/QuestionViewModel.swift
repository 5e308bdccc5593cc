import Foundation
import Model
import PaneKit
import Signals

/// The presented question, above its list or beside it: its text, its answers and its comments.
///
/// ```
/// actions, its presentation ──▶ ┌───────┐ ──▶ state
/// the text's load ────────────▶ │ model │ ──▶ effects: ask for the text, for the comments; store what is known
/// the comments' load ─────────▶ └───────┘
/// ```
/// - It is requested automatically once, unless it was loaded within the last minute: when it is opened, or after it has been
///   selected for a moment (``TabContext/mayAsk(for:presentedAs:)``).
/// - A refresh requests the open question again, and its comments if they are shown. Beside the list it requests only a
///   question whose last request failed.
/// - Opening a question requests it again if the last request failed, or is a minute old.
final class QuestionViewModel: Sendable {
  enum Action: Sendable, Hashable {
    /// Reloads the question.
    case refresh
    /// Reloads the question after the next answer of its list.
    case refreshAfterList
    /// Shows or hides the comments.
    case toggleComments
  }

  let state: Property<ReadingState>

  private let actions: Input<Action>
  private let text: PresentedQuestion.TextLoad
  private let comments: CommentsLoad
  private let presentation: Property<QuestionList.Presentation>
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - presentation: How it is presented.
  ///   - isOnScreen: Whether its tab is on the screen. While it is not, there are no automatic requests.
  ///   - cancelled: Cancels the current request.
  ///   - listAnswer: Sends the next answer of the list.
  init(
    _ question: ListedQuestion, presentedAs presentation: Property<QuestionList.Presentation>, in context: TabContext,
    while isOnScreen: Property<Bool>, cancelled: Signal<Void, Never>,
    listAnswer: SignalProducer<QuestionRows, ServiceError>
  ) {
    let (scheduler, source) = (context.scheduler, question.key.provenance)
    let actions = Input<Action>(on: scheduler)
    (self.actions, self.presentation) = (actions, presentation)
    let (asks, ask) = Signal<QuestionTextAsk, Never>.pipe()
    let (commentAsks, askForComments) = Signal<CommentsAsk, Never>.pipe()
    let held = context.recent.question(question.key)
    // Read once, for the text and for the comments.
    let stored = held == nil ? context.cache?.detail(of: question.key) : nil
    let cached = (stored ?? .empty).skipNil().replayLazily(upTo: 1)
    let isFresh = held?.isFresh(at: scheduler.currentDate) ?? false
    let mayAsk = context.mayAsk(for: question, presentedAs: presentation).and(isOnScreen)
    let text = PresentedQuestion.TextLoad(
      asks: asks, repeating: .once(.question), while: mayAsk.map { $0 && !isFresh }, cancelled: cancelled,
      stored: cached.map { .init(value: LoadedQuestion($0), at: $0.fetched) }, on: scheduler
    ) { ask, known in
      let detail = context.detail(of: question.key, known: known ?? held, cached: cached)
      return ask == .question ? detail : listAnswer.flatMap(.concat) { _ in detail }
    }
    let comments = CommentsLoad(
      asks: commentAsks, of: question.key, holding: held?.comments ?? LoadedComments(), cached: cached,
      after: text.state.producer.filter { $0.asking == nil }.take(first: 1)
        .map { PresentedQuestion.known($0, held: held, from: source)?.detail },
      cancelled: cancelled, in: context)
    (self.text, self.comments) = (text, comments)

    var first = PresentedQuestion(
      question, held: held, presentation: presentation.value, showsComments: context.showsComments.value)
    _ = first.take(.text(text.state.value))
    let steps = Signal<PresentedQuestion.Step, Never>.merge(
      actions.signal.map { .action($0) },
      presentation.signal.map { .presentation($0, at: scheduler.currentDate) },
      text.state.signal.map { .text($0) },
      comments.state.signal.map { .comments($0.value?.content, isLoading: $0.asking != nil) }
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.take(step)
      return (state: model.state, effects: effects)
    }
    state = Property(initial: first.state, then: steps.map(\.state)).skipRepeats()

    lifetime += steps.map(\.effects).flatten().observeValues { effect in
      switch effect {
      case .ask(let what): ask.send(value: what)
      case .askForComments: askForComments.send(value: .all)
      case .remember(let loaded): context.remember(loaded, site: question.key.site)
      case .toggledComments(let reading):
        context.showsComments.value = reading.comments.isShown
        if let notice = reading.noticeOfCost(with: context.status.quota.value) { context.notice.send(value: notice) }
      }
    }
    lifetime += Signal.merge(
      text.events.compactMap(\.value).map { AnswerSource($0.detail) },
      comments.events.compactMap(\.value).map { AnswerSource(provenance: source, quota: $0.quota) }
    )
    .observeValues { context.status.take($0) }
  }

  /// Does what a person asks for, which is done when this returns.
  func send(_ action: Action) { actions.send(action) }
}

extension TabContext {
  /// Requests a question and its answers. If only the answers fail, the known ones stay: those loaded, or else the cached ones,
  /// which may come later.
  fileprivate func detail(
    of question: QuestionKey, known: LoadedQuestion?, cached: SignalProducer<CachedDetail, Never>
  ) -> SignalProducer<LoadedQuestion, ServiceError> {
    service.detail(of: question.id, site: question.site)
      .map { [scheduler] in LoadedQuestion(detail: $0, at: scheduler.currentDate) }
      .flatMap(.concat) { answer -> SignalProducer<LoadedQuestion, ServiceError> in
        guard !answer.detail.hasAllAnswers else { return SignalProducer(value: answer) }
        let past = known.map { SignalProducer(value: $0) } ?? cached.map { LoadedQuestion($0) }
        return past.map { answer.keepingAnswers(of: $0) }.concat(SignalProducer(value: answer)).take(first: 1)
          .promoteError(ServiceError.self)
      }
  }

  /// Stores a loaded question for all tabs and for later runs. The demonstration's data is not cached.
  fileprivate func remember(_ question: LoadedQuestion, site: String) {
    recent.take(question, site: site)
    if question.detail.provenance.server != nil { cache?.keep(question.cached, site: site) }
  }
}
