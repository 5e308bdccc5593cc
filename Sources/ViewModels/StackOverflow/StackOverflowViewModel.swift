import Foundation
import Model
import Signals
import Text

/// The Stack Overflow pane: its tabs of questions, the selected one, and the parts that the tabs share.
///
/// ```
/// settings, tab commands, remembered tabs ──▶ tabs ──▶ the selected tab ──┬──▶ state, link
///                                                      ▲                  ├──▶ who answers, the day's requests
///                                                      └──────────────────┴──▶ marks, memory
/// ```
/// Actions in a tab go to the view model of the selected ``tab``. A tab has a view model from its first selection until it is
/// removed, and continues to load while another one is selected; each has its own selection, filter and open question. When
/// another source answers, all tabs discard data of other sources, and are reloaded when they are selected.
///
/// - **Requests** nothing itself: its tabs do (``QuestionTabViewModel``), search and completion during typing, and
///   ``QuestionMarking`` for a kept question that is not completely loaded.
/// - **Remembers** the selected tab and the changes to tabs in the store; ``PaneMemory``, ``ServiceStatus`` and
///   ``QuestionMarking`` remember the rest.
/// - **On a refresh** (`r`) it first sends ``refreshesOfDemo`` and ``refreshes``, whose observers may bring the service back,
///   then the selected tab makes a request.
public final class StackOverflowViewModel: Sendable {
  public let state: Property<StackOverflowState>
  /// The selected tab, whose inputs take a person's actions.
  public let tab: Property<QuestionTabViewModel>
  /// The page of the open or selected question.
  public let link: Property<URL?>

  /// Reloads what is shown.
  public let refresh: Input<Void>
  /// Selects a tab, counted from 0.
  public let tabSelections: Input<Int>
  public let nextTab: Input<Void>
  public let previousTab: Input<Void>
  /// Selects a feed's tab, which is opened if there is none.
  public let feedChoices: Input<QuestionFeed>
  public let closeTab: Input<Void>
  /// Reopens the tab that was closed last.
  public let reopenTab: Input<Void>
  /// Moves the selected tab by a number of places.
  public let tabMoves: Input<Int>
  /// Toggles between one line for each row and all of them.
  public let toggleDense: Input<Void>
  /// Whether there is room for the selected question beside the list.
  public let previewRoom: Input<Bool>

  /// Sends messages to the person.
  public let notices: Signal<SafeText, Never>
  /// Sends when a person refreshes the demonstration's questions, before any request: the moment to try the live service
  /// again.
  public let refreshesOfDemo: Signal<Void, Never>
  /// Sends when a person refreshes, before any request.
  public let refreshes: Signal<Void, Never>

  /// The least seconds between two automatic refreshes: the service asks not to repeat a request more often
  /// (https://api.stackexchange.com/docs/throttle).
  static let leastRefreshPeriod: TimeInterval = 60

  /// Why requests are made without the key in the settings; `nil` if there is nothing to report.
  public var keyTrouble: SafeText? { context.service.keyTrouble }

  private let context: TabContext
  private let marking: QuestionMarking
  private let finder: QuestionFinder
  private let completion: FeedCompletion?
  private let isStarted = MutableProperty(false)
  private let (lifetime, token) = Lifetime.make()

