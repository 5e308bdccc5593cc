import Charting
import Model
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
    /// Hides or shows the selected room's line.
    case toggleHidden
    /// Shows only the selected room, or all rooms.
    case toggleAlone
    case showAll
    case filter(FilterField.Change)
    /// The remembered choices. They are ignored after a person has made one.
    case recall(RoomChoices)
  }

  private var rooms: [Room] = []
  /// The chosen room; it is kept while the room is missing.
  private var chosen: Room.ID?
  private var hidden: Set<Room.Mark> = []
  private var isAlone = false
  private var field = FilterField()
  /// The current words.
  private var words = FilterWords("")
  /// The room to be selected as soon as it exists.
  private var recalled: Room.Mark?
  private var hasChosen = false

  mutating func take(_ input: Input) {
    switch input {
    case .rooms(let rooms):
      self.rooms = rooms
      if let recalled, let room = rooms.first(where: { $0.id.mark == recalled }) { chosen = room.id }
    case .move(let lines):
      take(.settle)
      guard let row = row else { return }
      select(listed[min(max(row.clampedSum(lines), 0), listed.count - 1)].id)
    case .select(let id):
      take(.settle)
      if listed.contains(where: { $0.id == id }) { select(id) }
    case .toggleHidden:
      guard let selected, rooms.count > 1 else { return }
      hasChosen = true
      hidden.formSymmetricDifference([selected.mark])
    case .toggleAlone:
      guard let selected, rooms.count > 1 else { return }
      hasChosen = true
      isAlone.toggle()
      // It stays the visible one, whatever rooms are added.
      if isAlone { chosen = selected }
    case .showAll: (isAlone, hasChosen) = (false, true)
    case .filter(let change): take(change)
    case .recall(let choices): recall(choices)
    }
  }

  private mutating func take(_ change: FilterField.Change) { words = field.take(change) ?? words }

  private mutating func select(_ id: Room.ID) { (chosen, recalled, hasChosen) = (id, nil, true) }

  private mutating func recall(_ choices: RoomChoices) {
    guard !hasChosen else { return }
    hidden = choices.hidden
    isAlone = choices.alone != nil
    recalled = choices.alone
    take(.rooms(rooms))
  }

  // MARK: - What is shown

  var filter: FilterState { field.state(words) }

  /// The filtered rooms in order.
  var listed: [Room] {
    words.isEmpty ? rooms : rooms.filter { words.matches(FoldedText($0.label)) }
  }

  /// The index of the selected room among the listed ones; `nil` if there is none.
  private var row: Int? { Self.place(of: chosen, in: listed) }

  /// The selected room: a listed one, or, if none is listed, one of all.
  var selected: Room.ID? { index.map { rooms[$0].id } }

  /// The index of the selected room among all.
  var index: Int? {
    guard let row else { return Self.place(of: chosen, in: rooms) }
    let id = listed[row].id
    return rooms.firstIndex { $0.id == id }
  }

  /// Returns the index of the chosen room; that of the first room if none was chosen, or it is missing.
  private static func place(of chosen: Room.ID?, in rooms: [Room]) -> Int? {
    guard !rooms.isEmpty else { return nil }
    return chosen.flatMap { chosen in
      rooms.firstIndex { $0.id == chosen } ?? rooms.firstIndex { $0.id.source == chosen.source }
    } ?? 0
  }

  /// The lines to draw.
  var lines: LineChoice {
    let isOfMany = rooms.count > 1
    let listed = Set(listed.map(\.id))
    let unlisted = rooms.filter { !listed.contains($0.id) }
    return LineChoice(
      hidden: isOfMany ? hidden.union(unlisted.map(\.id.mark)) : [], alone: isAlone && isOfMany ? selected?.mark : nil,
      focused: isOfMany ? selected?.mark : nil)
  }

  /// The choices to store.
  var choices: RoomChoices { RoomChoices(hidden: hidden, alone: isAlone ? selected?.mark ?? recalled : nil) }
}
