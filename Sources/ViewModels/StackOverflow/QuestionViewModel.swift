import Foundation
import Model
import Signals

/// The presented question, above its list or beside it: its text, its answers and its comments.
///
/// ```
/// refresh, opened again, first time ──▶ load ──┬─────────────▶ ┐
/// the cached question ────────────────▶ ┘      └──▶ comments ──▶ state
/// ```
/// - It is requested automatically once, unless it was loaded within the last minute: when it is opened, or after it has been
///   selected for a moment (``TabContext/mayAsk(for:presentedAs:)``).
/// - A refresh requests the open question again, and its comments if they are shown. Beside the list it requests only a
///   question whose last request failed.
/// - Opening a question requests it again if the last request failed, or is a minute old.
final class QuestionViewModel: Sendable {
  let state: Property<ReadingState>
  /// Sends the loaded question, for the next time that it is opened.
  let loaded: Signal<LoadedQuestion, Never>
  /// Sends the source of each answer, and its quota.
  let answers: Signal<AnswerSource, Never>
  /// Requests that the list be reloaded.
  let listRefreshes: Signal<Void, Never>
  /// Sends the question after a person has shown or hidden its comments.
  let commentToggles: Signal<ReadingState, Never>

  private let load: Load<Ask, LoadedQuestion>
  private let comments: CommentsViewModel
  private let presentation: Property<QuestionList.Presentation>
  private let (lifetime, token) = Lifetime.make()

  private enum Ask: Sendable {
    case question
    /// The list first: it finds out whether the live service can be reached, which does not know the demonstration's
    /// questions. If it can, this question is closed.
    case listAndQuestion
  }

  /// - Parameters:
  ///   - presentation: How it is presented.
  ///   - isOnScreen: Whether its tab is on the screen. While it is not, there are no automatic requests.
  ///   - refresh: Sends when a person refreshes the tab.
  ///   - toggleComments: Sends when a person shows or hides the comments of the open question.
  ///   - cancelled: Cancels the current request.
  ///   - listEvents: The events of the list's requests.
  init(
    _ question: ListedQuestion, presentedAs presentation: Property<QuestionList.Presentation>, in context: TabContext,
    while isOnScreen: Property<Bool>, refresh: Signal<Void, Never>, toggleComments: Signal<Void, Never>,
    cancelled: Signal<Void, Never>, listEvents: Signal<Signal<QuestionRows, ServiceError>.Event, Never>
  ) {
    let (service, scheduler) = (context.service, context.scheduler)
    self.presentation = presentation
    let (id, provenance, site) = (question.key.id, question.key.provenance, question.key.site)
    let held = context.recent.question(question.key)
    let refreshes = refresh.filter { presentation.value != .preview }
    let toggles = toggleComments.filter { presentation.value != .preview }
    let (renewals, renew) = Signal<Void, Never>.pipe()
    let (listRefreshes, refreshList) = Signal<Void, Never>.pipe()
    self.listRefreshes = listRefreshes
    let list = SignalProducer<QuestionRows, ServiceError> { observer, lifetime in
      lifetime += listEvents.take(first: 1).dematerialize().observe(observer)
      refreshList.send(value: ())
    }
    // Read once, for the text and for the comments.
    let stored = held == nil ? context.cache?.detail(of: question.key) : nil
    let cached = (stored ?? .empty).skipNil().replayLazily(upTo: 1)
    // If the answers fail, the known ones stay: those loaded, or else the cached ones, which may come later.
    let detail = { @Sendable (known: LoadedQuestion?) -> SignalProducer<LoadedQuestion, ServiceError> in
      service.detail(of: id, site: site)
        .map { LoadedQuestion(detail: $0, at: scheduler.currentDate) }
        .flatMap(.concat) { answer -> SignalProducer<LoadedQuestion, ServiceError> in
          guard !answer.detail.hasAllAnswers else { return SignalProducer(value: answer) }
          let past = known.map { SignalProducer(value: $0) } ?? cached.map { LoadedQuestion($0) }
          return past.map { answer.keepingAnswers(of: $0) }.concat(SignalProducer(value: answer)).take(first: 1)
            .promoteError(ServiceError.self)
        }
    }
    let isFresh = held?.isFresh(at: scheduler.currentDate) ?? false
    let mayAsk = context.mayAsk(for: question, presentedAs: presentation).and(isOnScreen)
    load = Load(
      asks: .merge(
        refreshes.map { provenance == .demonstration ? .listAndQuestion : .question }, renewals.map { .question }),
      repeating: .once(.question), while: mayAsk.map { $0 && !isFresh }, cancelled: cancelled,
      stored: cached.map { Load.Stored(value: LoadedQuestion($0), at: $0.fetched) }, on: scheduler
    ) { ask, known in
      switch ask {
      case .question: detail(known ?? held)
      case .listAndQuestion: list.flatMap(.concat) { _ in detail(known ?? held) }
      }
    }
    let text = load.state.map { load in
      // An answer from another source concerns another question with that number.
      let known = (load.value ?? held).flatMap { $0.detail.provenance == provenance ? $0 : nil }
      return ReadingState(
        question: question.question, detail: known?.detail,
        load: load.asking == nil
          ? known.map { .loaded(at: $0.at) } ?? .idle : known == nil ? .loading : .reloading,
        loadedAt: known?.at, isFromThePast: known != nil && known == load.value && !load.isAnswered,
        trouble: load.trouble)
    }
    .skipRepeats()
    comments = CommentsViewModel(
      on: text, holding: held?.comments ?? LoadedComments(), isWanted: context.showsComments.value, stored: cached,
      toggles: toggles, refresh: refreshes, cancelled: cancelled, on: scheduler
    ) { service.comments(on: $0, site: site) }
    state = text.combineLatest(with: comments.state)
      .map { text, comments in
        var reading = text
        reading.comments = comments
        return reading
      }
      .skipRepeats()
    // Everything known of the question, once some of it was answered.
    loaded = state.signal.compactMap(LoadedQuestion.init).skipRepeats()
    answers = .merge(
      load.events.compactMap(\.value).map { AnswerSource($0.detail) },
      comments.quotas.map { AnswerSource(provenance: provenance, quota: $0) })
    // The comments have processed the toggle by then.
    commentToggles = toggles.map { [state] in state.value }

    // Renewals depend on the result of the load: see Feedback in the documentation of Signals.
    lifetime += Signal.merge(
      presentation.signal.combinePrevious(presentation.value).filter { $0 == .preview && $1 == .opened }
        .filter { _ in text.value.isOutdated(at: scheduler.currentDate) }.map(value: ()),
      refresh.filter { presentation.value == .preview && text.value.isInTrouble }
    )
    .observe(renew)
  }
}
