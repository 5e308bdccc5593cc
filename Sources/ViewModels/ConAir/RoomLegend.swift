import Charting
import Model
import Text

/// The legend of the temperatures' chart: which rooms there are, which one is selected, and which of them are shown.
///
/// A pure value, driven by the view model's scan.
struct RoomLegend: Sendable {
  enum Input: Sendable {
    /// These rooms there are now.
    case rooms([Room])
    /// A person selects the room so many lines below the selected one.
    case move(Int)
    case select(Room.ID)
    /// Takes the selected room's line away, or brings it back.
    case toggleHidden
    /// Shows the selected room alone, or all again.
    case toggleAlone
    case showAll
    case filter(FilterField.Change)
    /// What was chosen when the program ran last. It changes nothing once a person has chosen something.
    case recall(RoomChoices)
  }

  private var rooms: [Room] = []
  /// What a person has chosen; it stays while its room is away.
  private var chosen: Room.ID?
  private var hidden: Set<Room.Mark> = []
  private var isAlone = false
  private var field = FilterField()
  /// The words in force.
  private var words = FilterWords("")
  /// The selected room is to be this one, as soon as it is there.
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
      // It stays the one that is alone, whatever rooms come.
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

  /// The rooms that the filter lets through, in their order.
  var listed: [Room] {
    words.isEmpty ? rooms : rooms.filter { words.matches(FoldedText($0.label)) }
  }

  /// The place of the selected room among those that are listed; `nil` where none is.
  private var row: Int? { Self.place(of: chosen, in: listed) }

  /// The selected room: of those that are listed, or of all where the filter lets none through.
  var selected: Room.ID? { index.map { rooms[$0].id } }

  /// The place of the selected room among all.
  var index: Int? {
    guard let row else { return Self.place(of: chosen, in: rooms) }
    let id = listed[row].id
    return rooms.firstIndex { $0.id == id }
  }

  /// The place of what was chosen; that of the first room where nothing was, or where it is away.
  private static func place(of chosen: Room.ID?, in rooms: [Room]) -> Int? {
    guard !rooms.isEmpty else { return nil }
    return chosen.flatMap { chosen in
      rooms.firstIndex { $0.id == chosen } ?? rooms.firstIndex { $0.id.source == chosen.source }
    } ?? 0
  }

  /// Which lines are drawn.
  var lines: LineChoice {
    let isOfMany = rooms.count > 1
    let listed = Set(listed.map(\.id))
    let unlisted = rooms.filter { !listed.contains($0.id) }
    return LineChoice(
      hidden: isOfMany ? hidden.union(unlisted.map(\.id.mark)) : [], alone: isAlone && isOfMany ? selected?.mark : nil,
      focused: isOfMany ? selected?.mark : nil)
  }

  /// What is found again at the next start.
  var choices: RoomChoices { RoomChoices(hidden: hidden, alone: isAlone ? selected?.mark ?? recalled : nil) }
}
