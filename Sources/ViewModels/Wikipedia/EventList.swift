import Model
import Text

/// The list of events: what the filter lets through, the newest first, and which event is selected.
struct EventList: Sendable {
  /// The rows that the filter lets through.
  private(set) var rows: [RecentEvent] = []
  private var events: [RecentEvent] = []
  private var words = FilterWords("")
  /// The event that was chosen last. It stays chosen while the filter hides it, and goes when it has left the list.
  private var chosen: RecentEvent.ID?

  /// How many events there are without the filter.
  var total: Int { events.count }

  /// The selected event; `nil` while the list follows the newest.
  var selection: RecentEvent.ID? { selectedRow.map { rows[$0].id } }

  private var selectedRow: Int? { chosen.flatMap { id in rows.firstIndex { $0.id == id } } }

  /// Shows these events, the newest first, each with the number after that of the one before it in time.
  mutating func show(_ events: [RecentEvent]) {
    let before = self.events.first?.id ?? .max
    self.events = events
    if let id = chosen, !events.contains(where: { $0.id == id }) { chosen = nil }
    if !words.isEmpty, let newest = events.first?.id, let oldest = events.last?.id, newest >= before {
      // What is not new was looked at before: a title is folded once, and only while a filter stands.
      rows = matching(events.prefix { $0.id > before }) + rows.prefix { $0.id >= oldest }
    } else {
      filter()
    }
  }

  mutating func filter(by words: FilterWords) {
    guard words != self.words else { return }
    self.words = words
    filter()
  }

  private mutating func filter() { rows = words.isEmpty ? events : matching(events[...]) }

  private func matching(_ events: ArraySlice<RecentEvent>) -> [RecentEvent] {
    events.filter { words.matches(FoldedText($0.event.title)) }
  }

  /// Selects an event that is shown.
  mutating func select(_ id: RecentEvent.ID) {
    if rows.contains(where: { $0.id == id }) { chosen = id }
  }

  mutating func followNewest() { chosen = nil }

  /// Moves the selection. Down from nothing selects the newest; up from the newest selects nothing, so that the list
  /// follows again.
  mutating func move(_ motion: Motion) {
    let row = selectedRow ?? -1
    let target =
      switch motion {
      case .lines(let count): row.clampedSum(count)
      case .start: -1
      case .end: rows.count - 1
      }
    chosen = target < 0 || rows.isEmpty ? nil : rows[min(target, rows.count - 1)].id
  }
}
