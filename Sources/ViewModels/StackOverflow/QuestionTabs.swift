import Model
import Text

/// Which tabs there are, and which of them have been shown, as a pure value: there is always one that is.
///
/// A tab is known by its feed as the settings have it. So it stays the same tab wherever it moves and whatever its name.
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
  }

  /// Each feed once.
  private(set) var tabs: [QuestionTab]
  private(set) var names: [SafeText]
  private(set) var ids: [QuestionTab.ID]
  /// The tabs that have been shown, the one that is shown first. Only these have a view model.
  private(set) var opened: [QuestionTab]

  /// - Parameters:
  ///   - tabs: The standard ones when empty.
  ///   - first: The tab that is shown, counted from 0; the nearest where there is none.
  init(_ tabs: [QuestionTab], showing first: Int = 0) {
    self.tabs = Self.usable(tabs)
    (names, ids) = (self.tabs.map(\.name), self.tabs.map(\.id))
    opened = [self.tabs[min(max(0, first), self.tabs.count - 1)]]
  }

  var shown: QuestionTab { opened[0] }
  /// The place of the tab that is shown.
  var selected: Int { place(of: shown.id) ?? 0 }

  mutating func take(_ input: Input) {
    switch input {
    case .tabs(let tabs): replace(with: Self.usable(tabs))
    case .show(let place): if tabs.indices.contains(place) { show(tabs[place]) }
    case .step(let distance): show(tabs[(selected + distance % tabs.count + tabs.count) % tabs.count])
    case .recall(let id): if let place = place(of: id) { show(tabs[place]) }
    }
  }

  private mutating func show(_ tab: QuestionTab) {
    guard tab.id != shown.id else { return }
    opened.removeAll { $0.id == tab.id }
    opened.insert(tab, at: 0)
  }

  /// Takes other tabs. Where the tab that is shown is not among them, its right neighbour is shown, else its left.
  private mutating func replace(with new: [QuestionTab]) {
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
