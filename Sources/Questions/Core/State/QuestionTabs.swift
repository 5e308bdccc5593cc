import Model
import PaneKit
import Text

/// The tabs, the selected one, and the numbers of new and of unread questions in each, as a pure value.
///
/// A tab is identified by its feed in the settings, so it stays the same when it is moved or renamed. A person's changes are
/// stored as differences to the settings, because both can change.
struct QuestionTabs: Sendable, Equatable {
  enum Step: Sendable {
    case action(StackOverflowViewModel.Action)
    /// The settings have other tabs.
    case settings([QuestionTab])
    /// Takes the remembered changes, and selects the remembered tab, unless a person has acted since the start.
    case recall(TabChanges, selected: QuestionTab.ID?)
    /// The number of new questions in a tab.
    case news(Int, in: QuestionTab.ID)
    /// The number of unread questions in a tab.
    case unread(Int, in: QuestionTab.ID)
  }

  /// Each feed once.
  private(set) var tabs: [QuestionTab]
  private(set) var names: [SafeText]
  private(set) var ids: [QuestionTab.ID]
  /// The index of the selected tab, which is the one on the screen. There always is one.
  private(set) var selectedIndex: Int
  /// New questions by tab, in the order of ``tabs``; empty if there are none.
  private(set) var news: [Int] = []
  /// Unread questions by tab, in the order of ``tabs``; 0 for a tab that is not loaded.
  private(set) var unread: [Int]

  private var settings: [QuestionTab]
  private var changes = TabChanges()
  /// Whether a person has acted, so that the remembered tab is no longer selected.
  private var hasActed: Bool

  /// - Parameters:
  ///   - tabs: The standard ones if empty.
  ///   - first: The index of the selected tab, clamped; `nil` for the first one until the remembered one is known.
  init(_ tabs: [QuestionTab], showing first: Int?) {
    settings = Self.usable(tabs)
    self.tabs = settings
    (names, ids) = (self.tabs.map(\.name), self.tabs.map(\.id))
    selectedIndex = min(max(0, first ?? 0), self.tabs.count - 1)
    unread = Array(repeating: 0, count: self.tabs.count)
    hasActed = first != nil
  }

  var selectedTab: QuestionTab { tabs[selectedIndex] }
  var canClose: Bool { tabs.count > 1 }
  var canReopen: Bool { !changes.closed.isEmpty }

  /// - Returns: a person's changes, to be stored.
  mutating func reduce(_ step: Step) -> [QuestionChange] {
    switch step {
    case .action(let action): return act(action)
    case .settings(let tabs):
      settings = Self.usable(tabs)
      arrange()
    case .recall(let remembered, let selected):
      changes = changes.merged(onto: remembered)
      arrange()
      if !hasActed, let place = selected.flatMap(place) { selectedIndex = place }
    case .news(let count, let tab): note(news: count, in: tab)
    case .unread(let count, let tab): if let place = place(of: tab) { unread[place] = count }
    }
    return []
  }

  private mutating func note(news count: Int, in tab: QuestionTab.ID) {
    guard let place = place(of: tab) else { return }
    if news.isEmpty { news = Array(repeating: 0, count: tabs.count) }
    news[place] = count
    if count == 0, news.allSatisfy({ $0 == 0 }) { news = [] }
  }

  // MARK: - By hand

  private mutating func act(_ action: StackOverflowViewModel.Action) -> [QuestionChange] {
    hasActed = hasActed || action.concernsTabs
    switch action {
    case .selectTab(let place): if tabs.indices.contains(place) { selectedIndex = place }
    case .stepTab(let distance): selectedIndex = (selectedIndex + distance % tabs.count + tabs.count) % tabs.count
    case .openTab(let feed): return open(feed)
    case .closeTab: return canClose ? close() : []
    case .reopenTab: return changes.closed.last.map { open($0) } ?? []
    case .moveTab(let distance): return move(by: distance)
    default: break
    }
    return []
  }

  private mutating func open(_ feed: QuestionFeed) -> [QuestionChange] {
    var changed: [QuestionChange] = []
    if place(of: feed) == nil {
      changes.closed.removeAll { $0 == feed }
      if isInSettings(feed) {
        changed.append(.tabFate(feed, nil))
      } else {
        changes.opened.removeAll { $0 == feed }
        changes.opened.append(feed)
        changed.append(.tabFate(feed, .opened))
      }
      if !changes.order.isEmpty, !changes.order.contains(feed) {
        changes.order.append(feed)
        changed.append(.tabOrder(changes.order))
      }
      arrange()
    }
    if let place = place(of: feed) { selectedIndex = place }
    return changed
  }

