import Clients
import Foundation
import Model
import Rooms
import Signals
import Text

/// The clients of the sources that the settings name.
///
/// A client lives while its part of the sources stays the same, so a change of one does not reconnect the others.
package final class RoomClients: Sendable {
  /// In the order of the settings; empty while nothing is configured.
  package let rooms: Property<[RoomSourceEntry]>
  /// Sentences to the person, sent on any thread.
  package let notices: Signal<SafeText, Never>
  /// Lets a person's next request pass although the service asked for a pause.
  package let overridePause: Signal<Void, Never>.Observer

  let parts: Property<[RoomPart]>
  let systemRoot: String
  private let maker: RoomClientMaker

  /// - Parameters:
  ///   - weather: The address of the weather's server.
  ///   - systemRoot: The folder of the kernel's information on this machine, with its sensors.
  ///   - demonstration: Returns the address of the demonstration's ConAir server, which it starts if necessary.
  ///   - readings: Keeps the temperatures that nothing else keeps; `nil` where nothing is to be kept.
  package init(
    _ parts: Property<[RoomPart]>, weather: URL, machine systemRoot: String,
    demonstration: @escaping @Sendable () throws -> URL,
    secret: @escaping @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>,
    readings: (any ReadingStore)? = nil, transport: Transport,
    clock: any DateScheduler
  ) {
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    let (pauseOverride, overridePause) = Signal<Void, Never>.pipe()
    let maker = RoomClientMaker(
      machine: MachineSource(root: systemRoot, store: readings, clock: clock),
      weather: OpenMeteoClient(
        baseURL: weather, places: parts.map { Set($0.compactMap(\.place)) }, pauseOverride: pauseOverride,
        transport: transport, clock: clock),
      demonstration: demonstration, secret: secret, readings: readings, pauseOverride: pauseOverride, notice: notice,
      transport: transport, clock: clock)
    (self.maker, self.notices, self.overridePause) = (maker, notices, overridePause)
    (self.parts, self.systemRoot) = (parts, systemRoot)
    rooms = parts.skipRepeats().withMembers(of: \.self, keyedBy: \.id) { maker.rooms(from: $0) }
      .map { parts, clients in
        zip(parts, clients).map { part, client in
          RoomSourceEntry(
            id: part.id, name: part.settings?.name, kind: part.kind,
            limits: part.settings?.limits ?? RoomSettings.Limits(),
            source: client)
        }
      }
  }

  /// Returns what a server has that can be shown as rooms.
  ///
  /// - Parameter part: A room of the same server, whose secret is used.
  package func discovered(at url: URL, as part: RoomPart?) -> SignalProducer<[DiscoveredSource], ServiceError> {
    maker.discovery(as: part).sources(at: url)
  }
}

/// Creates the client of a source.
private struct RoomClientMaker {
  /// One for all, since it keeps what was measured.
  let machine: any RoomSource
  /// One for all places, which are asked for together.
  let weather: OpenMeteoClient
  let demonstration: @Sendable () throws -> URL
  let secret: @Sendable (SecretSource) -> SignalProducer<Secret, SecretError>
  let readings: (any ReadingStore)?
  let pauseOverride: Signal<Void, Never>
  let notice: Signal<SafeText, Never>.Observer
  let transport: Transport
  let clock: any DateScheduler

  func rooms(from part: RoomPart) -> any RoomSource {
    switch part {
    case .configured(let room): configured(room)
    case .thisMachine(orDemonstration: false): SensorsWithFallback(machine, else: NoRooms())
    case .thisMachine(orDemonstration: true): SensorsWithFallback(machine, else: demonstratedRoom)
    case .demonstration: demonstratedRoom
    }
  }

  private func configured(_ room: RoomSettings) -> any RoomSource {
    switch room.source {
    case .conAir(let url, let sensor):
      let client = ConAirClient(
        baseURL: url, sensor: sensor, token: supply(room.secret, "the token for ConAir"),
        pauseOverride: pauseOverride, transport: transport, clock: clock)
      client.notices.observeValues { [notice] in notice.send(value: $0) }
      return client
    case .prometheus(let url, let query):
      let name: SafeText = room.user == nil ? "the token for Prometheus" : "the password for Prometheus"
      let client = PrometheusClient(
        baseURL: url, query: query, credentials: Credentials(supply(room.secret, name), user: room.user),
        pauseOverride: pauseOverride, transport: transport, clock: clock)
      client.notices.observeValues { [notice] in notice.send(value: $0) }
      return client
    case .openMeteo(let latitude, let longitude):
      return weather.room(at: OpenMeteoClient.Place(latitude: latitude, longitude: longitude))
    case .metrics(let url):
      let name: SafeText = room.user == nil ? "the token for the exporter" : "the password for the exporter"
      let client = ExporterClient(
        url: url, credentials: Credentials(supply(room.secret, name), user: room.user), store: readings,
        pauseOverride: pauseOverride, transport: transport, clock: clock)
      client.notices.observeValues { [notice] in notice.send(value: $0) }
      return client
    case .homeAssistant(let url, let entities):
      let client = HomeAssistantClient(
        baseURL: url, entities: entities,
        credentials: Credentials(supply(room.secret, "the token for Home Assistant")),
        pauseOverride: pauseOverride, transport: transport, clock: clock)
      client.notices.observeValues { [notice] in notice.send(value: $0) }
      return client
    case .sensors: return machine
    }
  }

  func discovery(as part: RoomPart?) -> RoomDiscovery {
    let room = part?.settings
    let supply =
      part == nil ? SecretSupply() : supply(room?.secret, room?.user == nil ? "the token" : "the password")
    return RoomDiscovery(secret: room?.secret, user: room?.user, supply: supply, transport: transport, clock: clock)
  }

  private func supply(_ source: SecretSource?, _ name: SafeText) -> SecretSupply {
    let supply = SecretSupply(of: source, by: secret, name: name, clock: clock)
    supply.notices.observeValues { [notice] in notice.send(value: $0) }
    return supply
  }

  private var demonstratedRoom: any RoomSource {
    let (transport, demonstration, clock) = (transport, demonstration, clock)
    return DemonstratedRoom(
      demo: { ConAirClient(baseURL: try demonstration(), origin: .demo, transport: transport, clock: clock) },
      clock: clock)
  }
}
