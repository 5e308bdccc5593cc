import PaneKit
import Text

/// The parts of the Stack Overflow pane that its tabs share, as a pure value: the tabs and the selected one, the orders of
/// their lists, and the density of lists.
struct StackOverflowModel: Sendable {
  enum Step: Sendable {
    case action(StackOverflowViewModel.Action)
    /// The settings have other tabs.
    case settings([QuestionTab])
    /// The state of the last run.
    case recall(QuestionsMemory)
    /// Requests may be made.
    case ready
    /// The number of new questions in a tab.
    case news(Int, in: QuestionTab.ID)
    /// The rows of a tab's list; `nil` if there are none.
    case listed(UnreadQuestions.Rows?, in: QuestionTab.ID)
    case marks(QuestionMarks)
    /// Goes to the next unread question, or to the previous one if negative, from a row of the selected tab.
    case goToUnread(Int, from: Int?)
  }

  /// What follows from a step, in this order.
  enum Effect: Sendable, Equatable {
    case keep(QuestionChange)
    /// Tells that a person refreshes, which may bring the service back.
    case announceRefresh
    /// Ends the search during typing.
    case endSearch
    /// Tells the selected tab that it is selected, and its order; leaves the tab that was selected before.
    case showTab(order: QuestionOrder?, isOnScreen: Bool)
    case refreshTab
    case inTab(QuestionTabViewModel.Action)
    case markUnread
    case toggleKept
    /// Asks for the selected row, from which the next unread question follows. It is not told with each change, because it
    /// changes with most keys.
    case goToUnread(Int)
    /// Marks the listed questions of a tab as read, or takes that back.
    case toggleAllRead(UnreadQuestions.Rows, in: QuestionTab.ID)
    case tell(SafeText)
  }

  /// What is shown of it.
  struct Shown: Sendable, Equatable {
    var tabs: QuestionTabs
    /// The selected tab's order, if a person chose one.
    var order: QuestionOrder?
    /// Whether each row of a list has only one line.
    var isDense: Bool
  }

  private struct ChosenOrder: Sendable {
    var tab: QuestionTab.ID
    var order: QuestionOrder
  }

  private var tabs: QuestionTabs
  private var orders = Remembered<[QuestionTab.ID: QuestionOrder], ChosenOrder>([:]) { $0[$1.tab] = $1.order }
  private var isDense = Remembered(false)
  /// Whether requests may be made.
  private var isReady = false
  private var unread = UnreadQuestions()

  init(_ tabs: QuestionTabs) { self.tabs = tabs }

  var shown: Shown { Shown(tabs: tabs, order: order, isDense: isDense.value) }

  private var order: QuestionOrder? { orders.value[tabs.selectedTab.id] }

  mutating func take(_ step: Step) -> [Effect] {
    let (tab, order, isReady) = (tabs.selectedTab.id, order, isReady)
    var effects = respond(to: step)
    let isOther = tabs.selectedTab.id != tab
    // A tab that is recalled is stored already.
    if isOther, !step.isRecall { effects.append(.keep(.tab(tabs.selectedTab.id))) }
    if isOther || self.order != order || self.isReady != isReady {
      effects.append(.showTab(order: self.order, isOnScreen: self.isReady))
    }
    return effects
  }

  private mutating func respond(to step: Step) -> [Effect] {
    switch step {
    case .action(let action): return act(action)
    case .settings(let settings): return change(.settings(settings))
    case .recall(let state):
      orders.recall(state.orders)
      isDense.recall(state.isDense)
      return change(.recall(state.tabs, selected: state.tab))
    case .ready: isReady = true
    case .news(let count, let tab): return change(.news(count, in: tab))
    case .listed(let rows, let tab): unread.list(rows, in: tab)
    case .marks(let marks): unread.marks = marks
    case .goToUnread(let step, let row): return goToUnread(step, from: row)
    }
    return []
  }

  private mutating func act(_ action: StackOverflowViewModel.Action) -> [Effect] {
    let changes = change(.action(action))
    switch action {
    case .selectTab, .stepTab, .closeTab, .reopenTab, .moveTab, .previewFits: return changes
    // Before the tab makes the same request.
    case .openTab: return [.endSearch] + changes
    case .toggleDensity:
      isDense.take(!isDense.value)
      return [.keep(.isDense(isDense.value))]
    case .sort(let order): return sort(order)
    case .refresh: return [.announceRefresh, .refreshTab]
    case .markUnread: return [.markUnread]
    case .toggleKept: return [.toggleKept]
    case .goToUnread(let step): return [.goToUnread(step)]
    case .toggleAllRead:
      let tab = tabs.selectedTab.id
      return [unread.rows(of: tab).map { .toggleAllRead($0, in: tab) } ?? .tell(UnreadQuestions.noneHere)]
    case .inTab(let action): return [.inTab(action)]
    }
  }

  private mutating func goToUnread(_ step: Int, from row: Int?) -> [Effect] {
    unread.limit(to: tabs.ids)
    guard let next = unread.next(step, from: row, in: tabs.selectedTab.id, among: tabs.ids),
      let place = tabs.ids.firstIndex(of: next.tab)
    else { return [.tell("No other unread question in the tabs that are loaded")] }
    return change(.action(.selectTab(place))) + [.inTab(.goTo(next.question))]
  }

  private mutating func sort(_ order: QuestionOrder) -> [Effect] {
    let tab = tabs.selectedTab.id
    guard tab.orders.contains(order) else { return [] }
    orders.take(ChosenOrder(tab: tab, order: order))
    return [.keep(.order(tab, order == tab.knownOrder ? nil : order))]
  }

  private mutating func change(_ step: QuestionTabs.Step) -> [Effect] { tabs.take(step).map(Effect.keep) }
}

extension StackOverflowModel.Step {
  fileprivate var isRecall: Bool { if case .recall = self { true } else { false } }
}
