import Foundation
import Model
import Panes
import SettingsFile
import Text

/// Where a service's data comes from.
///
/// | | a URL is given | `--demo` | `--live` | neither |
/// | --- | --- | --- | --- | --- |
/// | Stack Overflow, Wikipedia | that | demonstration | public | public, else demonstration |
/// | ConAir (has no public server) | that | demonstration | nowhere | demonstration |
/// | ConAir, with rooms of which none is read yet | | demonstration | nowhere | nowhere |
///
/// Only a service that nobody configured ever falls back. What the command line says counts for more than the environment and
/// the file: `--demo` sets their URLs aside, but not those of options.
enum ServiceSource: Hashable {
  /// This server and no other.
  case server(URL)
  /// This server, or the demonstration where it cannot be reached.
  case serverElseDemonstration(URL)
  case demonstration
  /// There is nobody to ask.
  case nowhere

  /// - Parameters:
  ///   - url: What the settings say, and where they say it.
  ///   - publicServer: Where the service is when nobody says otherwise.
  init(_ url: URL?, given place: SettingsPlace?, publicServer: URL?, demo: Bool, live: Bool) {
    if let url, !demo || place.isFlag {
      self = .server(url)
    } else if demo {
      self = .demonstration
    } else if live {
      self = publicServer.map { .server($0) } ?? .nowhere
    } else {
      self = publicServer.map { .serverElseDemonstration($0) } ?? .demonstration
    }
  }
}

extension ServiceSource {
  /// The server's address without what lets somebody in: name and password, and the values of a query, which may be tokens.
  /// `nil` where only the demonstration is asked.
  fileprivate var address: SafeText? {
    switch self {
    case .demonstration, .nowhere: return nil
    case .server(let url), .serverElseDemonstration(let url):
      guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
      parts.queryItems = parts.queryItems?.map { URLQueryItem(name: $0.name, value: $0.value.map { _ in "..." }) }
      return parts.string.map { SafeText(oneLine: AddressText.withoutPasswords($0)) }
    }
  }
}

extension SettingsPlace? {
  fileprivate var isFlag: Bool {
    if case .flag = self { true } else { false }
  }
}

/// Where the three services' data comes from, and what their requests are authorised with.
struct ServiceSources: Hashable {
  /// A service's source and where its secret comes from: what a client is made of.
  struct Part: Hashable {
    var source: ServiceSource
    var secret: SecretSource?
  }

  let questions: Part
  let edits: Part
  let temperatures: Part
  /// The names of the rooms in the settings that are not read yet.
  let unreadRooms: [SafeText]

  /// Where the servers are.
  var addresses: ServiceAddresses {
    ServiceAddresses(
      questions: questions.source.address, edits: edits.source.address, temperatures: temperatures.source.address)
  }

  /// Whether any server may be asked, besides the demonstration's.
  var hasServers: Bool {
    [questions, edits, temperatures].contains { $0.source != .demonstration && $0.source != .nowhere }
  }

  init(_ resolved: ResolvedSettings, demo: Bool, live: Bool) {
    let (settings, origins) = (resolved.settings, resolved.origins)
    func source(_ url: URL?, _ path: String, publicServer: URL?) -> ServiceSource {
      ServiceSource(url, given: origins[path], publicServer: publicServer, demo: demo, live: live)
    }
    let room = settings.rooms.shown
    // What is configured is never answered by the demonstration, unless the command line asks for that.
    let isUnread = room == nil && !settings.rooms.isEmpty && !demo
    unreadRooms = demo ? [] : settings.rooms.unread
    questions = Part(
      source: source(settings.stackOverflow.url, "stack-overflow.url", publicServer: PublicServer.stackExchange),
      secret: settings.stackOverflow.key)
    edits = Part(source: source(settings.wikipedia.url, "wikipedia.url", publicServer: PublicServer.eventStreams))
    temperatures = Part(
      source: isUnread ? .nowhere : source(room?.conAir, "rooms", publicServer: nil),
      secret: room?.secret ?? settings.conAir.token)
  }
}

extension RoomSettings {
  /// The address of the room's readings, where they are a ConAir server's.
  fileprivate var conAir: URL? {
    if case .conAir(let url) = source { url } else { nil }
  }
}

/// The servers that are asked when nobody names others.
enum PublicServer {
  static let stackExchange = address(QuestionServer.standard.address)
  static let eventStreams = address("https://stream.wikimedia.org/v2/stream/recentchange")

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is a URL") }
    return url
  }
}
