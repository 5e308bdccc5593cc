import Foundation
import Text

/// What a server or this machine has that can be shown as rooms.
public struct DiscoveredSource: Sendable, Hashable {
  /// What it is and where, for people: `Prometheus at http://127.0.0.1:9090`.
  public var heading: SafeText
  /// As the settings would have them.
  public var rooms: [RoomSettings]

  public init(heading: SafeText, rooms: [RoomSettings]) {
    self.heading = heading
    self.rooms = rooms
  }
}
