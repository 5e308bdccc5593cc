import Foundation
import Model
import Signals
import Text

/// The Stack Overflow pane: which tabs of questions there are, which of them is shown, and what they share.
///
/// ```
/// settings, tab commands, what is remembered ──▶ tabs ──▶ the tab that is shown ──┬──▶ state, link
///                                                          ▲                      ├──▶ who answers, the day's requests
///                                                          └──────────────────────┴──▶ marks, memory
/// ```
/// What is done in a tab goes to the view model of the ``tab`` that is shown. A tab has one from the moment when it is first
/// shown until it is no longer among the tabs, and goes on loading when another one is shown; each keeps its own selection,
/// filter and open question. When an answer comes from elsewhere than the one before it, all tabs forget what they hold from
/// anywhere else, and are loaded again when they are shown.
///
/// - **Asks** nothing itself: its tabs do (``QuestionTabViewModel``), search and completion while a person types, and
///   ``QuestionMarking`` for a kept question that is not there whole.
/// - **Remembers** in the store which tab is shown and how tabs were changed; the rest of it ``PaneMemory``,
///   ``ServiceStatus`` and ``QuestionMarking``.
/// - **On a refresh** (`r`) first ``refreshesOfDemo`` and ``refreshes`` tell it to those who may bring the service back, then
///   the tab that is shown asks again.
public final class StackOverflowViewModel: Sendable {
  public let state: Property<StackOverflowState>
  /// The tab that is shown, which takes what a person does in it.
  public let tab: Property<QuestionTabViewModel>
  /// The page of the question that is open or selected.
  public let link: Property<URL?>

  /// Asks again for what is shown.
  public let refresh: Input<Void>
  /// Shows a tab, counted from 0.
  public let tabSelections: Input<Int>
  public let nextTab: Input<Void>
  public let previousTab: Input<Void>
  /// Shows a feed, in a tab of its own where it has none.
  public let feedChoices: Input<QuestionFeed>
  public let closeTab: Input<Void>
  /// Brings back the tab that was closed last.
  public let reopenTab: Input<Void>
  /// Moves the tab that is shown by so many places.
  public let tabMoves: Input<Int>
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

  /// Why requests go without the key that the settings name; `nil` where there is nothing to tell.
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
  ///   - tabs: The standard ones when empty.
  ///   - selectedTab: The tab that is shown first, counted from 0; `nil` for the one that was shown last.
  ///   - refreshPeriod: Seconds between automatic refreshes of the tab that is shown; `nil` for none.
  ///   - store: Keeps tabs, orders, density, marks and what is left of the day's requests for the next run.
  ///   - directory: Completes tags and sites; `nil` where nothing can.
  ///   - cache: Has what was loaded when the program ran before.
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

    // What all tabs share. A refresh of the demonstration's questions may bring the live service back.
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

    // Which tabs there are, which is shown, and what is new in each. What a person changes is a result of the step.
    let (reports, report) = Signal<QuestionTabs.Input, Never>.pipe()
    let first = QuestionTabs(tabs.value, showing: selectedTab)
    // A search is over before its tab asks for the same.
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

    // A view model for each tab that has been shown. However many there are, to show another one costs the same.
    let selected = Property(
      following: row.producer.withMember(for: \.selectedTab, keyedBy: \.id, among: \.ids) { tab in
        let viewModel = QuestionTabViewModel(tab, in: context)
        viewModel.news.signal.map { .news($0, in: tab.id) }.observe(report)
        return viewModel
      })
    let tab = selected.map { $1 }.skipRepeats { $0 === $1 }
    self.tab = tab

    // The number of a tab and its content come out of one stream, so they always belong together.
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

    // What goes back into the graph: see Feedback in the documentation of Signals. A refresh comes to the tab after
    // `refreshesOfDemo` and `refreshes`, which were made before.
    lifetime += refresh.signal.observeValues { tab.value.refresh.send() }
    lifetime += tab.producer.flatMap(.latest) { SignalProducer($0.acts) }.take(first: 1)
      .startWithValues { report.send(value: .acted) }
    // Only the tab that is shown asks automatically.
    lifetime += memory.ready.flatMap(.latest) { tab.producer }.flatMap(.latest) { $0.whileOnScreen }.start()
  }

  /// What can be opened, given what a person types. The property must be kept while it is followed.
  public func suggestions(for text: Property<SafeText>) -> Property<FeedSuggestions> {
    completion?.suggestions(for: text) ?? text.map { FeedSuggestions(text: $0) }
  }

  /// What a search of the shown tab's site finds while a person types. The property must be kept while it is followed.
  public func findings(for text: Property<SafeText>) -> Property<SearchFindings> {
    finder.findings(for: text, on: state.value.list.feed.site)
  }

  /// Loads the selected tab.
  public func start() { isStarted.value = true }

  /// The seconds between automatic refreshes, which stop before they take the last of the day's requests from a person.
  private static func period(_ wanted: TimeInterval?, isLow: Bool) -> TimeInterval? {
    isLow ? nil : wanted.map { max($0, leastRefreshPeriod) }
  }
}

extension StackOverflowState {
  /// The page of the question that is open or selected, by the newest that is known of it.
  fileprivate var link: URL? {
    if let reading { return reading.detail?.question.link ?? reading.question.link }
    return list.selectedRow.flatMap { list.questions[$0].link }
  }
}