  private mutating func close() -> [QuestionChange] {
    let feed = selectedTab.id
    changes.opened.removeAll { $0 == feed }
    changes.closed.removeAll { $0 == feed }
    changes.closed.append(feed)
    arrange()
    return [.tabFate(feed, .closed)]
  }

  private mutating func move(by distance: Int) -> [QuestionChange] {
    let from = selectedIndex
    let to = max(0, min(from.clampedSum(distance), tabs.count - 1))
    guard to != from else { return [] }
    var order = ids
    order.insert(order.remove(at: from), at: to)
    // Closed tabs follow, in their former order, so that a reopened one has a place.
    changes.order = order + changes.order.filter { !order.contains($0) }
    arrange()
    return [.tabOrder(changes.order)]
  }

  private func isInSettings(_ feed: QuestionFeed) -> Bool { settings.contains { $0.id == feed } }

  // MARK: - Arranging

  /// Merges settings and changes. If the selected tab no longer exists, its right neighbour is selected, else its left.
  private mutating func arrange() {
    let new = changes.applied(to: settings)
    let places = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
    let neighbours = ids[selectedIndex...] + ids[..<selectedIndex].reversed()
    let counts = Dictionary(uniqueKeysWithValues: zip(ids, news))
    let unreadCounts = Dictionary(uniqueKeysWithValues: zip(ids, unread))
    (tabs, names, ids) = (new, new.map(\.name), new.map(\.id))
    selectedIndex = neighbours.lazy.compactMap { places[$0] }.first ?? 0
    unread = ids.map { unreadCounts[$0] ?? 0 }
    news = ids.map { counts[$0] ?? 0 }
    if news.allSatisfy({ $0 == 0 }) { news = [] }
  }

  private func place(of id: QuestionTab.ID) -> Int? { ids.firstIndex(of: id) }

  private static func usable(_ tabs: [QuestionTab]) -> [QuestionTab] {
    let tabs = tabs.uniqued(by: \.id)
    return tabs.isEmpty ? QuestionTab.standard : tabs
  }
}

extension StackOverflowViewModel.Action {
  /// Whether it concerns a tab or a question in it, so that the selected tab has to stay.
  fileprivate var concernsTabs: Bool {
    switch self {
    case .toggleDensity, .toggleBelow, .previewFits: false
    default: true
    }
  }
}

extension TabChanges {
  /// Returns the settings' tabs with these changes; the settings' unchanged if none would be left.
  func applied(to settings: [QuestionTab]) -> [QuestionTab] {
    let (away, listed) = (Set(closed), Set(settings.map(\.id)))
    let tabs =
      settings.filter { !away.contains($0.id) }
      + opened.filter { !listed.contains($0) && !away.contains($0) }.map(QuestionTab.init(byHand:))
    return tabs.isEmpty ? settings : ordered(tabs)
  }

  /// Returns tabs in a person's order. A tab that is not in it follows the tab that it followed before.
  private func ordered(_ tabs: [QuestionTab]) -> [QuestionTab] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var blocks: [[QuestionTab]] = []
    for tab in tabs {
      if places[tab.id] != nil || blocks.isEmpty { blocks.append([tab]) } else { blocks[blocks.count - 1].append(tab) }
    }
    func rank(_ block: [QuestionTab]) -> Int { places[block[0].id] ?? -1 }
    return blocks.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .flatMap(\.element)
  }

  /// Returns earlier changes merged with later ones.
  fileprivate func merged(onto before: TabChanges) -> TabChanges {
    let touched = Set(opened + closed)
    return TabChanges(
      opened: before.opened.filter { !touched.contains($0) } + opened,
      closed: before.closed.filter { !touched.contains($0) } + closed, order: order.isEmpty ? before.order : order)
  }
}

extension QuestionTab {
  /// Creates a tab that a person opened, named after its feed.
  init(byHand feed: QuestionFeed) {
    var words = feed.tags.joined(separator: feed.matching == .any ? "|" : " ")
    if feed.selection == .kept { words = "kept" }
    if let search = feed.search { words = "search: \(search)\(words.isEmpty ? "" : " \(words)")" }
    if feed.sites != [QuestionFeed.standardSite] {
      let sites = feed.sites.joined(separator: "+")
      words = words.isEmpty ? sites : "\(sites) \(words)"
    }
    if feed == .kept() { words = "Kept" }
    if let condition = feed.when { words = condition == QuestionFeed.unread ? "Unread" : condition }
    self.init(name: SafeText(oneLine: words.isEmpty ? "all" : String(words.prefix(40))), feed: feed)
  }
}
