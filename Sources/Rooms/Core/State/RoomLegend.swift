import PaneKit
import Text

/// The legend of the temperatures' chart: the rooms, the selected one, and the visible ones.
///
/// A pure value, driven by the view model's scan.
struct RoomLegend: Sendable {
  enum Input: Sendable {
    /// The current rooms.
    case rooms([Room])
    /// Selects the room a number of lines below the selected one.
    case move(Int)
    case select(Room.ID)
    /// Selects the first room of another order, unless one is shown alone.
    case startOver
    /// Hides or shows the selected room's line.
    case toggleHidden
    /// Shows only the selected room, or all rooms.
    case toggleAlone
    case showAll
    case filter(FilterField.Change)
    /// The remembered choices, to which those that a person has made are applied.
    case recall(RoomChoices)
  }

  private var list = FilteredList<Room>(orElse: .first)
  private var hidden = Remembered<Set<Room.Mark>, (room: Room.Mark, isHidden: Bool)>([]) { hidden, choice in
    if choice.isHidden { hidden.insert(choice.room) } else { hidden.remove(choice.room) }
  }
  private var isAlone = Remembered(false)
  private var field = FilterField()
  /// The room to be selected as soon as it exists.
  private var recalled: Room.Mark?
  /// Whether a person has selected a room.
  private var hasSelected = false
  /// The room that a person selected last, now or in an earlier run.
  private var chosen: Room.Mark?

  mutating func reduce(_ input: Input) {
    switch input {
    case .rooms(let rooms):
      list.replace(with: rooms)
      selectRecalled()
    case .move(let lines):
      reduce(.applyText)
      list.move(.lines(lines))
      if !list.rows.isEmpty { keepSelection() }
    case .select(let id):
      reduce(.applyText)
      if list.select(id) { keepSelection() }
    case .startOver:
      if !isAlone.value {
        list.deselect()
        // It stays selected wherever its values move it.
        list.keepSelected()
        keepSelection()
      }
    case .toggleHidden:
      guard let selected, list.elements.count > 1 else { return }
      hidden.reduce((selected.mark, !hidden.value.contains(selected.mark)))
    case .toggleAlone:
      guard list.elements.count > 1 else { return }
      isAlone.reduce(!isAlone.value)
      (recalled, hasSelected) = (nil, true)
      // It stays the visible one, whatever rooms are added.
      if isAlone.value { list.keepSelected() }
    case .showAll: isAlone.reduce(false)
    case .filter(let change): reduce(change)
    case .recall(let choices): recall(choices)
    }
  }

  private mutating func reduce(_ change: FilterField.Change) {
    if let words = field.reduce(change) { list.filter(by: words) }
  }

  private mutating func keepSelection() { (recalled, hasSelected, chosen) = (nil, true, selected?.mark) }

  private mutating func recall(_ choices: RoomChoices) {
    hidden.recall(choices.hidden)
    isAlone.recall(choices.alone != nil)
    guard !hasSelected else { return }
    chosen = choices.selected
    recalled = choices.alone ?? choices.selected
    selectRecalled()
  }

  private mutating func selectRecalled() {
    if let recalled, let room = list.elements.first(where: { $0.id.mark == recalled }) { list.select(room.id) }
  }

  // MARK: - What is shown

  var filter: FilterState { field.state(list.words) }

  /// All rooms in order.
  var rooms: [Room] { list.elements }

  /// The filtered rooms in order.
  var listed: VisibleRows<Room> { list.rows }

  /// The selected room: a listed one, or, if none is listed, one of all.
  var selected: Room.ID? { list.selectedOfAll?.id }

  /// The index of the selected room among all.
  var index: Int? { selected.flatMap { selected in list.elements.firstIndex { $0.id == selected } } }

  /// The lines to draw.
  var lines: LineChoice {
    let isOfMany = list.elements.count > 1
    let listed = Set(listed.map(\.id))
    let unlisted = list.elements.filter { !listed.contains($0.id) }
    return LineChoice(
      hidden: isOfMany ? hidden.value.union(unlisted.map(\.id.mark)) : [],
      alone: isAlone.value && isOfMany ? selected?.mark : nil,
      focused: isOfMany ? selected?.mark : nil)
  }

  /// The choices to store.
  var choices: RoomChoices {
    // The remembered room may come with a later answer; what is alone until then was chosen by nobody.
    let awaited = recalled.flatMap { mark in list.elements.contains { $0.id.mark == mark } ? nil : mark }
    return RoomChoices(
      hidden: hidden.value, alone: isAlone.value ? awaited ?? selected?.mark : nil, selected: chosen)
  }
}

extension Room: Searchable {
  public var searchedTexts: [SafeText] { [label] }

  /// In place of a missing room another one of its source is selected.
  public static func areRelated(_ room: ID, _ chosen: ID) -> Bool { room.source == chosen.source }
}
