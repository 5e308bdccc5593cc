import Foundation
import Rooms
import Text

/// A source of temperatures: a room of the settings, or what stands in where the settings have none.
package enum RoomPart: Hashable {
  case configured(RoomSettings)
  /// This machine's sensors, or the demonstration if it has none and `orDemonstration` is true.
  case thisMachine(orDemonstration: Bool)
  case demonstration

  /// What the settings say of it.
  package var settings: RoomSettings? { if case .configured(let room) = self { room } else { nil } }

  /// The place whose weather is asked for.
  package var place: OpenMeteoClient.Place? {
    guard case .openMeteo(let latitude, let longitude) = settings?.source else { return nil }
    return OpenMeteoClient.Place(latitude: latitude, longitude: longitude)
  }

  package var id: RoomSourceEntry.ID {
    switch self {
    case .configured(let room): RoomSourceEntry.ID(source: room.source, secret: room.secret, user: room.user)
    case .thisMachine(let orDemonstration): RoomSourceEntry.ID(ordinal: orDemonstration ? 2 : 1)
    case .demonstration: RoomSourceEntry.ID(ordinal: 0)
    }
  }

  package var kind: RoomSourceKind {
    switch self {
    case .configured(let room): room.source.kind
    case .thisMachine: .thisMachine
    case .demonstration: .demonstration
    }
  }

  /// The base address of the server; `nil` if none is configured.
  package var server: URL? { settings?.source.address }

  /// The server's address without credentials; `nil` if no server is asked.
  package var address: SafeText? { server.flatMap(AddressText.safe) ?? kind.publicServer }
}
