import Foundation
import Model
import Signals
import Text

/// The Stack Overflow pane: tabs of questions, each with a list, a filter and a place to read.
///
/// ```
/// settings, tab commands ──▶ tabs ──▶ the tab that is shown ──┬──▶ state, link
/// all other commands ────────────────▶ ┘  ▲                   │ who answered
///                                         └───────────────────┴──▶ provenance, quota
/// ```
/// A tab has a view model from the moment when it is first shown until it is no longer among the tabs, and goes on loading
/// when another one is shown; each keeps its own selection, filter and open question. When an answer comes from elsewhere
/// than the one before it, all tabs forget what they hold from there, and are loaded again when they are shown.
public final class StackOverflowViewModel: Sendable {
  public let state: Property<StackOverflowState>
  /// The page of the question that is open or selected.
  public let link: Property<URL?>

  public let refresh: Input<Void>
  /// Moves the selection in the list.
  public let moves: Input<Motion>
  public let selections: Input<Question.ID>
  /// Opens the selected question.
  public let open: Input<Void>
  /// Opens the question so many rows further in the list, in the place of the open one.
  public let questionSteps: Input<Int>
  /// Shows the open question's comments, or hides them.
  public let toggleComments: Input<Void>
  /// Closes the open question; in the list, clears the filter.
  public let close: Input<Void>
  /// Shows a tab, counted from 0.
  public let tabSelections: Input<Int>
  public let nextTab: Input<Void>
  public let previousTab: Input<Void>
  /// Puts the list in another order, one of those that its feed knows.
  public let orderChoices: Input<QuestionOrder>
  /// Lets the list's filter, or the open question's search, take the keys.
  public let editFilter: Input<Void>
  public let edits: Input<TextEdit>
  /// Keeps the filter and goes to the list.
  public let acceptFilter: Input<Void>
  public let clearFilter: Input<Void>
  /// Shows a feed, in a tab of its own where it has none.
  public let feedChoices: Input<QuestionFeed>
  public let closeTab: Input<Void>
  /// Brings back the tab that was closed last.
  public let reopenTab: Input<Void>
  /// Moves the tab that is shown by so many places.
  public let tabMoves: Input<Int>
  /// Marks the question that is open or selected as unread.
  public let markUnread: Input<Void>
  /// Keeps the question that is open or selected, or no longer keeps it.
  public let toggleKept: Input<Void>
  /// Shows one line a row, or all of them.
  public let toggleDense: Input<Void>
  /// Whether the selected question has room beside the list.
  public let previewRoom: Input<Bool>

  /// What a person should be told in passing.
  public let notices: Signal<SafeText, Never>
  /// Sends when a person refreshes questions while they are the demonstration's, before anything is asked for: the
  /// moment to try the live service again.
  public let refreshesOfDemo: Signal<Void, Never>
  /// Sends when a person refreshes, before anything is asked for.
  public let refreshes: Signal<Void, Never>

  /// Seconds between two automatic refreshes, at least: the service asks not to repeat a request more often
  /// (https://api.stackexchange.com/docs/throttle).
  static let leastRefreshPeriod: TimeInterval = 60
  /// Seconds that the first request waits for the remembered state, so that it asks for the right list.
  static let patience: TimeInterval = 0.5

  /// Why requests go without the key that the settings name; `nil` where there is nothing to tell.
  public var keyTrouble: SafeText? { service.keyTrouble }

