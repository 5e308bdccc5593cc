import Foundation
import Model
import Signals

/// The state of a tab: its list, and the question that is open above or beside it.
struct QuestionTabState: Sendable, Equatable {
  var list: QuestionListState
  /// The open question.
  var reading: ReadingState?
  /// The selected question, shown beside the list.
  var preview: ReadingState?
  /// The source of the rows; `nil` if there are none.
  var provenance: Provenance?
  /// The key of the open question.
  var openKey: QuestionKey?
  /// The place of the open question among those found; `nil` for one of the list.
  var found: FoundPlace?

  /// The question that is open, else the selected one, in its newest known version.
  var question: ListedQuestion? {
    if let reading, let openKey {
      return ListedQuestion(question: reading.detail?.question ?? reading.question, key: openKey)
    }
    guard let provenance, let row = list.selectedRow else { return nil }
    let question = list.questions[row]
    return ListedQuestion(question, from: provenance)
  }
}

/// A tab of the Stack Overflow pane: its list, its filter, and the open question.
///
/// ```
/// actions, selected, left, refresh ──▶ ┌──────┐ ──┬─────────────▶ state, news, read
/// the load of the rows ──────────────▶ │ list │   └──▶ question ──▶ ┘
///  ▲                                   └──────┘ ──▶ effects: ask, follow another order, refresh the question
///  └─────────────────────────────────────────────────┘
/// ```
/// - **Requests** its list when it is first on the screen, automatically at the settings' period and after a failure, when a
///   person refreshes, moves past the last row or chooses another order, and when its rows are from another server. A list
///   that a search found less than a minute ago is not requested again, and kept questions come from the store. Only a tab on
///   the screen makes automatic requests. For the requests of its question see ``QuestionViewModel``.
/// - **Remembers** selection, filter and open question while the tab exists. Lists and questions are stored in the cache,
///   loaded questions in ``TabContext/recent`` for any tab that opens them, the order in ``StackOverflowModel``, and whether
///   comments are shown in ``TabContext/showsComments``.
/// - **On a refresh** (`r`) the list is requested, or, if a question is open, that question and its visible comments; a
///   preview that failed is requested again. The demonstration's list is requested in any case, to find out whether the live
///   service is back.
public final class QuestionTabViewModel: Sendable {
  /// What a person can do in a tab.
  public enum Action: Sendable, Hashable {
    /// Moves the selection in the list.
    case move(Motion)
    /// Selects a question in the list.
    case select(QuestionIdentity)
    /// Selects a question in the list, which is shown instead of an open question.
    case goTo(QuestionIdentity)
    /// Opens the selected question.
    case open
    /// Opens a question of the list, or of its first rows as soon as they are there; nothing if it is not among them.
    case openListed(QuestionIdentity)
    /// Opens one of the questions found, by its index. Closing it goes back to what was shown.
    case openFound([FoundQuestion], at: Int)
    /// Opens the question a number of rows further on in the list, replacing the open one.
    case stepQuestion(Int)
    /// Closes the open question.
    case close
    /// Shows or hides the open question's comments.
    case toggleComments
    /// Focuses the list's filter, or the open question's search.
    case editFilter
    /// Edits the text of the focused field.
    case edit(TextEdit)
    /// Keeps the filter and goes to the list.
    case acceptFilter
    /// Clears the filter and goes to the list.
    case clearFilter
  }

  let state: Property<QuestionTabState>
  /// The number of questions in the latest answer that are not among the visible rows.
  let news: Property<Int>
  /// The rows of the list; `nil` if there are none.
  let listed: Property<UnreadQuestions.Rows?>
  /// The questions of the latest answer, which the list may not show yet.
  let loaded: Property<LoadedQuestions?>
  /// The open question, which counts as read.
  let read: Property<ReadQuestion?>

  private let inputs: Input<QuestionList.Step>
  private let load: QuestionLoad
  private let list: Property<QuestionList>
  private let question: Property<QuestionViewModel?>
  private let (lifetime, token) = Lifetime.make()

