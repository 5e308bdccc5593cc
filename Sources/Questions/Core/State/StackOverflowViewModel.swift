import Foundation
import Model
import PaneKit
import Signals
import Text

/// The Stack Overflow pane: its tabs of questions, the selected one, and the parts that the tabs share.
///
/// ```
/// actions ──────────────────▶ ┌───────┐ ──▶ tabs, density ──▶ the selected tab ──┬──▶ state, link
/// the settings' tabs ───────▶ │ model │                       ▲                  ├──▶ who answers, the day's requests
/// the state of the last run ▶ └───────┘ ──▶ effects ──────────┴──────────────────┴──▶ marks, memory
/// ```
/// A tab has a view model from its first selection until it is removed, and continues to load while another one is selected;
/// each has its own selection, filter and open question. When another source answers, all tabs discard data of other sources,
/// and are reloaded when they are selected.
///
/// - **Requests** nothing itself: its tabs do (``QuestionTabViewModel``), search and completion during typing, and
///   ``QuestionMarking`` for a kept question that is not completely loaded.
/// - **Remembers** the selected tab, the changes to tabs, their orders and the density of lists; ``ServiceStatus`` and
///   ``QuestionMarking`` remember the rest.
/// - **On a refresh** (`r`) it first sends ``refreshes``, and before that, while the demonstration answers, ``refreshesOfDemo``:
///   their observers may bring the service back. Then the selected tab makes a request.
/// - **After a restart** the tabs, the selected one, their orders, the density and the marks are as they were, closed tabs can
///   still be reopened, and lists are shown from the cache until they are answered.
public final class StackOverflowViewModel: Sendable {
  /// What a person can do in the pane.
  public enum Action: Sendable, Hashable {
    /// Reloads what is shown.
    case refresh
    /// Selects a tab, counted from 0.
    case selectTab(Int)
    /// Selects the tab a number of places further on; the first follows the last.
    case stepTab(Int)
    /// Selects a feed's tab, which is opened if there is none.
    case openTab(QuestionFeed)
    /// Closes the selected tab, unless it is the only one.
    case closeTab
    /// Reopens the tab that was closed last, and selects it.
    case reopenTab
    /// Moves the selected tab by a number of places.
    case moveTab(Int)
    /// Sets the order of the selected tab's list, one of its feed's.
    case sort(QuestionOrder)
    /// Toggles between one line for each row and all of them.
    case toggleDensity
    /// Marks the open or selected question as unread.
    case markUnread
    /// Keeps the open or selected question, or stops keeping it.
    case toggleKept
    /// Goes to the next unread question below the selected one, or above it if negative, in this tab and then in the other
    /// loaded ones.
    case goToUnread(Int)
    /// Marks all listed questions of the selected tab as read; if all are, takes that back.
    case toggleAllRead
    /// Reports whether the screen has space for the selected question beside the list.
    case previewFits(Bool)
    /// Does something in the selected tab.
    case inTab(QuestionTabViewModel.Action)
  }

  public let state: Property<StackOverflowState>
  /// The page of the open or selected question.
  public let link: Property<URL?>

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
  /// How far the server's clock is from ours; `nil` for no more than half a minute.
  public var clock: ClockDifference? { ClockDifference(of: "Stack Exchange", lead: context.service.clockLead) }

  /// The questions that were loaded in all tabs.
  let loaded: Property<LoadedTabs>
  /// The selected tab.
  let tab: Property<QuestionTabViewModel>

  private let actions: Input<Action>
  private let memory: Memory
  private let context: TabContext
  private let marking: QuestionMarking
  private let finder: QuestionFinder
  private let loadedFinder: LoadedFinder
  private let completion: FeedCompletion?
  private let isStarted = MutableProperty(false)
  private let (lifetime, token) = Lifetime.make()

