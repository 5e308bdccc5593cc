import Model
import Text

/// Which tabs there are, which of them is shown, and what is new in each, as a pure value.
///
/// A tab is known by its feed as the settings have it. So it stays the same tab wherever it moves and whatever its name.
/// What a person does is kept as differences to the settings: both can change.
struct QuestionTabs: Sendable, Equatable {
  enum Input: Sendable {
    /// The settings have other tabs.
    case tabs([QuestionTab])
    /// Shows a tab, counted from 0.
    case show(Int)
    /// Shows the tab so many places further; the last is followed by the first.
    case step(Int)
    /// Takes what was done to the tabs when the program ran before, and shows the tab that was shown then, unless a person
    /// has done something since the start.
    case recall(TabChanges, selected: QuestionTab.ID?)
    /// Shows a feed, in a tab of its own where it has none.
    case open(QuestionFeed)
    /// Closes the tab that is shown, unless it is the only one.
    case close
    /// Brings back the tab that was closed last, and shows it.
    case reopen
    /// Moves the tab that is shown by so many places.
    case move(Int)
    /// A person has done something in the tab that is shown.
    case acted
    /// A tab has so many new questions.
    case news(Int, in: QuestionTab.ID)
  }

  /// Each feed once.
  private(set) var tabs: [QuestionTab]
  private(set) var names: [SafeText]
  private(set) var ids: [QuestionTab.ID]
  /// The place of the selected tab, which is the one on the screen. There is always one.
  private(set) var selectedIndex: Int
  /// New questions by tab, in the order of ``tabs``; empty where no tab has any.
  private(set) var news: [Int] = []

  private var settings: [QuestionTab]
  private var changes = TabChanges()
  /// A person has chosen what is shown, so what is remembered of that counts no longer.
  private var hasActed: Bool

  /// - Parameters:
  ///   - tabs: The standard ones when empty.
  ///   - first: The tab that is shown, counted from 0; the nearest where there is none. `nil` for the first one until it
  ///     is known which one was shown last.
  init(_ tabs: [QuestionTab], showing first: Int?) {
    settings = Self.usable(tabs)
    self.tabs = settings
    (names, ids) = (self.tabs.map(\.name), self.tabs.map(\.id))
    selectedIndex = min(max(0, first ?? 0), self.tabs.count - 1)
    hasActed = first != nil
  }

  var selectedTab: QuestionTab { tabs[selectedIndex] }
  var canClose: Bool { tabs.count > 1 }
  var canReopen: Bool { !changes.closed.isEmpty }

  /// - Returns: what a person has changed, to be remembered.
  mutating func take(_ input: Input) -> [StateChange] {
    switch input {
    case .tabs(let tabs):
      settings = Self.usable(tabs)
      arrange()
      return []
    case .recall(let remembered, let selected):
      changes = changes.merged(onto: remembered)
      arrange()
      if !hasActed, let place = selected.flatMap(place) { selectedIndex = place }
      return []
    case .news(let count, let tab):
      take(news: count, in: tab)
      return []
    case .acted, .show, .step, .open, .close, .reopen, .move:
      hasActed = true
      return act(input)
    }
  }

  private mutating func take(news count: Int, in tab: QuestionTab.ID) {
    guard let place = place(of: tab) else { return }
    if news.isEmpty { news = Array(repeating: 0, count: tabs.count) }
    news[place] = count
    if count == 0, news.allSatisfy({ $0 == 0 }) { news = [] }
  }

  // MARK: - By hand

  private mutating func act(_ input: Input) -> [StateChange] {
    switch input {
    case .show(let place): if tabs.indices.contains(place) { selectedIndex = place }
    case .step(let distance): selectedIndex = (selectedIndex + distance % tabs.count + tabs.count) % tabs.count
    case .open(let feed): return open(feed)
    case .close: return canClose ? close() : []
    case .reopen: return changes.closed.last.map { open($0) } ?? []
    case .move(let distance): return move(by: distance)
    case .acted, .tabs, .recall, .news: break
    }
    return []
  }

  private mutating func open(_ feed: QuestionFeed) -> [StateChange] {
    var changed: [StateChange] = []
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

  private mutating func close() -> [StateChange] {
    let feed = selectedTab.id
    changes.opened.removeAll { $0 == feed }
    changes.closed.removeAll { $0 == feed }
    changes.closed.append(feed)
    arrange()
    return [.tabFate(feed, .closed)]
  }

  private mutating func move(by distance: Int) -> [StateChange] {
    let from = selectedIndex
    let to = max(0, min(from.clampedSum(distance), tabs.count - 1))
    guard to != from else { return [] }
    var order = ids
    order.insert(order.remove(at: from), at: to)
    // Tabs that are closed keep their places for when they come back.
    changes.order = order + changes.order.filter { !order.contains($0) }
    arrange()
    return [.tabOrder(changes.order)]
  }

  private func isInSettings(_ feed: QuestionFeed) -> Bool { settings.contains { $0.id == feed } }

  // MARK: - Arranging

  /// Puts settings and changes together. Where the tab that was shown is not among the tabs, its right neighbour is shown,
  /// else its left.
  private mutating func arrange() {
    let new = changes.applied(to: settings)
    let places = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
    let neighbours = ids[selectedIndex...] + ids[..<selectedIndex].reversed()
    let counts = Dictionary(uniqueKeysWithValues: zip(ids, news))
    (tabs, names, ids) = (new, new.map(\.name), new.map(\.id))
    selectedIndex = neighbours.lazy.compactMap { places[$0] }.first ?? 0
    news = ids.map { counts[$0] ?? 0 }
    if news.allSatisfy({ $0 == 0 }) { news = [] }
  }

  private func place(of id: QuestionTab.ID) -> Int? { ids.firstIndex(of: id) }

  private static func usable(_ tabs: [QuestionTab]) -> [QuestionTab] {
    var seen: Set<QuestionTab.ID> = []
    let tabs = tabs.filter { seen.insert($0.id).inserted }
    return tabs.isEmpty ? QuestionTab.standard : tabs
  }
}

extension TabChanges {
  /// The tabs of the settings with these changes; all of the settings' where nothing would be left.
  func applied(to settings: [QuestionTab]) -> [QuestionTab] {
    let (away, listed) = (Set(closed), Set(settings.map(\.id)))
    let tabs =
      settings.filter { !away.contains($0.id) }
      + opened.filter { !listed.contains($0) && !away.contains($0) }.map(QuestionTab.init(byHand:))
    return tabs.isEmpty ? settings : ordered(tabs)
  }

  /// Tabs in the order that a person gave them. A tab that is not in it follows the tab that it followed before.
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

  /// What was done before with what was done since.
  fileprivate func merged(onto before: TabChanges) -> TabChanges {
    let touched = Set(opened + closed)
    return TabChanges(
      opened: before.opened.filter { !touched.contains($0) } + opened,
      closed: before.closed.filter { !touched.contains($0) } + closed, order: order.isEmpty ? before.order : order)
  }
}

extension QuestionTab {
  /// A tab that a person opened, with the words that they opened it by.
  init(byHand feed: QuestionFeed) {
    var words = feed.tags.joined(separator: feed.matching == .any ? "|" : " ")
    if feed.selection == .kept { words = "kept" }
    if let search = feed.search { words = "search: \(search)\(words.isEmpty ? "" : " \(words)")" }
    if feed.site != QuestionFeed.standardSite { words = words.isEmpty ? feed.site : "\(feed.site) \(words)" }
    if feed == .kept() { words = "Kept" }
    self.init(name: SafeText(oneLine: words.isEmpty ? "all" : String(words.prefix(40))), feed: feed)
  }
}
