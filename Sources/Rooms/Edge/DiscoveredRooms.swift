import Foundation
import Model
import Rooms
import SettingsFile
import Signals
import Text

extension RoomClients {
  /// Finds the temperatures of this machine and of all rooms' servers, with one round of requests per start.
  ///
  /// A server that does not answer contributes no lines.
  package var discovered: SignalProducer<[DiscoveredLine], Never> {
    SignalProducer { [self] observer, lifetime in
      let answers = parts.value.servers.enumerated().map { index, server in
        discovered(at: server.url, as: server.part).flatMapError { _ in SignalProducer(value: []) }.map { (index, $0) }
      }
      lifetime += SignalProducer<(Int, [DiscoveredSource]), Never>.merge(answers).collect()
        .map { answers in
          let machine = MachineSource.hasSensors(root: self.systemRoot) ? [DiscoveredSource.thisMachine] : []
          return (machine + answers.sorted { $0.0 < $1.0 }.flatMap(\.1)).asSettings.flatMap { source in
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
  /// The sources as one file of settings can have them: each room once, and with names that differ and are short enough.
  package var asSettings: [DiscoveredSource] {
    var known: Set<RoomSettings.Source> = []
    var sources = map { source in
      var source = source
      source.rooms = source.rooms.filter { known.insert($0.source).inserted && SettingsText.accepts($0) }
      return source
    }
    .filter { !$0.rooms.isEmpty }
    let rooms = sources.flatMap(\.rooms)
    let named = rooms.indices.filter { rooms[$0].name.map { !$0.isEmpty } ?? false }
    let names = DistinctNames.names(
      of: named.map { index in
        DistinctNames.Candidate(rooms[index].name ?? "", additions: rooms[index].source.additions)
      }, limit: SettingsText.longestRoomName)
    var nameOf = Dictionary(uniqueKeysWithValues: zip(named, names))
    var index = 0
    for source in sources.indices {
      for room in sources[source].rooms.indices {
        sources[source].rooms[room].name = nameOf.removeValue(forKey: index)
        index += 1
      }
    }
    return sources
  }
}

extension RoomSettings.Source {
  /// What tells a room of the source from others of its name.
  fileprivate var additions: [SafeText?] {
    let host = address?.host().map { SafeText(oneLine: $0) }
    return switch self {
    case .homeAssistant(_, let entities):
      [entities.first?.split(separator: ".").last.map { SafeText(oneLine: String($0)) }, host]
    default: [nil, host]
    }
  }
}

extension [RoomPart] {
  /// The servers that can be searched, each once, with a room of each: one with a secret, if there is one.
  package var servers: [(part: RoomPart, url: URL)] {
    reduce(into: []) { servers, part in
      guard let url = part.server else { return }
      guard let index = servers.firstIndex(where: { $0.url.absoluteString == url.absoluteString }) else {
        return servers.append((part, url))
      }
      if servers[index].part.settings?.secret == nil { servers[index].part = part }
    }
  }
}

extension RoomPart {
  /// Returns whether the room's server has the host and port of `url`.
  package func asks(_ url: URL) -> Bool { server.map { $0.host() == url.host() && $0.port == url.port } ?? false }
}
