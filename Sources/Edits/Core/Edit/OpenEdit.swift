import Model
import PaneKit
import Text

/// The open edit, the edits beside it in its list, the search in its text, and what a person comes back to.
struct OpenEdit: Sendable {
  private(set) var edit: OpenedEdit?
  /// The edit as it was chosen in another list than the pane's, with that list; `nil` if it is of the pane's list.
  private var chosen: ChosenEdit?
  private var field = FilterField()
  private var words = FilterWords("")
  /// What was open when an edit was chosen in another list, the latest at the end.
  private var former: [OpenEdit] = []

  /// More are not kept.
  private static let formerLimit = 20

  /// Opens an edit of the pane's list. An event without a revision is not opened.
  mutating func open(_ event: RecentEvent, from origin: Origin) {
    guard event.revision != nil else { return }
    self = OpenEdit()
    edit = OpenedEdit(event, from: origin)
  }

  /// Opens an edit of another list. Closing it leads back to that list, and to what is open now.
  mutating func open(_ chosen: ChosenEdit) {
    guard chosen.event.revision != nil else { return }
    var next = OpenEdit()
    (next.edit, next.chosen) = (OpenedEdit(chosen.event, from: chosen.origin), chosen)
    if edit != nil { next.former = former.suffix(Self.formerLimit - 1) + [alone] }
    self = next
  }

  /// Opens the edit that follows the open one, or precedes it.
  ///
  /// - Returns: That edit; `nil` if there is none.
  mutating func step(_ step: Int, in list: EventList, of origin: Origin) -> RecentEvent? {
    guard let event = neighbour(step, in: list, of: origin), let before = edit else { return nil }
    edit = OpenedEdit(event, from: before.origin)
    edit?.isPassing = true
    chosen?.event = event
    (field, words) = (FilterField(), FilterWords(""))
    return event
  }

  /// Whether the open edit was chosen in the pane's list.
  var isListed: Bool { edit != nil && chosen == nil }

  /// Closes the edit, and opens again what was open before.
  ///
  /// - Returns: The list in which it was chosen, and the edit there; `nil` if that is the pane's list.
  mutating func close() -> ChosenEdit? {
    let list = chosen
    var before = former.last ?? OpenEdit()
    before.former = former.dropLast()
    self = before
    return list
  }

  mutating func search(_ change: FilterField.Change) { words = field.reduce(change) ?? words }

  /// Adds what the feed reports later.
  mutating func amend(by facts: [EditAnnotation.Key: EditFacts]) {
    edit?.event.amend(by: facts)
    for index in former.indices { former[index].amend(by: facts) }
  }

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

  /// The same without what was open before.
  private var alone: OpenEdit {
    var edit = self
    edit.former = []
    return edit
  }

  /// Returns the next edit below the open one in its list, or above it; `nil` if there is none, or if the open one is no
  /// longer in the list.
  private func neighbour(_ step: Int, in list: EventList, of origin: Origin) -> RecentEvent? {
    guard let edit else { return nil }
    if let others = chosen?.events {
      guard let row = others.firstIndex(where: { $0.id == edit.event.id }) else { return nil }
      return step > 0 ? others[(row + 1)...].first : others[..<row].last
    }
    guard edit.origin == origin, let row = list.row(of: edit.event.id) else { return nil }
    let (above, below) = (list.rows[..<row], list.rows[(row + 1)...])
    return step > 0 ? below.first(where: \.hasRevision) : above.last(where: \.hasRevision)
  }
}
