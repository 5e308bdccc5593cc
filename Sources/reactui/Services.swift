import Clients
import Foundation
import Model
import Signals
import Station

/// Chooses, per service, between the address that was given, the public one and the built-in demonstration.
///
/// | | a URL is given | `--demo` | `--live` | neither |
/// | --- | --- | --- | --- | --- |
/// | Stack Overflow, Wikipedia | that | demonstration | public | public, else demonstration |
/// | ConAir (has no public server) | that | demonstration | nothing | demonstration |
///
/// Only a service that nobody configured ever falls back.
final class Services: Sendable {
  let questions: any QuestionService
  let edits: any WikiFeed
  let temperatures: any TemperatureService
  /// Whether there is a temperature service to ask at all.
  let hasTemperatures: Bool

  private let transport: Transport
  private let demonstration = Demonstration()

  static let projectURL = "https://github.com/reactui/reactui"

  init(options: Reactui) {
    let transport = Transport(version: Reactui.version, projectURL: Self.projectURL)
    let clock = QueueScheduler(qos: .userInitiated, name: "reactui.clients")
    let demonstration = demonstration
    let key = options.stackExchangeKey ?? ProcessInfo.processInfo.environment["REACTUI_STACK_EXCHANGE_KEY"]
    self.transport = transport

    if let url = options.stackExchangeURL {
      questions = StackExchangeClient(baseURL: url, key: key, transport: transport, clock: clock)
    } else {
      let live = StackExchangeClient(baseURL: PublicService.stackExchange, key: key, transport: transport, clock: clock)
      questions =
        options.live
        ? live
        : FallbackQuestionService(
          live: options.demo ? nil : live,
          demo: {
            StackExchangeClient(
              baseURL: try demonstration.address.stackExchangeURL, origin: .demo, transport: transport, clock: clock)
          }, clock: clock)
    }

    if let url = options.wikiURL {
      edits = Self.feed(at: url, transport: transport, clock: clock)
    } else {
      let live = EventStreamsFeed(url: PublicService.eventStreams, transport: transport, clock: clock)
      edits =
        options.live
        ? live
        : FallbackWikiFeed(
          live: options.demo ? nil : live,
          demo: {
            // Of the station's two feeds the one that also tells who signed up and how much an edit added.
            EventStreamsFeed(
              url: try demonstration.address.eventStreamsURL, origin: .demo, transport: transport, clock: clock)
          }, clock: clock)
    }

    hasTemperatures = options.conairURL != nil || !options.live
    if let url = options.conairURL {
      temperatures = ConAirClient(baseURL: url, transport: transport, clock: clock)
    } else {
      temperatures = DemoTemperatureService(
        demo: {
          ConAirClient(
            baseURL: try demonstration.address.conAirURL, origin: .demo, transport: transport, clock: clock)
        }, clock: clock)
    }
  }

  /// `ws:` and `wss:` speak the WebSocket feed, `http:` and `https:` EventStreams.
  private static func feed(at url: URL, transport: Transport, clock: any DateScheduler) -> any WikiFeed {
    ["ws", "wss"].contains(url.scheme?.lowercased())
      ? WebSocketWikiFeed(url: url, transport: transport, clock: clock)
      : EventStreamsFeed(url: url, transport: transport, clock: clock)
  }

  /// Closes the connections, and the demonstration where it was started.
  func shutdown() {
    transport.shutdown()
    demonstration.stop()
  }
}

/// Where the services are when nobody says otherwise.
private enum PublicService {
  static let stackExchange = address("https://api.stackexchange.com/2.3")
  static let eventStreams = address("https://stream.wikimedia.org/v2/stream/recentchange")

  private static func address(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is a URL") }
    return url
  }
}