  /// - Parameter order: The order of the list that a person chose; `nil` if none.
  init(_ tab: QuestionTab, order: QuestionOrder?, in context: TabContext) {
    let (status, scheduler) = (context.status, context.scheduler)
    let inputs = Input<QuestionList.Step>(on: scheduler)
    self.inputs = inputs
    let first = QuestionList(tab.feed, order: order, hasRoom: context.hasRoom.value)
    let feed = MutableProperty(first.feed)
    let isOnScreen = MutableProperty(false)
    let onScreen = Property(capturing: isOnScreen)
    let isKept = tab.feed.selection == .kept

    // Requests: a refresh cancels the one before it, and a next page; the rows stay until the new ones come. Cached rows are
    // read when the tab is first on the screen, and are shown until the first answer, which is requested in any case.
    let (asks, ask) = Signal<QuestionAsk, Never>.pipe()
    let keptChanges = isKept ? context.memory.store?.keptChanges.observe(on: scheduler) : nil
    let (forgets, forget) = Signal<Void, Never>.pipe()
    let cancelled = Signal.merge(context.refreshesOfDemo.filter { !onScreen.value }, status.serverChanges)
    let load = QuestionLoad(
      asks: .merge(asks, keptChanges?.map { .first } ?? .never),
      repeating: .afterFailure(of: .first, .exponential(initial: 60, maximum: 900)), while: onScreen,
      cancelled: cancelled, forgotten: forgets, outdated: feed.signal.map(value: ()),
      stored: onScreen.producer.first(where: { $0 }).flatMap(.latest) { _ in
        context.stored(of: Property(capturing: feed))
      },
      every: isKept ? Property(value: nil) : context.refreshPeriod,
      checking: status.checkIsLow.ignoreValues(), on: scheduler
    ) { ask, held in context.rows(ask, of: feed.value, joining: held) }

    // The list: rows, filter, selection and the open question agree, so they come out of one scan.
    let (edits, edited) = Signal<Void, Never>.pipe()
    let steps = Signal<QuestionList.Step, Never>.merge(
      inputs.signal, load.state.signal.map { .load($0) },
      edits.throttle(FilterField.interval, on: scheduler).map(value: .applyText),
      context.hasRoom.signal.map { .room($0) },
      forgets.map {
        let source = status.provenance.value
        return .source(context.service.hasLeft(source) ? nil : source)
      }
    )
    .take(during: lifetime)
    .scanMap(into: first) { list, step in
      let effects = list.take(step)
      return (list: list, effects: effects)
    }
    let list = Property(initial: first, then: steps.map(\.list))

    // The presented question has a view model of its own. It is released, and its requests with it, when another one is
    // presented or its list comes from another source.
    let content = list.withMembers(of: \.allPresented, keyedBy: \.question.key) { question in
      let presentation = list.signal.map(\.presented).filter { $0?.question.key == question.question.key }
        .compactMap { $0?.presentation }
      return QuestionViewModel(
        question.question, presentedAs: Property(initial: question.presentation, then: presentation).skipRepeats(),
        in: context, while: onScreen, cancelled: cancelled,
        listAnswer: SignalProducer(load.events).take(first: 1).dematerialize())
    }
    let question = content.map { $0.1.first }.skipRepeats { $0 === $1 }

    state = Property(
      following: content.combineLatest(following: { $1.first?.state })
        .map { content, text in QuestionTabState(content.0, text) }
        .skipRepeats())
    news = list.map(\.news).skipRepeats()
    listed = list.map(\.listed).skipRepeats()
    loaded = Property(initial: nil, then: load.state.signal.map { LoadedQuestions($0.value) }).skipRepeats()
    read = state.map(ReadQuestion.init).skipRepeats()
    (self.load, self.list, self.question) = (load, list, question)

    lifetime += steps.map(\.effects).flatten().observeValues { effect in
      switch effect {
      case .ask(let what): ask.send(value: what)
      // The next page is never requested automatically: a person has to go past the last row.
      case .askForMore: if load.state.value.canAskForMore(at: scheduler.currentDate) { ask.send(value: .next) }
      case .follow(let other): feed.value = other
      case .activate(let isActive): isOnScreen.value = isActive
      case .applyTextSoon: edited.send(value: ())
      case .inQuestion(let action): question.value?.send(action)
      }
    }
    // Another server is asked from now on, or another source has answered another tab.
    lifetime += Signal.merge(
      status.provenance.signal.filter { load.state.value.value?.provenance != $0 }.map(value: ()),
      context.service.changes
    )
    .observe(forget)
    // Kept questions do not come from the service, and the demonstration's data is not cached.
    guard !isKept else { return }
    lifetime += load.events.compactMap(\.value).observeValues { [cache = context.cache] rows in
      status.take(AnswerSource(provenance: rows.provenance, quota: rows.quota))
      guard rows.provenance.server != nil else { return }
      cache?.keep(rows.cached(at: load.state.value.loadedAt ?? scheduler.currentDate), of: rows.feed)
    }
  }

  /// Does what a person asks for, which is done when this returns.
  func send(_ action: Action) { inputs.send(.action(action)) }

  /// Reloads what is shown.
  func refresh() { inputs.send(.refresh) }

  /// Tells that this is the selected tab, with a person's order of its list. Only a tab on the screen makes automatic requests.
  func select(order: QuestionOrder?, isOnScreen: Bool) {
    inputs.send(.select(order: order, isOnScreen: isOnScreen))
  }

  /// Tells that another tab is selected.
  func leave() { inputs.send(.leave) }
}

extension QuestionTabState {
  /// - Parameter text: The state of the presented question.
  fileprivate init(_ list: QuestionList, _ text: ReadingState?) {
    self.init(list: list.state, provenance: list.provenance)
    if list.opened == nil {
      preview = text
    } else {
      reading = text
      reading?.search = list.search
      (openKey, found) = (list.opened?.key, list.visit?.place)
    }
  }
}

extension QuestionLoad.State {
  /// Returns whether the next page may be requested: there is one after an answer, no request is in progress, and its last
  /// failure allows it. A failure in the future is from before the clock was set back.
  func canAskForMore(at now: Date) -> Bool {
    guard let value, value.hasMore, isAnswered, asking == nil else { return false }
    guard let extraTrouble, let retry = extraTrouble.retry else { return true }
    return retry <= now || now < extraTrouble.since
  }
}
