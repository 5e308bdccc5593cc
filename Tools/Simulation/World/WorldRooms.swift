import Clients
import Foundation
import Model
import ModelTesting
import Rooms
import RoomsEdge
import Signals
import Text

extension World {
  /// Returns the sources of rooms: those of the settings, or one that they do not name.
  ///
  /// An exporter's page is read by the program's own client, where clients speak to servers, which keeps what it has read.
  func rooms(_ settings: [RoomSettings], of client: Int, keptIn store: any ReadingStore) -> [RoomSourceEntry] {
    guard !settings.isEmpty else {
      let room = WorldRoom(self, number: 0, client: client)
      return [RoomSourceEntry(room)] + longTexts
    }
    return settings.enumerated().map { number, room in
      let id = RoomSourceEntry.ID(source: room.source)
      if case .metrics(let url) = room.source, let network {
        let exporter = ExporterClient(url: url, store: store, transport: network.makeTransport(), clock: clock)
        return RoomSourceEntry(id: id, name: room.name, kind: .metrics, limits: room.limits, source: exporter)
      }
      return RoomSourceEntry(
        id: id, name: room.name, kind: .conAir, limits: room.limits,
        source: WorldRoom(self, number: number, client: client))
    } + longTexts
  }

  private var longTexts: [RoomSourceEntry] { LongTexts.source(in: self).map { [$0] } ?? [] }
}

/// A page of an exporter with one room.
enum ExporterServer {
  static let host = "exporter.example"

  static func page(in world: World) -> [UInt8] {
    let celsius = WorldRoom.celsius(of: 0, at: world.now.timeIntervalSince1970)
    return Array("room_celsius{room=\"attic\"} \(celsius)\n".utf8)
  }
}
