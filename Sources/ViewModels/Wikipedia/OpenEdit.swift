import Model
import Text

/// The open edit, the edits beside it in its list, and the search in its text.
struct OpenEdit: Sendable {
  private(set) var edit: OpenedEdit?
  /// The edits among which it was chosen, if they are not those of the pane's list.
  private var others: [RecentEvent]?
  private var field = FilterField()
  private var words = FilterWords("")

  /// Opens an edit, among others of another list than the pane's unless these are `nil`. An event without a revision is not
  /// opened.
  mutating func open(_ event: RecentEvent, from origin: Origin, among others: [RecentEvent]? = nil) {
    guard event.revision != nil else { return }
    edit = OpenedEdit(event, from: origin)
    self.others = others
    endSearch()
  }

  /// Opens the edit that follows the open one, or precedes it.
  ///
  /// - Returns: That edit; `nil` if there is none.
  mutating func step(_ step: Int, in list: EventList, of origin: Origin) -> RecentEvent? {
    guard let event = neighbour(step, in: list, of: origin), let former = edit else { return nil }
    open(event, from: former.origin, among: others)
    edit?.isPassing = true
    return event
  }

  /// Whether the open edit was chosen in the pane's list.
  var isListed: Bool { edit != nil && others == nil }

  mutating func close() {
    (edit, others) = (nil, nil)
    endSearch()
  }

  mutating func search(_ change: FilterField.Change) { words = field.take(change) ?? words }

  /// Adds what the feed reports later.
  mutating func amend(by facts: [EditAnnotation.Key: EditFacts]) { edit?.event.amend(by: facts) }

  /// The open edit with its search, and whether there are edits beside it; `nil` if none is open.
  ///
  /// - Parameters:
  ///   - list: The pane's list.
  ///   - origin: The origin of that list.
  func opened(in list: EventList, of origin: Origin) -> OpenedEdit? {
    guard var edit else { return nil }
    edit.hasNext = neighbour(1, in: list, of: origin) != nil
    edit.hasPrevious = neighbour(-1, in: list, of: origin) != nil
    edit.search = field.state(words)
    return edit
  }

  private mutating func endSearch() { (field, words) = (FilterField(), FilterWords("")) }

  /// Returns the next edit below the open one in its list, or above it; `nil` if there is none, or if the open one is no
  /// longer in the list.
  private func neighbour(_ step: Int, in list: EventList, of origin: Origin) -> RecentEvent? {
    guard let edit else { return nil }
    if let others {
      guard let row = others.firstIndex(where: { $0.id == edit.event.id }) else { return nil }
      return step > 0 ? others[(row + 1)...].first : others[..<row].last
    }
    guard edit.origin == origin, let row = list.rows.row(of: edit.event.id) else { return nil }
    let (above, below) = (list.rows[..<row], list.rows[(row + 1)...])
    return step > 0 ? below.first { $0.revision != nil } : above.last { $0.revision != nil }
  }
}
