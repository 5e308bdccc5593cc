import Clients
import Foundation
import Model
import Panes
import SettingsFile
import Signals
import Text

extension Services {
  /// Finds the temperatures of this machine and of all rooms' servers, with one round of requests per start.
  ///
  /// A server that does not answer contributes no lines.
  ///
  /// - Parameter root: The mount point of sysfs, which contains this machine's sensors.
  package func discovered(of parts: Property<[RoomPart]>, root: String) -> SignalProducer<[DiscoveredLine], Never> {
    SignalProducer { [self] observer, lifetime in
      let servers = parts.value.compactMap { part in part.server.map { (part, $0) } }
      let answers = servers.enumerated().map { index, server in
        discovered(at: server.1, as: server.0).flatMapError { _ in SignalProducer(value: []) }.map { (index, $0) }
      }
      lifetime += SignalProducer<(Int, [DiscoveredSource]), Never>.merge(answers).collect()
        .map { answers in
          let machine = MachineSource.hasSensors(root: root) ? [DiscoveredSource.thisMachine] : []
          return (machine + answers.sorted { $0.0 < $1.0 }.flatMap(\.1)).withoutRepeats.flatMap { source in
            source.rooms.compactMap(SettingsText.line).map { DiscoveredLine(text: $0, source: source.heading) }
          }
        }
        .start(observer)
    }
  }
}

extension DiscoveredSource {
  package static let thisMachine = DiscoveredSource(
    heading: "This machine's sensors", rooms: [RoomSettings(source: .sensors)])
}

extension [DiscoveredSource] {
  /// The sources without duplicates, which occur if two rooms have the same server.
  package var withoutRepeats: [DiscoveredSource] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension RoomPart {
  /// The base address for discovery; `nil` if the source has no server that can be searched.
  package var server: URL? {
    switch source {
    case .configured(.prometheus(let url, _)), .configured(.metrics(let url)), .configured(.homeAssistant(let url, _)):
      url
    case .configured(.conAir(let url, _)): url.deletingLastPathComponent()
    case .configured(.openMeteo), .configured(.sensors), .thisMachine, .demonstration: nil
    }
  }

  /// Returns whether the room's server has the host and port of `url`.
  package func asks(_ url: URL) -> Bool { server.map { $0.host() == url.host() && $0.port == url.port } ?? false }
}
