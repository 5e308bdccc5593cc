import Clients
import Edits
import Foundation
import Questions
import Rooms
import RoomsEdge
import SettingsFile
import Text

extension ServiceSource {
  /// The source that settings and options choose:
  ///
  /// | | a URL is given | `--demo` | `--live` | neither |
  /// | --- | --- | --- | --- | --- |
  /// | Stack Overflow, Wikipedia | that | demonstration | public | public, else demonstration |
  /// | rooms (have no public server) | that | demonstration | this machine | this machine, else demonstration |
  ///
  /// Only a service that is not configured ever falls back. The command line takes precedence over the environment and the
  /// file: `--demo` overrides their URLs, but not those of options.
  ///
  /// - Parameters:
  ///   - url: The URL in the settings; `place` is where it is given.
  ///   - publicServer: The service's address if none is given.
  package init(_ url: URL?, given place: SettingsPlace?, publicServer: URL, demo: Bool, live: Bool) {
    if let url, !demo || place.isFlag {
      self = .server(url)
    } else if demo {
      self = .demonstration
    } else if live {
      self = .server(publicServer)
    } else {
      self = .serverElseDemonstration(publicServer)
    }
  }
}

extension SettingsPlace? {
  fileprivate var isFlag: Bool {
    if case .flag = self { true } else { false }
  }
}

/// The sources of the services' data, and the credentials of their requests.
package struct ServiceSources: Hashable {
  package let questions: ServicePart
  package let edits: ServicePart
  /// The wikis of the settings.
  package let wikis: WikiSelection
  /// The sources of temperatures, in the order of the settings.
  package let rooms: [RoomPart]

  /// The addresses of the servers.
  package var addresses: ServiceAddresses {
    let rooms = rooms.compactMap(\.address)
    return ServiceAddresses(
      questions: questions.source.address, edits: edits.source.address,
      temperatures: rooms.isEmpty ? nil : rooms.joined(separator: ", "))
  }

  package init(_ resolved: ResolvedSettings, demo: Bool, live: Bool) {
    let (settings, origins) = (resolved.settings, resolved.origins)
    func source(_ url: URL?, _ path: String, publicServer: URL) -> ServiceSource {
      ServiceSource(url, given: origins[path], publicServer: publicServer, demo: demo, live: live)
    }
    questions = ServicePart(
      source(settings.stackOverflow.url, "stack-overflow.url", publicServer: PublicServer.stackExchange),
      secret: settings.stackOverflow.key)
    edits = ServicePart(
      source(settings.wikipedia.url, "wikipedia.url", publicServer: PublicServer.eventStreams),
      contact: settings.wikipedia.contact)
    wikis = WikiSelection(settings.wikipedia.wikis)
    // What is configured is never answered by the demonstration, unless the command line asks for that.
    if demo, !origins["rooms"].isFlag {
      rooms = [.demonstration]
    } else if settings.rooms.isEmpty {
      rooms = [.thisMachine(orDemonstration: !live)]
    } else {
      rooms = settings.rooms.map(RoomPart.configured)
    }
  }
}

/// The servers used if no others are set.
package enum PublicServer {
  package static let stackExchange = address(QuestionServer.standard.address)
  package static let eventStreams = address("https://stream.wikimedia.org/v2/stream/recentchange")

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is a URL") }
    return url
  }
}