  /// All parameters must change on the scheduler.
  ///
  /// - Parameters:
  ///   - tabs: The standard ones if empty.
  ///   - selectedTab: The index of the first selected tab; `nil` for the remembered one.
  ///   - refreshPeriod: The seconds between automatic refreshes of the selected tab; `nil` for none.
  ///   - directory: Completes tags and sites; `nil` for no completion.
  ///   - memory: Remembers tabs, orders, density, marks and quotas for the next run; nothing if `nil`.
  ///   - cache: Has the data of earlier runs.
  public init(
    tabs: Property<[QuestionTab]> = Property(value: QuestionTab.standard), selectedTab: Int? = nil,
    refreshPeriod: Property<TimeInterval?> = Property(value: nil), service: any QuestionService,
    directory: (any SiteDirectory)? = nil, memory: Memory? = nil, cache: (any QuestionCache)? = nil,
    scheduler: any DateScheduler
  ) {
    let memory = memory ?? Memory(on: scheduler)
    let actions = Input<Action>(on: scheduler)
    (self.actions, self.memory) = (actions, memory)
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    let (refreshes, refresh) = Signal<Void, Never>.pipe()
    let (refreshesOfDemo, refreshOfDemo) = Signal<Void, Never>.pipe()
    let (searchEnds, searchEnd) = Signal<Void, Never>.pipe()
    (self.notices, self.refreshes, self.refreshesOfDemo) = (notices, refreshes, refreshesOfDemo)

    // The parts shared by all tabs.
    let starts = isStarted.signal.filter { $0 }.take(first: 1).map(value: ())
    let status = ServiceStatus(of: service, store: memory.store, starts: starts, on: scheduler)
    let context = TabContext(
      service: service, cache: cache.map { CacheWithKeptQuestions.over($0, keptIn: memory.store) },
      memory: memory, status: status,
      refreshPeriod: refreshPeriod.combineLatest(with: status.isLow).map(Self.period).skipRepeats(),
      hasRoom: Property(initial: false, then: actions.signal.compactMap(\.previewFits)).skipRepeats(),
      refreshesOfDemo: refreshesOfDemo, notice: notice, scheduler: scheduler)
    self.context = context

    let (reports, report) = Signal<StackOverflowModel.Step, Never>.pipe()
    let first = StackOverflowModel(QuestionTabs(tabs.value, showing: selectedTab))
    let steps = Signal<StackOverflowModel.Step, Never>.merge(
      actions.signal.map { .action($0) }, tabs.signal.map { .settings($0) },
      memory.recalls.map { .recall($0[QuestionsMemory.self]) }, reports
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.take(step)
      return (shown: model.shown, effects: effects)
    }
    let shown = Property(initial: first.shown, then: steps.map(\.shown)).skipRepeats()

    // A view model for each tab that has been selected. Selecting another one costs the same, however many there are.
    let (loads, load) = Signal<LoadedTabs.Step, Never>.pipe()
    loaded = LoadedTabs.property(of: loads, among: shown.signal.map(\.tabs.ids))
    let selected = Property(
      following: shown.producer.withMember(for: \.selected, keyedBy: { $0.tab.id }, among: \.tabs.ids) { tab, order in
        let viewModel = QuestionTabViewModel(tab, order: order, in: context)
        // Only the values: a closed tab comes to an end, and the reports of the others do not.
        viewModel.news.signal.observeValues { report.send(value: .news($0, in: tab.id)) }
        viewModel.listed.signal.observeValues { report.send(value: .listed($0, in: tab.id)) }
        viewModel.loaded.signal.observeValues { load.send(value: .loaded($0, in: tab.id)) }
        return viewModel
      })
    tab = selected.map { $1 }.skipRepeats { $0 === $1 }
    marking = QuestionMarking(of: tab, in: context)
    marking.marks.signal.map { .marks($0) }.observe(report)
    state = Self.state(of: selected, status, marks: marking.marks, refreshPeriod: refreshPeriod)
    link = state.map(\.link).skipRepeats()

    finder = QuestionFinder(
      service: service, status: status, ends: searchEnds, latestSearch: context.latestSearch, scheduler: scheduler)
    loadedFinder = LoadedFinder(cache: cache, provenance: status.provenance, scheduler: scheduler)
    completion = directory.map {
      FeedCompletion(directory: $0, cache: cache, status: status, scheduler: scheduler)
    }

    let effects = StackOverflowEffects(
      memory: memory, status: status, tab: tab, marking: marking, report: report, notice: notice, refresh: refresh,
      refreshOfDemo: refreshOfDemo, searchEnd: searchEnd)
    lifetime += effects.leaveTabs()
    lifetime += steps.map(\.effects).flatten().observeValues(effects.carryOut)
    lifetime += memory.isReady.and(isStarted).producer.filter { $0 }.take(first: 1)
      .startWithValues { _ in report.send(value: .ready) }
  }

