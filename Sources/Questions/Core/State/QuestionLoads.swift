import Foundation
import Model
import PaneKit
import Signals

/// What the presented question requests: its text with its answers, and its comments.
///
/// - It is requested automatically once, unless it was loaded within the last minute: when it is opened, or after it has been
///   selected for a moment (``TabContext/mayAsk(for:presentedAs:)``).
/// - All else is asked by the model (``PresentedQuestion``), which is told of each load.
final class QuestionLoads: Sendable {
  private let text: PresentedQuestion.TextLoad
  private let comments: CommentsLoad
  private let presentation: MutableProperty<QuestionList.Presentation>
  private let asks: Signal<QuestionTextAsk, Never>.Observer
  private let commentAsks: Signal<CommentsAsk, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - held: The question as it was loaded before.
  ///   - isOnScreen: Whether its tab is on the screen. While it is not, there are no automatic requests.
  ///   - cancelled: Cancels the current request.
  ///   - listAnswer: Sends the next answer of the list.
  ///   - report: Is told of each load.
  init(
    _ presented: QuestionList.Presented, held: LoadedQuestion?, in context: TabContext,
    while isOnScreen: Property<Bool>, cancelled: Signal<Void, Never>,
    listAnswer: SignalProducer<QuestionRows, ServiceError>,
    report: @escaping @Sendable (PresentedQuestion.Step) -> Void
  ) {
    let (question, scheduler) = (presented.question, context.scheduler)
    let source = question.key.provenance
    presentation = MutableProperty(presented.presentation)
    let (asks, ask) = Signal<QuestionTextAsk, Never>.pipe()
    let (commentAsks, askForComments) = Signal<CommentsAsk, Never>.pipe()
    (self.asks, self.commentAsks) = (ask, askForComments)
    // Read once, for the text and for the comments.
    let stored = held == nil ? context.cache?.detail(of: question.key) : nil
    let cached = (stored ?? .empty).skipNil().replayLazily(upTo: 1)
    let isFresh = held?.isFresh(at: scheduler.currentDate) ?? false
    let mayAsk = context.mayAsk(for: question, presentedAs: Property(capturing: presentation).skipRepeats()).and(
      isOnScreen)
    text = PresentedQuestion.TextLoad(
      asks: asks, repeating: .once(.question), while: mayAsk.map { $0 && !isFresh }, cancelled: cancelled,
      stored: cached.map { .init(value: LoadedQuestion($0), at: $0.fetched) }, on: scheduler
    ) { ask, known in
      let detail = context.detail(of: question.key, known: known ?? held, cached: cached)
      return ask == .question ? detail : listAnswer.flatMap(.concat) { _ in detail }
    }
    comments = CommentsLoad(
      asks: commentAsks, of: question.key, holding: held?.comments ?? LoadedComments(), cached: cached,
      after: text.state.producer.filter { $0.asking == nil }.take(first: 1)
        .map { PresentedQuestion.known($0, held: held, from: source)?.detail },
      cancelled: cancelled, in: context)

    // The text may be on its way already.
    if text.state.value.asking != nil || text.state.value.value != nil { report(.text(text.state.value)) }
    lifetime += text.state.signal.observeValues { report(.text($0)) }
    lifetime += comments.state.signal.observeValues {
      report(.comments($0.value?.content, isLoading: $0.asking != nil))
    }
    lifetime += Signal.merge(
      text.events.compactMap(\.value).map { AnswerSource($0.detail) },
      comments.events.compactMap(\.value).map { AnswerSource(provenance: source, quota: $0.quota) }
    )
    .observeValues { context.status.note($0) }
  }

  func present(as other: QuestionList.Presentation) { presentation.value = other }

  func ask(_ ask: QuestionTextAsk) { asks.send(value: ask) }

  /// Requests the text again, unless it is being requested already: opening a question may have done so.
  func renew() { if text.state.value.asking == nil { ask(.question) } }

  func askForComments() { commentAsks.send(value: .all) }
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
}