  private let service: any QuestionService
  private let isStarted = MutableProperty(false)
  private let makeFinder: @Sendable () -> QuestionFinder
  private let completion: FeedCompletion?
  /// Kept, because a pipe that loses its input is interrupted.
  private let recall: Signal<RememberedState, Never>.Observer
  private let abandon: Signal<Void, Never>.Observer
  private let expect: Signal<Provenance, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// All parameters must change on the scheduler.
  ///
  /// - Parameters:
  ///   - tabs: The standard ones when empty.
  ///   - selectedTab: The tab that is shown first, counted from 0; `nil` for the one that was shown last.
  ///   - refreshPeriod: Seconds between automatic refreshes of the tab that is shown; `nil` for none.
  ///   - store: Remembers the tab that is shown, and the orders that a person chose.
  ///   - directory: Completes tags and sites; `nil` where nobody can.
  ///   - cache: Has what was loaded when the program ran before.
  public init(
    tabs: Property<[QuestionTab]> = Property(value: QuestionTab.standard), selectedTab: Int? = nil,
    refreshPeriod: Property<TimeInterval?> = Property(value: nil), service: any QuestionService,
    directory: (any SiteDirectory)? = nil, store: (any StateStore)? = nil, cache: (any QuestionCache)? = nil,
    scheduler: any DateScheduler
  ) {
    refresh = Input(on: scheduler)
    moves = Input(on: scheduler)
    selections = Input(on: scheduler)
    open = Input(on: scheduler)
    questionSteps = Input(on: scheduler)
    toggleComments = Input(on: scheduler)
    close = Input(on: scheduler)
    tabSelections = Input(on: scheduler)
    nextTab = Input(on: scheduler)
    previousTab = Input(on: scheduler)
    orderChoices = Input(on: scheduler)
    editFilter = Input(on: scheduler)
    edits = Input(on: scheduler)
    acceptFilter = Input(on: scheduler)
    clearFilter = Input(on: scheduler)
    feedChoices = Input(on: scheduler)
    closeTab = Input(on: scheduler)
    reopenTab = Input(on: scheduler)
    tabMoves = Input(on: scheduler)
    markUnread = Input(on: scheduler)
    toggleKept = Input(on: scheduler)
    toggleDense = Input(on: scheduler)
    previewRoom = Input(on: scheduler)
    let (recalls, recall) = Signal<RememberedState, Never>.pipe()
    self.recall = recall
    self.service = service
    let (allAnswers, answer) = Signal<AnswerSource, Never>.pipe()
    // An answer may be on its way here when its server is exchanged.
    let answers = allAnswers.filter { !service.hasLeft($0.provenance) }
    let (choices, choose) = Signal<ChosenOrder, Never>.pipe()

    // Where data comes from: the latest answer says it. A refresh of the demonstration's may try the live service, which
    // nobody has asked the other tabs to do.
    let (expectations, expect) = Signal<Provenance, Never>.pipe()
    let (abandoned, abandon) = Signal<Void, Never>.pipe()
    (self.abandon, self.expect) = (abandon, expect)
    let provenance = Property(
      initial: service.provenance, then: Signal.merge(answers.map(\.provenance), expectations)
    )
    .skipRepeats()
    // In this order, so that what is asked of the next server is asked once.
    lifetime += service.changes.observeValues {
      abandon.send(value: ())
      expect.send(value: service.provenance)
    }
    let (quotaRecalls, recallQuota) = Signal<RecalledQuota, Never>.pipe()
    let quota = DayQuota.property(
      answers: answers, recalls: quotaRecalls, from: provenance, during: lifetime, on: scheduler)
    let sparing = Sparing(quota, of: provenance, store: store, recall: recallQuota, on: scheduler)
    let refreshesOfDemo = refresh.signal.filter { provenance.value == .demonstration }
    self.refreshesOfDemo = refreshesOfDemo
    refreshes = refresh.signal.map { _ in }

    let commands = Signal<QuestionTabCommand, Never>.merge(
      refresh.signal.map { .refresh }, moves.signal.map { .move($0) }, selections.signal.map { .select($0) },
      open.signal.map { .open }, questionSteps.signal.map { .openNeighbour($0) }, close.signal.map { .close },
      editFilter.signal.map { .editFilter },
      edits.signal.map { .edit($0) }, acceptFilter.signal.map { .acceptFilter },
      clearFilter.signal.map { .clearFilter },
      toggleComments.signal.map { .toggleComments }
    )
    let steps = Signal<QuestionTabs.Input, Never>.merge(
      tabSelections.signal.map { .show($0) }, nextTab.signal.map { .step(1) }, previousTab.signal.map { .step(-1) },
      feedChoices.signal.map { .open($0) }, closeTab.signal.map { .close }, reopenTab.signal.map { .reopen },
      tabMoves.signal.map { .move($0) })

    // Which tabs there are, which is shown, and what is new in each. What a person changes is a result of the step.
    let (news, sendNews) = Signal<QuestionTabs.Input, Never>.pipe()
    let first = QuestionTabs(tabs.value, showing: selectedTab)
    let tabSteps = Signal<QuestionTabs.Input, Never>.merge(
      tabs.signal.map { .tabs($0) }, steps, commands.map(value: .acted), news,
      recalls.map { .recall($0.tabs, shown: $0.tab) }
    )
    .take(during: lifetime)
    .scanMap(into: first) { tabs, input in
      let changes = tabs.take(input)
      return (tabs: tabs, changes: changes)
    }
    let row = Property(initial: first, then: tabSteps.map(\.tabs)).skipRepeats()

    // The orders that a person chose. What they choose now counts for more than what is remembered.
    let orders = ChosenOrder.property(choices, recalls: recalls.map(\.orders))

    // The first request waits for what is remembered, which may be of another list.
    let isReady = Property(
      initial: false,
      then: isStarted.producer.first(where: { $0 }).flatMap(.latest) { _ -> SignalProducer<Bool, Never> in
        guard store != nil else { return SignalProducer(value: true) }
        let timeout = SignalProducer.timer(at: scheduler.currentDate + Self.patience, on: scheduler)
        return SignalProducer(recalls).map(value: true).merge(with: timeout.map(value: true)).take(first: 1)
      })

    // A tab has a view model as long as it is among those that were shown.
    let (details, hold) = Signal<HeldDetails.Entry, Never>.pipe()
    let held = Property(initial: HeldDetails(), then: details.scan(into: HeldDetails()) { $0.take($1) })
    let (wishes, wish) = Signal<Bool, Never>.pipe()
    let (findings, find) = Signal<SearchedPage, Never>.pipe()
    let searched = Property<SearchedPage?>(initial: nil, then: findings.map(Optional.some))
    let kept = cache.map { cache in store.map { KeptQuestions(cache: cache, store: $0) } ?? cache }
    let house = QuestionTabHouse(
      service: service, cache: kept, store: store, provenance: provenance, orders: orders,
      refreshPeriod: refreshPeriod.combineLatest(with: sparing.isKnown).map(Self.period).skipRepeats(),
      sparing: sparing, cancelled: refreshesOfDemo, abandoned: abandoned, held: held, hold: hold, searched: searched,
      showsComments: Property(initial: false, then: wishes), answered: answer,
      hasRoom: Property(initial: false, then: previewRoom.signal).skipRepeats(), scheduler: scheduler)
    let shown = Property(
      following: row.producer.withMember(for: \.shown, keyedBy: \.id, among: \.ids) { tab in
        let viewModel = QuestionTabViewModel(tab, in: house)
        viewModel.news.signal.observeValues { sendNews.send(value: .news($0, in: tab.id)) }
        return viewModel
      }
      .map { ShownTab(row: $0, viewModel: $1) })

    // Only the tab that is shown asks by itself, and commands go to it and to no other.
    lifetime += shown.producer.map(\.viewModel).skipRepeats { $0 === $1 }.combineLatest(with: isReady.producer)
      .flatMap(.latest) { viewModel, isReady in isReady ? viewModel.showing : .empty }
      .start()
    lifetime += commands.observeValues { shown.value.viewModel.commands.send(value: $0) }

    // The number of a tab and its content come out of one stream, so they always belong together.
    let content = shown.producer.flatMap(.latest) { shown in
      shown.viewModel.state.producer.map { (row: shown.row, tab: $0) }
    }
    let marking = QuestionMarking(recalls: recalls.map(\.marks))
    let isDense = DenseState.property(toggleDense.signal, recalls: recalls.map(\.isDense))
    let appearance = SignalProducer.combineLatest(marking.marks, isDense, refreshPeriod)
    state = Property(
      following: SignalProducer.combineLatest(content, provenance, quota, appearance)
        .map { content, provenance, quota, appearance in
          let (marks, isDense, refreshPeriod) = appearance
          var state = StackOverflowState(
            tabs: content.row.names, tabIDs: content.row.ids, selectedTab: content.row.selected,
            list: content.tab.list, reading: content.tab.reading, preview: content.tab.preview,
            provenance: content.tab.provenance ?? provenance, quota: quota)
          state.news = content.row.news
          state.marks = marks.marks
          state.isDense = isDense
          (state.canClose, state.canReopen) = (content.row.canClose, content.row.canReopen)
          state.isRefreshPaused = refreshPeriod != nil && quota.low != nil
          return state
        }
        .skipRepeats())
    link = state.map(\.link).skipRepeats()

    lifetime += orderChoices.signal.map { ChosenOrder(tab: shown.value.row.shown.id, order: $0) }
      .filter { $0.tab.orders.contains($0.order) }.observeValues { choose.send(value: $0) }

    // Search and completion.
    makeFinder = {
      QuestionFinder(
        service: service, site: shown.value.row.shown.feed.site, sparing: sparing, found: find, answered: answer,
        scheduler: scheduler)
    }
    completion = directory.map {
      FeedCompletion(directory: $0, cache: cache, sparing: sparing, scheduler: scheduler)
    }

    // After the question has taken the key: whether it shows comments, and whether it had to ask for them.
    let comments = toggleComments.signal.compactMap { [state] in state.value.reading.map { ($0, state.value.quota) } }
    lifetime += comments.observeValues { reading, _ in wish.send(value: reading.comments.isShown) }
    notices = .merge(marking.notices, comments.compactMap { $0.noticeOfCost(with: $1) })

    lifetime += marking.follow(
      state, unread: markUnread.signal, toggleKept: toggleKept.signal,
      details: QuestionMarking.Details(read: details, held: held, cache: kept, service: service), in: store,
      on: scheduler)

    guard let store else { return }
    lifetime += answers.observeValues { answer in
      guard let server = answer.provenance.server, let remaining = answer.quota.remaining else { return }
      let quota = RememberedQuota(remaining: remaining, max: answer.quota.max, date: scheduler.currentDate)
      store.keep(.quota(quota, of: server))
    }
    lifetime += toggleDense.signal.observeValues { store.keep(.isDense(isDense.value)) }
    lifetime += tabSteps.observeValues { _, changes in for change in changes { store.keep(change) } }
    lifetime += row.signal.map(\.shown.id).skipRepeats().observeValues { store.keep(.tab($0)) }
    lifetime += choices.observeValues {
      store.keep(.order($0.tab, $0.order == $0.tab.knownOrder ? nil : $0.order))
    }
    let starts = isStarted.producer.first(where: { $0 })
    lifetime += starts.flatMap(.latest) { _ in store.remembered.observe(on: scheduler) }
      .startWithValues { recall.send(value: $0) }
    lifetime += starts.flatMap(.latest) { _ in provenance.producer }.compactMap(\.server)
      .flatMap(.latest) { server in
        store.quota(of: server).map { RecalledQuota(server: server, quota: $0) }.observe(on: scheduler)
      }
      .startWithValues { recallQuota.send(value: $0) }
  }

  /// What can be opened, given what a person types. The property must be kept while it is followed.
  public func suggestions(for text: Property<SafeText>) -> Property<FeedSuggestions> {
    completion?.suggestions(for: text) ?? text.map { FeedSuggestions(text: $0) }
  }

  /// What a search of the shown tab's site finds while a person types. The property must be kept while it is followed.
  public func findings(for text: Property<SafeText>) -> Property<SearchFindings> { makeFinder().findings(for: text) }

  /// Loads the selected tab.
  public func start() { isStarted.value = true }

  /// The seconds between automatic refreshes, which stop before they take the last of the day's requests from a person.
  private static func period(_ wanted: TimeInterval?, isSparing: Bool) -> TimeInterval? {
    isSparing ? nil : wanted.map { max($0, leastRefreshPeriod) }
  }
}

/// The tab that is shown, among the others.
private struct ShownTab: Sendable {
  var row: QuestionTabs
  var viewModel: QuestionTabViewModel
}

extension StackOverflowState {
  /// The page of the question that is open or selected, by the newest that is known of it.
  fileprivate var link: URL? {
    if let reading { return reading.detail?.question.link ?? reading.question.link }
    return list.selectedRow.flatMap { list.questions[$0].link }
  }
}
