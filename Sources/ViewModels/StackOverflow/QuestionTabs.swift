import Model
import Text

/// Which tabs there are, and which of them have been shown, as a pure value: there is always one that is.
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
    /// Shows the tab that was shown when the program ended, where there still is one.
    case recall(QuestionTab.ID)
    /// Takes what was done to the tabs when the program ran before.
    case recallChanges(TabChanges)
    /// Shows a feed, in a tab of its own where it has none.
    case open(QuestionFeed)
    /// Closes the tab that is shown, unless it is the only one.
    case close
    /// Brings back the tab that was closed last, and shows it.
    case reopen
    /// Moves the tab that is shown by so many places.
    case move(Int)
  }

  /// Each feed once.
  private(set) var tabs: [QuestionTab]
  private(set) var names: [SafeText]
  private(set) var ids: [QuestionTab.ID]
  /// The tabs that have been shown, the one that is shown first. Only these have a view model.
  private(set) var opened: [QuestionTab]
  /// What the latest input has changed by hand, to be remembered.
  private(set) var changed: [StateChange] = []

  private var settings: [QuestionTab]
  private var changes = TabChanges()

  /// - Parameters:
  ///   - tabs: The standard ones when empty.
  ///   - first: The tab that is shown, counted from 0; the nearest where there is none.
  init(_ tabs: [QuestionTab], showing first: Int = 0) {
    settings = Self.usable(tabs)
    self.tabs = settings
    (names, ids) = (self.tabs.map(\.name), self.tabs.map(\.id))
    opened = [self.tabs[min(max(0, first), self.tabs.count - 1)]]
  }

  var shown: QuestionTab { opened[0] }
  /// The place of the tab that is shown.
  var selected: Int { place(of: shown.id) ?? 0 }
  var canClose: Bool { tabs.count > 1 }
  var canReopen: Bool { !changes.closed.isEmpty }

  mutating func take(_ input: Input) {
    changed = []
    switch input {
    case .tabs(let tabs):
      settings = Self.usable(tabs)
      arrange()
    case .show(let place): if tabs.indices.contains(place) { show(tabs[place]) }
    case .step(let distance): show(tabs[(selected + distance % tabs.count + tabs.count) % tabs.count])
    case .recall(let id): if let place = place(of: id) { show(tabs[place]) }
    case .recallChanges(let remembered):
      changes = changes.merged(onto: remembered)
      arrange()
    case .open(let feed): open(feed)
    case .close: if canClose { close() }
    case .reopen: if let feed = changes.closed.last { open(feed) }
    case .move(let distance): move(by: distance)
    }
  }

  private mutating func show(_ tab: QuestionTab) {
    guard tab.id != shown.id else { return }
    opened.removeAll { $0.id == tab.id }
    opened.insert(tab, at: 0)
  }

  // MARK: - By hand

  private mutating func open(_ feed: QuestionFeed) {
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
    if let place = place(of: feed) { show(tabs[place]) }
  }

  private mutating func close() {
    let feed = shown.id
    changes.opened.removeAll { $0 == feed }
    changes.closed.removeAll { $0 == feed }
    changes.closed.append(feed)
    changed.append(.tabFate(feed, .closed))
    arrange()
  }

  private mutating func move(by distance: Int) {
    let from = selected
    let to = max(0, min(from.clampedSum(distance), tabs.count - 1))
    guard to != from else { return }
    var order = ids
    order.insert(order.remove(at: from), at: to)
    // Tabs that are closed keep their places for when they come back.
    changes.order = order + changes.order.filter { !order.contains($0) }
    changed.append(.tabOrder(changes.order))
    arrange()
  }

  private func isInSettings(_ feed: QuestionFeed) -> Bool { settings.contains { $0.id == feed } }

  // MARK: - Arranging

  /// Puts settings and changes together. Where the tab that was shown is not among the tabs, its right neighbour is shown,
  /// else its left.
  private mutating func arrange() {
    let new = changes.applied(to: settings)
    let byID = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
    let neighbours = tabs[selected...] + tabs[..<selected].reversed()
    let shown = neighbours.lazy.compactMap { byID[$0.id] }.first ?? new[0]
    (tabs, names, ids) = (new, new.map(\.name), new.map(\.id))
    opened = [shown] + opened.compactMap { byID[$0.id] }.filter { $0.id != shown.id }
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
