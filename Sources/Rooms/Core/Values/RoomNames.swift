import Foundation
import Model
import Text

extension Room {
  /// Returns the rooms with names that differ: where several have the same name or are of one kind without a name, the kind
  /// of source, or its address, is added.
  public static func named(apart rooms: [Room]) -> [Room] {
    let names = DistinctNames.names(
      of: rooms.map { room in
        let address = room.id.source.source?.address
        return DistinctNames.Candidate(
          room.label,
          additions: [
            // Of two rooms without a name, the kind is the name.
            room.name.map { _ in room.kind.label }, address?.host().map { SafeText(oneLine: $0) }, address?.hostLabel,
            address?.hostLabel.map { "\($0)\(SafeText(oneLine: address?.path() ?? ""))" },
          ])
      })
    return zip(rooms, names).map { room, name in
      var room = room
      if name != room.label { room.name = name }
      return room
    }
  }
}

extension [RoomSourceEntry] {
  /// The names of the sources, each different from the others.
  public var labels: [SafeText] {
    Room.named(
      apart: map { Room(id: Room.ID(source: $0.id, key: nil), name: $0.name, kind: $0.kind, limits: $0.limits) }
    ).map(\.label)
  }
}

extension URL {
  /// Host and port.
  fileprivate var hostLabel: SafeText? {
    host().map { host in SafeText(oneLine: port.map { "\(host):\($0)" } ?? host) }
  }
}