  /// All parameters must change on the scheduler.
  ///
  /// - Parameters:
  ///   - tabs: The standard ones if empty.
  ///   - selectedTab: The index of the first selected tab; `nil` for the remembered one.
  ///   - refreshPeriod: The seconds between automatic refreshes of the selected tab; `nil` for none.
  ///   - store: Stores tabs, orders, density, marks and quotas for the next run.
  ///   - directory: Completes tags and sites; `nil` for no completion.
  ///   - cache: Has the data of earlier runs.
  public init(
    tabs: Property<[QuestionTab]> = Property(value: QuestionTab.standard), selectedTab: Int? = nil,
    refreshPeriod: Property<TimeInterval?> = Property(value: nil), service: any QuestionService,
    directory: (any SiteDirectory)? = nil, store: (any StateStore)? = nil, cache: (any QuestionCache)? = nil,
    scheduler: any DateScheduler
  ) {
    refresh = Input(on: scheduler)
    tabSelections = Input(on: scheduler)
    nextTab = Input(on: scheduler)
    previousTab = Input(on: scheduler)
    feedChoices = Input(on: scheduler)
    closeTab = Input(on: scheduler)
    reopenTab = Input(on: scheduler)
    tabMoves = Input(on: scheduler)
    toggleDense = Input(on: scheduler)
    previewRoom = Input(on: scheduler)
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    self.notices = notices

    // The parts shared by all tabs. A refresh of the demonstration's questions may bring the live service back.
    let starts = isStarted.signal.filter { $0 }.take(first: 1).map(value: ())
    let status = ServiceStatus(of: service, store: store, starts: starts, on: scheduler)
    let memory = PaneMemory(in: store, toggleDense: toggleDense.signal, starts: starts, on: scheduler)
    refreshesOfDemo = refresh.signal.filter { status.provenance.value == .demonstration }
    refreshes = refresh.signal.map { _ in }
    let context = TabContext(
      service: service, cache: cache.map { CacheWithKeptQuestions.over($0, keptIn: store) },
      store: store, status: status, memory: memory,
      refreshPeriod: refreshPeriod.combineLatest(with: status.isLow).map(Self.period).skipRepeats(),
      hasRoom: Property(initial: false, then: previewRoom.signal).skipRepeats(), refreshesOfDemo: refreshesOfDemo,
      notice: notice, scheduler: scheduler)
    self.context = context

    // The tabs, the selected one, and the news in each. A person's changes are results of the steps.
    let (reports, report) = Signal<QuestionTabs.Input, Never>.pipe()
    let first = QuestionTabs(tabs.value, showing: selectedTab)
    // A search ends before its tab makes the same request.
    let (searchEnds, endSearch) = Signal<Void, Never>.pipe()
    let steps = Signal<QuestionTabs.Input, Never>.merge(
      tabs.signal.map { .tabs($0) },
      memory.tabRecalls.map { .recall($0.tabs, selected: $0.tab) },
      tabSelections.signal.map { .show($0) },
      nextTab.signal.map(value: .step(1)),
      previousTab.signal.map(value: .step(-1)),
      feedChoices.signal.on(value: { _ in endSearch.send(value: ()) }).map { .open($0) },
      closeTab.signal.map(value: .close),
      reopenTab.signal.map(value: .reopen),
      tabMoves.signal.map { .move($0) },
      reports
    )
    .take(during: lifetime)
    .scanMap(into: first) { tabs, input in
      let changes = tabs.take(input)
      return (tabs: tabs, changes: changes)
    }
    let row = Property(initial: first, then: steps.map(\.tabs)).skipRepeats()

    // A view model for each tab that has been selected. Selecting another one costs the same, however many there are.
    let selected = Property(
      following: row.producer.withMember(for: \.selectedTab, keyedBy: \.id, among: \.ids) { tab in
        let viewModel = QuestionTabViewModel(tab, in: context)
        viewModel.news.signal.map { .news($0, in: tab.id) }.observe(report)
        return viewModel
      })
    let tab = selected.map { $1 }.skipRepeats { $0 === $1 }
    self.tab = tab

    // The index of a tab and its content come out of one stream, so they always belong together.
    let content = selected.producer.flatMap(.latest) { row, viewModel in
      viewModel.state.producer.map { (row: row, tab: $0) }
    }
    marking = QuestionMarking(of: tab, in: context)
    let appearance = SignalProducer.combineLatest(marking.marks, memory.isDense, refreshPeriod)
    state = Property(
      following: SignalProducer.combineLatest(content, status.provenance, status.quota, appearance)
        .map { content, provenance, quota, appearance in
          let (marks, isDense, refreshPeriod) = appearance
          var state = StackOverflowState(
            tabs: content.row.names, tabIDs: content.row.ids, selectedTab: content.row.selectedIndex,
            list: content.tab.list, reading: content.tab.reading, preview: content.tab.preview,
            provenance: content.tab.provenance ?? provenance, quota: quota)
          state.news = content.row.news
          state.marks = marks
          state.isDense = isDense
          (state.canClose, state.canReopen) = (content.row.canClose, content.row.canReopen)
          state.isRefreshPaused = refreshPeriod != nil && quota.low != nil
          return state
        }
        .skipRepeats())
    link = state.map(\.link).skipRepeats()

    // Search and completion.
    finder = QuestionFinder(
      service: service, status: status, ends: searchEnds, latestSearch: context.latestSearch, scheduler: scheduler)
    completion = directory.map {
      FeedCompletion(directory: $0, cache: cache, status: status, scheduler: scheduler)
    }

    if let store {
      lifetime += steps.observeValues { _, changes in for change in changes { store.keep(change) } }
      lifetime += row.producer.map(\.selectedTab.id).skipRepeats().skip(first: 1).startWithValues {
        store.keep(.tab($0))
      }
    }

    // Feedback into the graph: see Feedback in the documentation of Signals. A refresh reaches the tab after
    // `refreshesOfDemo` and `refreshes`, which were created before.
    lifetime += refresh.signal.observeValues { tab.value.refresh.send() }
    lifetime += tab.producer.flatMap(.latest) { SignalProducer($0.acts) }.take(first: 1)
      .startWithValues { report.send(value: .acted) }
    // Only the selected tab makes automatic requests.
    lifetime += memory.ready.flatMap(.latest) { tab.producer }.flatMap(.latest) { $0.whileOnScreen }.start()
  }

  /// Returns the completions of a text. The property must be retained while it is observed.
  public func suggestions(for text: Property<SafeText>) -> Property<FeedSuggestions> {
    completion?.suggestions(for: text) ?? text.map { FeedSuggestions(text: $0) }
  }

  /// Returns the results of searching the selected tab's site for a text. The property must be retained while it is observed.
  public func findings(for text: Property<SafeText>) -> Property<SearchFindings> {
    finder.findings(for: text, on: state.value.list.feed.site)
  }

  /// Loads the selected tab.
  public func start() { isStarted.value = true }

  /// Returns the seconds between automatic refreshes, which stop before they take the last of the day's requests from a
  /// person.
  private static func period(_ wanted: TimeInterval?, isLow: Bool) -> TimeInterval? {
    isLow ? nil : wanted.map { max($0, leastRefreshPeriod) }
  }
}

extension StackOverflowState {
  /// The page of the open or selected question, in its newest known version.
  fileprivate var link: URL? {
    if let reading { return reading.detail?.question.link ?? reading.question.link }
    return list.selectedRow.flatMap { list.questions[$0].link }
  }
}
