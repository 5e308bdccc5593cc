import Model

/// Which room is selected: a pure value, driven by the view model's scan.
struct RoomSelection: Sendable, Equatable {
  enum Input: Sendable {
    /// These rooms there are now.
    case rooms([Room.ID])
    case move(Int)
  }

  private var rooms: [Room.ID] = []
  /// What a person has chosen; it stays while its room is away.
  private var chosen: Room.ID?

  mutating func take(_ input: Input) {
    switch input {
    case .rooms(let rooms): self.rooms = rooms
    case .move(let lines):
      guard let index, !rooms.isEmpty else { return }
      chosen = rooms[min(max(index + lines, 0), rooms.count - 1)]
    }
  }

  /// The place of the selected room; that of the first where none was chosen or the chosen one is away.
  var index: Int? {
    guard !rooms.isEmpty else { return nil }
    return chosen.flatMap { chosen in
      rooms.firstIndex(of: chosen) ?? rooms.firstIndex { $0.source == chosen.source }
    } ?? 0
  }

  /// The selected room; without a key while nobody has chosen, so that it is the first one of its source.
  var selected: Room.ID? {
    guard let index else { return nil }
    return chosen == rooms[index] ? chosen : Room.ID(source: rooms[index].source, key: nil)
  }
}
