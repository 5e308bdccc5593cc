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

  /// The question that is open, else the selected one, in its newest known version.
  var question: ListedQuestion? {
    guard let provenance else { return nil }
    let question = reading.map { $0.detail?.question ?? $0.question } ?? list.selectedRow.map { list.questions[$0] }
    return question.map {
      ListedQuestion(question: $0, key: QuestionKey(provenance, site: list.feed.site, id: $0.id))
    }
  }
}

/// A tab of the Stack Overflow pane: its list, its filter, and the open question.
///
/// ```
/// first time on the screen, refresh, past the end, the order ──▶ load ──┐
/// keys in the field, moves, clicks, open, close ────────────────────────┴──▶ list ──┬─────────────▶ state, news, read
///                                                                                   └──▶ question ──▶ ┘
/// ```
/// - **Requests** its list when it is first on the screen, automatically at the settings' period and after a failure, when a
///   person refreshes, moves past the last row or chooses another order, and when its rows are from another server. A list
///   that a search found less than a minute ago is not requested again, and kept questions come from the store. Only a tab on
///   the screen makes automatic requests. For the requests of its question see ``QuestionViewModel``.
/// - **Remembers** selection, filter and open question while the tab exists. Lists and questions are stored in the cache,
///   loaded questions in ``TabContext/recent`` for any tab that opens them, the order in ``PaneMemory``, and whether comments
///   are shown in ``TabContext/showsComments``.
/// - **On a refresh** (`r`) the list is requested, or, if a question is open, that question and its visible comments; a
///   preview that failed is requested again. The demonstration's list is requested in any case, to find out whether the live
///   service is back.
public final class QuestionTabViewModel: Sendable {
  // Inputs.

  /// Moves the selection in the list.
  public let moves: Input<Motion>
  public let selections: Input<Question.ID>
  /// Opens the selected question.
  public let open: Input<Void>
  /// Opens the question a number of rows further on in the list, replacing the open one.
  public let questionSteps: Input<Int>
  /// Closes the open question.
  public let close: Input<Void>
  /// Shows or hides the open question's comments.
  public let toggleComments: Input<Void>
  /// Sets the order of the list, one of its feed's.
  public let orderChoices: Input<QuestionOrder>
  /// Focuses the list's filter, or the open question's search.
  public let editFilter: Input<Void>
  public let edits: Input<TextEdit>
  /// Keeps the filter and goes to the list.
  public let acceptFilter: Input<Void>
  public let clearFilter: Input<Void>
  /// Marks the open or selected question as unread.
  public let markUnread: Input<Void>
  /// Keeps the open or selected question, or stops keeping it.
  public let toggleKept: Input<Void>
  /// Reloads. The pane sends it, because it must try the live service first (``StackOverflowViewModel/refresh``).
  let refresh: Input<Void>

  // Outputs.

  let state: Property<QuestionTabState>
  /// The number of questions in the latest answer that are not among the visible rows.
  let news: Property<Int>
  /// The open question, which counts as read.
  let read: Property<ReadQuestion?>
  let unread: Signal<QuestionKey, Never>
  let keepToggles: Signal<ListedQuestion, Never>
  /// Sends when a person does something in the tab, after which the remembered tab must not be selected.
  let acts: Signal<Void, Never>

  /// Only a tab on the screen makes automatic requests.
  private let isOnScreen = MutableProperty(false)
  private let load: QuestionLoad
  private let list: Property<QuestionList>
  private let question: Property<QuestionViewModel?>
  private let (lifetime, token) = Lifetime.make()

  /// Sends nothing. The tab is on the screen while this is started.
  var whileOnScreen: SignalProducer<Never, Never> {
    SignalProducer.never.on(
      started: { [isOnScreen] in isOnScreen.value = true }, disposed: { [isOnScreen] in isOnScreen.value = false })
  }

