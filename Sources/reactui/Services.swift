import Clients
import Foundation
import Model
import Signals
import Station

/// The clients of the three services, each with the source that ``ServiceSources`` chose.
final class Services: Sendable {
  let questions: WatchedQuestionService
  let edits: any WikiFeed
  let temperatures: any TemperatureService
  /// Whether there is a temperature service to ask at all.
  let hasTemperatures: Bool

  static let projectURL = "https://github.com/reactui/reactui"

  init(options: Reactui, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let sources = ServiceSources(options: options)
    let makers = ClientMakers(
      transport: Transport(version: Reactui.version, projectURL: Self.projectURL), demonstration: Demonstration(),
      key: Self.stackExchangeKey(options: options, environment: environment))
    questions = WatchedQuestionService(makers.questions(from: sources.questions))
    edits = makers.edits(from: sources.edits)
    temperatures = makers.temperatures(from: sources.temperatures)
    hasTemperatures = sources.temperatures != .nowhere
  }

  /// The key that requests to Stack Exchange carry: the command line's, else the environment's. An empty variable is what
  /// scripts have that know of no key.
  static func stackExchangeKey(options: Reactui, environment: [String: String]) -> String? {
    let key = options.stackExchangeKey ?? environment["REACTUI_STACK_EXCHANGE_KEY"]
    return key.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Makes each service's client for a source.
private struct ClientMakers {
  let transport: Transport
  let demonstration: Demonstration
  let key: String?
  let clock = QueueScheduler(qos: .userInitiated, name: "reactui.clients")

  func questions(from source: ServiceSource) -> any QuestionService {
    let (transport, demonstration, key, clock) = (transport, demonstration, key, clock)
    let client = { (url: URL) in
      StackExchangeClient(baseURL: url, key: key, transport: transport, clock: clock)
    }
    let demo = { @Sendable () throws -> any QuestionService in
      StackExchangeClient(
        baseURL: try demonstration.address.stackExchangeURL, origin: .demo, transport: transport, clock: clock)
    }
    return switch source {
    case .server(let url): client(url)
    case .serverElseDemonstration(let url): FallbackQuestionService(live: client(url), demo: demo, clock: clock)
    // Nothing is started before it is asked, and nobody asks who is nowhere.
    case .demonstration, .nowhere: FallbackQuestionService(live: nil, demo: demo, clock: clock)
    }
  }

  func edits(from source: ServiceSource) -> any WikiFeed {
    let (transport, demonstration, clock) = (transport, demonstration, clock)
    let demo = { @Sendable () throws -> any WikiFeed in
      // Of the station's two feeds the one that also tells who signed up and how much an edit added.
      EventStreamsFeed(
        url: try demonstration.address.eventStreamsURL, origin: .demo, transport: transport, clock: clock)
    }
    return switch source {
    case .server(let url): feed(at: url)
    case .serverElseDemonstration(let url): FallbackWikiFeed(live: feed(at: url), demo: demo, clock: clock)
    case .demonstration, .nowhere: FallbackWikiFeed(live: nil, demo: demo, clock: clock)
    }
  }

  /// `ws:` and `wss:` speak the WebSocket feed, `http:` and `https:` EventStreams.
  private func feed(at url: URL) -> any WikiFeed {
    ["ws", "wss"].contains(url.scheme?.lowercased())
      ? WebSocketWikiFeed(url: url, transport: transport, clock: clock)
      : EventStreamsFeed(url: url, transport: transport, clock: clock)
  }

  func temperatures(from source: ServiceSource) -> any TemperatureService {
    let (transport, demonstration, clock) = (transport, demonstration, clock)
    return switch source {
    case .server(let url), .serverElseDemonstration(let url):
      ConAirClient(baseURL: url, transport: transport, clock: clock)
    case .demonstration, .nowhere:
      DemoTemperatureService(
        demo: {
          ConAirClient(
            baseURL: try demonstration.address.conAirURL, origin: .demo, transport: transport, clock: clock)
        }, clock: clock)
    }
  }
}
