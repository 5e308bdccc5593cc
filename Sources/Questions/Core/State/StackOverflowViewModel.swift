import Foundation
import Model
import PaneKit
import Signals
import Text

/// The Stack Overflow pane: its tabs of questions, the selected one, and the parts that the tabs share.
///
/// ```
/// actions, the settings' tabs ─▶ ┌───────┐ ──▶ state, link
/// the state of the last run ───▶ │ model │
/// who answers, the quota ──────▶ │       │ ──▶ effects: request, keep for the next run, tell
/// what the tabs have loaded ───▶ └───────┘               │
///  ▲                                                     │
///  └── the loads of each tab that has been selected ◀────┘
/// ```
/// The content of a tab is a value in the model from its first selection until it is closed; its loads (``TabLoads``) exist as
/// long, and go on while another tab is selected. Each tab has its own selection, filter and open question. When another source
/// answers, all tabs discard data of other sources, and are reloaded when they are selected.
///
/// - **Requests** the lists and the presented questions of its tabs (``TabLoads``), search and completion during typing, and a
///   kept question that is not completely loaded.
/// - **Remembers** the selected tab, the changes to tabs, their orders and selected questions, the density of lists, whether a
///   question is below its list, and the marks; ``ServiceStatus`` remembers the quota. Filter and open question of a tab are those
///   of this run. Lists and questions are stored in the cache.
/// - **On a refresh** (`r`) it first sends ``refreshes``, and before that, while the demonstration answers, ``refreshesOfDemo``:
///   their observers may bring the service back. Then the list is requested, or, if a question is open, that question and its
///   visible comments; a preview that failed is requested again. The demonstration's list is requested in any case, to find out
///   whether the live service is back.
/// - **After a restart** all of that is as it was, closed tabs can still be reopened, and lists are shown from the cache until they
///   are answered. The question that was selected in a tab is selected in its first rows, if it is among them and a person has not
///   acted there.
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
    /// Shows the question below its list where both have room, or no longer.
    case toggleBelow
    /// Marks the open or selected question as unread; those that are picked as unread, or as read if all are unread.
    case markUnread
    /// Keeps the open or selected question, or those that are picked, or stops keeping them.
    case toggleKept
    /// Goes to the next unread question below the selected one, or above it if negative, in this tab and then in the other
    /// loaded ones.
    case goToUnread(Int)
    /// Marks all listed questions of the selected tab as read; if all are, takes that back.
    case toggleAllRead
    /// Reports where the screen has space for the selected question besides the list; `nil` if it has none.
    case previewFits(PreviewPlace?)
    /// Does something in the selected tab.
    case inTab(TabAction)
  }

  /// The place of the selected question while its list is shown.
  public enum PreviewPlace: Sendable, Hashable {
    case beside
    /// Below the list, if a person wants it there.
    case below
  }

  /// What a person can do in a tab.
  public enum TabAction: Sendable, Hashable {
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
    /// Picks the selected question for what is done with several, or no longer, and selects the next one.
    case togglePick
    /// Picks none.
    case clearPicks
    /// Uses the field of the list's filter, or of the open question's search.
    case field(FieldAction)
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

  private let actions: Input<Action>
  private let memory: Memory
  private let context: TabContext
  private let loads: Property<[QuestionTab.ID: TabLoads]>
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
  ///   - memory: Remembers tabs, orders, density, marks, quotas and the rest for the next run; nothing if `nil`.
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
    let starts = isStarted.signal.filter { $0 }.take(first: 1).map(value: ())
    let status = ServiceStatus(of: service, store: memory.store, starts: starts, on: scheduler)

    // All of the content agrees, because it comes out of one scan.
    let (reports, report) = Signal<StackOverflowModel.Step, Never>.pipe()
    let first = StackOverflowModel(
      QuestionTabs(tabs.value, showing: selectedTab), hasStore: memory.store != nil,
      provenance: status.provenance.value, refreshes: refreshPeriod.value != nil)
    let steps = Signal<StackOverflowModel.Step, Never>.merge(
      actions.signal.map { .action($0) },
      actions.signal.compactMap(\.field).pacedEdits(on: scheduler).map(value: .applyText),
      tabs.signal.map { .settings($0) }, refreshPeriod.signal.map { .refreshes($0 != nil) },
      memory.recalls.map { .recall($0[QuestionsMemory.self]) },
      status.provenance.signal.map { .provenance($0) }, status.quota.signal.map { .quota($0) }, reports
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.reduce(step, at: scheduler.currentDate)
      return (
        state: model.state, visits: model.visits, loaded: model.loaded, selection: model.selection, effects: effects
      )
    }
    state = Property(initial: first.state, then: steps.map(\.state)).skipRepeats()
    link = state.map(\.link).skipRepeats()
    loaded = Property(initial: first.loaded, then: steps.map(\.loaded)).skipRepeats()
    // A tab has its loads before the effects that concern them.
    let visits = Property(initial: first.visits, then: steps.map(\.visits)).skipRepeats()
    let effects = steps.map(\.effects).flatten()
    notices = effects.compactMap(\.notice)
    refreshes = effects.filter { $0 == .announceRefresh }.map(value: ())
    refreshesOfDemo = effects.filter { $0 == .announceRefreshOfDemo }.map(value: ())

    let context = TabContext(
      service: service, cache: cache.map { CacheWithKeptQuestions.over($0, keptIn: memory.store) },
      store: memory.store, status: status,
      refreshPeriod: refreshPeriod.combineLatest(with: status.isLow).map(Self.period).skipRepeats(),
      refreshesOfDemo: refreshesOfDemo, scheduler: scheduler)
    self.context = context
    let loads = TabLoads.loads(of: visits, in: context) { report.send(value: .inTab($0, $1)) }
    self.loads = loads
    finder = QuestionFinder(
      service: service, status: status, ends: effects.filter { $0 == .endSearch }.map(value: ()),
      latestSearch: context.latestSearch, scheduler: scheduler)
    loadedFinder = LoadedFinder(cache: cache, provenance: status.provenance, scheduler: scheduler)
    completion = directory.map { FeedCompletion(directory: $0, cache: cache, status: status, scheduler: scheduler) }

    lifetime += effects.compactMap(\.change).observeValues(memory.keep)
    lifetime += steps.map(\.selection).skipRepeats().compactMap { $0 }.observeValues { memory.keep($0) }
    lifetime += effects.compactMap(\.cached).observeValues { context.cache?.keep($0.cached, site: $1) }
    lifetime += effects.compactMap(\.request).observeValues { loads.value[$1]?.carryOut($0) }
    lifetime += context.completions(of: effects).observe(report)
    lifetime += context.cachedLists(of: effects).observe(report)
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

  /// Returns the seconds between automatic refreshes, which stop before they take the last of the day's requests from a
  /// person.
  private static func period(_ wanted: TimeInterval?, isLow: Bool) -> TimeInterval? {
    isLow ? nil : wanted.map { max($0, leastRefreshPeriod) }
  }
}

extension StackOverflowViewModel.Action {
  fileprivate var field: FieldAction? { if case .inTab(.field(let action)) = self { action } else { nil } }
}

extension StackOverflowModel.Effect {
  fileprivate var change: QuestionChange? { if case .keep(let change) = self { change } else { nil } }
  fileprivate var notice: SafeText? { if case .tell(let notice) = self { notice } else { nil } }
  fileprivate var request: (TabLoads.Request, QuestionTab.ID)? {
    if case .request(let request, let tab) = self { (request, tab) } else { nil }
  }
  /// The demonstration's data is not cached.
  fileprivate var cached: (LoadedQuestion, site: String)? {
    if case .cache(let question, let site) = self, question.detail.provenance.server != nil {
      (question, site)
    } else {
      nil
    }
  }
}

extension StackOverflowState {
  /// The page of the open or selected question, in its newest known version.
  fileprivate var link: URL? {
    if let reading { return reading.detail?.question.link ?? reading.question.link }
    return list.selectedRow.flatMap { list.questions[$0].link }
  }
}
