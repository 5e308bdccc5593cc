import Foundation

/// Where a service's data comes from.
///
/// | | a URL is given | `--demo` | `--live` | neither |
/// | --- | --- | --- | --- | --- |
/// | Stack Overflow, Wikipedia | that | demonstration | public | public, else demonstration |
/// | ConAir (has no public server) | that | demonstration | nowhere | demonstration |
///
/// Only a service that nobody configured ever falls back.
enum ServiceSource: Hashable {
  /// This server and no other.
  case server(URL)
  /// This server, or the demonstration where it cannot be reached.
  case serverElseDemonstration(URL)
  case demonstration
  /// There is nobody to ask.
  case nowhere

  /// - Parameters:
  ///   - url: what the command line names.
  ///   - publicServer: where the service is when nobody says otherwise.
  init(_ url: URL?, publicServer: URL?, options: Reactui) {
    if let url {
      self = .server(url)
    } else if options.demo {
      self = .demonstration
    } else if options.live {
      self = publicServer.map { .server($0) } ?? .nowhere
    } else {
      self = publicServer.map { .serverElseDemonstration($0) } ?? .demonstration
    }
  }
}

/// Where the three services' data comes from.
struct ServiceSources: Hashable {
  let questions: ServiceSource
  let edits: ServiceSource
  let temperatures: ServiceSource

  /// Whether any server may be asked, besides the demonstration's.
  var hasServers: Bool {
    [questions, edits, temperatures].contains { $0 != .demonstration && $0 != .nowhere }
  }

  init(options: Reactui) {
    questions = ServiceSource(options.stackExchangeURL, publicServer: PublicServer.stackExchange, options: options)
    edits = ServiceSource(options.wikiURL, publicServer: PublicServer.eventStreams, options: options)
    temperatures = ServiceSource(options.conairURL, publicServer: nil, options: options)
  }
}

/// The servers that are asked when nobody names others.
enum PublicServer {
  static let stackExchange = address("https://api.stackexchange.com/2.3")
  static let eventStreams = address("https://stream.wikimedia.org/v2/stream/recentchange")

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is a URL") }
    return url
  }
}