  init(_ tab: QuestionTab, in context: TabContext) {
    let (status, scheduler) = (context.status, context.scheduler)
    let refresh = Input<Void>(on: scheduler)
    let toggleComments = Input<Void>(on: scheduler)
    (self.refresh, self.toggleComments) = (refresh, toggleComments)
    moves = Input(on: scheduler)
    selections = Input(on: scheduler)
    open = Input(on: scheduler)
    questionSteps = Input(on: scheduler)
    close = Input(on: scheduler)
    orderChoices = Input(on: scheduler)
    editFilter = Input(on: scheduler)
    edits = Input(on: scheduler)
    acceptFilter = Input(on: scheduler)
    clearFilter = Input(on: scheduler)
    markUnread = Input(on: scheduler)
    toggleKept = Input(on: scheduler)

    let onScreen = Property(capturing: isOnScreen)
    let leaves = onScreen.signal.filter { !$0 }.map(value: ())
    let isKept = tab.feed.selection == .kept
    // The tab's feed, in the chosen order.
    let feed = context.memory.orders.map { tab.feed.ordered(by: $0[tab.id]) }.skipRepeats()

    // Requests: a refresh cancels the one before it, and a next page; the rows stay until the new ones come. Cached rows are
    // read when the tab is first on the screen, and are shown until the first answer, which is requested in any case.
    let (asks, ask) = Signal<QuestionAsk, Never>.pipe()
    let (forgets, forget) = Signal<Void, Never>.pipe()
    let cancelled = Signal.merge(context.refreshesOfDemo.filter { !onScreen.value }, status.serverChanges)
    let load = QuestionLoad(
      asks: asks, repeating: .afterFailure(of: .first, .exponential(initial: 60, maximum: 900)), while: onScreen,
      cancelled: cancelled, forgotten: forgets, outdated: feed.signal.map(value: ()),
      stored: onScreen.producer.first(where: { $0 }).flatMap(.latest) { _ in context.stored(of: feed) },
      every: isKept ? Property(value: nil) : context.refreshPeriod,
      checking: status.checkIsLow.ignoreValues(), on: scheduler
    ) { ask, held in context.rows(ask, of: feed.value, joining: held) }

    // The list: rows, filter, selection and the open question agree, so they come out of one scan.
    let fieldChanges = FilterField.changes(
      edit: editFilter.signal, edits: edits.signal, accept: acceptFilter.signal, clear: clearFilter.signal,
      on: scheduler)
    let presses = Signal<QuestionList.Input, Never>.merge(
      fieldChanges.map { .field($0) },
      moves.signal.map { .move($0) },
      selections.signal.map { .select($0) },
      open.signal.map(value: .open),
      questionSteps.signal.map { .openNeighbour($0) },
      close.signal.map(value: .close))
    let first = QuestionList(feed.value, hasRoom: context.hasRoom.value)
    let steps = Signal<QuestionList.Input, Never>.merge(
      feed.signal.map { .feed($0) },
      load.state.signal.map { .load($0) },
      presses,
      leaves.map(value: .leave),
      context.hasRoom.signal.map { .room($0) }
    )
    .scanMap(into: first) { list, input in
      let isPastEnd = list.take(input)
      return (list: list, isPastEnd: isPastEnd)
    }
    let list = Property(initial: first, then: steps.map(\.list))

    // The presented question has a view model of its own. It is released, and its requests with it, when another one is
    // presented or its list comes from another source.
    let content = list.withMembers(of: \.allPresented, keyedBy: \.question.key) { question in
      let presentation = list.signal.map(\.presented).filter { $0?.question.key == question.question.key }
        .compactMap { $0?.presentation }
      return QuestionViewModel(
        question.question, presentedAs: Property(initial: question.presentation, then: presentation).skipRepeats(),
        in: context,
        while: onScreen, refresh: refresh.signal, toggleComments: toggleComments.signal, cancelled: cancelled,
        listEvents: load.events)
    }
    let question = content.map { $0.1.first }.skipRepeats { $0 === $1 }

    let state = Property(
      following: content.combineLatest(following: { $1.first?.state })
        .map { content, text in QuestionTabState(content.0, text) }
        .skipRepeats())
    self.state = state
    news = list.map(\.news).skipRepeats()
    read = state.map(ReadQuestion.init).skipRepeats()
    unread = markUnread.signal.compactMap { state.value.question?.key }
    keepToggles = toggleKept.signal.compactMap { state.value.question }
    acts = .merge(
      presses.map(value: ()), refresh.signal, toggleComments.signal, orderChoices.signal.map(value: ()),
      markUnread.signal,
      toggleKept.signal)
    (self.load, self.list, self.question) = (load, list, question)

    // Feedback into the graph: see Feedback in the documentation of Signals.
    func ofQuestion<Value>(_ output: @escaping @Sendable (QuestionViewModel) -> Signal<Value, Never>)
      -> SignalProducer<Value, Never>
    {
      question.producer.flatMap(.latest) { $0.map { SignalProducer(output($0)) } ?? .empty }
    }
    let keptChanges = isKept ? context.store?.keptChanges.observe(on: scheduler) : nil
    lifetime += SignalProducer<QuestionAsk, Never>.merge(
      SignalProducer(keptChanges ?? .never).map { .first },
      SignalProducer(refresh.signal).filter {
        // An open question is refreshed by itself. A failure of its list that waits for a person is told meanwhile, too, so
        // a refresh must not leave it. A question of the demonstration asks for its list anyway.
        guard let opened = list.value.opened else { return true }
        return load.state.value.needsPerson && opened.key.provenance != .demonstration
      }.map { .first },
      ofQuestion(\.listRefreshes).map { .first },
      // The next page is never requested automatically: a person has to go past the last row.
      SignalProducer(steps).filter { $0.isPastEnd && load.state.value.canAskForMore(at: scheduler.currentDate) }
        .map { _ in .next }
    )
    .startWithValues { ask.send(value: $0) }
    // Another server is asked from now on, or another source has answered another tab.
    lifetime += Signal.merge(
      status.provenance.signal.filter { load.state.value.value?.provenance != $0 }.map(value: ()),
      context.service.changes
    )
    .observe(forget)

    // Outputs to the parts shared by all tabs, and to the cache. The demonstration's data is not cached.
    let (memory, cache, site) = (context.memory, context.cache, tab.feed.site)
    lifetime += orderChoices.signal.filter { tab.id.orders.contains($0) }.observeValues {
      memory.choose($0, for: tab.id)
    }
    lifetime += load.events.compactMap(\.value).observeValues { rows in
      // Kept questions do not come from the service.
      guard !isKept else { return }
      status.take(AnswerSource(provenance: rows.provenance, quota: rows.quota))
      guard rows.provenance.server != nil else { return }
      cache?.keep(rows.cached(at: load.state.value.loadedAt ?? scheduler.currentDate), of: rows.feed)
    }
    lifetime += ofQuestion(\.answers).startWithValues { status.take($0) }
    lifetime += ofQuestion(\.loaded).startWithValues { [recent = context.recent] question in
      recent.take(question, site: site)
      if question.detail.provenance.server != nil { cache?.keep(question.cached, site: site) }
    }
    lifetime += ofQuestion(\.commentToggles).startWithValues { question in
      context.showsComments.value = question.comments.isShown
      if let notice = question.noticeOfCost(with: status.quota.value) { context.notice.send(value: notice) }
    }
  }
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