  /// Does what a person asks for, which is done when this returns. The caller must be on the scheduler.
  public func send(_ action: Action) { actions.send(action) }

  /// Returns the completions of a text. The property must be retained while it is observed.
  public func suggestions(for text: Property<SafeText>) -> Property<FeedSuggestions> {
    completion?.suggestions(for: text) ?? text.map { FeedSuggestions(text: $0) }
  }

  /// Returns the results of searching the selected tab's sites for a text. The property must be retained while it is observed.
  public func findings(for text: Property<SafeText>) -> Property<SearchFindings> {
    finder.findings(for: text, on: state.value.list.feed.sites)
  }

  /// Returns the questions found for a text in everything that was loaded. The property must be retained while it is observed.
  public func loadedFindings(for text: Property<SafeText>) -> Property<LoadedFindings> {
    loadedFinder.findings(for: text)
  }

  /// Restores what is remembered, and loads the selected tab.
  public func start() {
    isStarted.value = true
    memory.start()
  }

  /// What is shown. The index of a tab and its content come out of one stream, so they always belong together.
  private static func state(
    of selected: Property<(StackOverflowModel.Shown, QuestionTabViewModel)>, _ status: ServiceStatus,
    marks: Property<QuestionMarks>, refreshPeriod: Property<TimeInterval?>
  ) -> Property<StackOverflowState> {
    let content = selected.producer.flatMap(.latest) { shown, viewModel in
      viewModel.state.producer.map { (shown: shown, tab: $0) }
    }
    let appearance = SignalProducer.combineLatest(marks, refreshPeriod)
    return Property(
      following: SignalProducer.combineLatest(content, status.provenance, status.quota, appearance)
        .map { content, provenance, quota, appearance in
          let (marks, refreshPeriod) = appearance
          let tabs = content.shown.tabs
          var state = StackOverflowState(
            tabs: tabs.names, tabIDs: tabs.ids, selectedTab: tabs.selectedIndex,
            list: content.tab.list, reading: content.tab.reading, preview: content.tab.preview,
            provenance: content.tab.provenance ?? provenance, quota: quota)
          state.found = content.tab.found
          state.news = tabs.news
          state.marks = marks
          state.isDense = content.shown.isDense
          (state.canClose, state.canReopen) = (tabs.canClose, tabs.canReopen)
          state.isRefreshPaused = refreshPeriod != nil && quota.low != nil
          return state
        }
        .skipRepeats())
  }

  /// Returns the seconds between automatic refreshes, which stop before they take the last of the day's requests from a
  /// person.
  private static func period(_ wanted: TimeInterval?, isLow: Bool) -> TimeInterval? {
    isLow ? nil : wanted.map { max($0, leastRefreshPeriod) }
  }
}

extension StackOverflowViewModel.Action {
  fileprivate var previewFits: Bool? { if case .previewFits(let fits) = self { fits } else { nil } }
}

extension StackOverflowModel.Shown {
  fileprivate var selected: (tab: QuestionTab, order: QuestionOrder?) { (tabs.selectedTab, order) }
}

extension StackOverflowState {
  /// The page of the open or selected question, in its newest known version.
  fileprivate var link: URL? {
    if let reading { return reading.detail?.question.link ?? reading.question.link }
    return list.selectedRow.flatMap { list.questions[$0].link }
  }
}
