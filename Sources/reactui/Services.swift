import Clients
import Foundation
import Model
import Signals
import Station
import Text

/// The clients of the three services, each with the source that ``ServiceSources`` chose.
final class Services: Sendable {
  let questions: WatchedQuestionService
  let edits: any WikiFeed
  let temperatures: any TemperatureService
  /// Whether there is a temperature service to ask at all.
  let hasTemperatures: Bool

  /// What a person should be told in passing.
  let notices: Signal<SafeText, Never>
  /// Makes questions that came from the demonstration come from the live service, if that can be reached by now.
  let retryQuestions: Signal<Void, Never>.Observer

  static let projectURL = "https://github.com/reactui/reactui"

  /// - Throws: What is wrong with an option or a variable that has to do with services.
  init(options: Reactui, environment: [String: String] = ProcessInfo.processInfo.environment) throws(Failure) {
    let sources = ServiceSources(options: options)
    let (retries, retry) = Signal<Void, Never>.pipe()
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    let makers = ClientMakers(
      transport: Transport(
        version: Reactui.version, projectURL: Self.projectURL,
        network: try Self.network(for: sources, environment: environment)),
      demonstration: Demonstration(), key: try Self.stackExchangeKey(options: options, environment: environment),
      conAirToken: try Self.secret(environment["REACTUI_CONAIR_TOKEN"], "the token for ConAir"),
      retries: retries, notice: notice)
    self.notices = notices
    retryQuestions = retry
    questions = WatchedQuestionService(makers.questions(from: sources.questions))
    edits = makers.edits(from: sources.edits)
    temperatures = makers.temperatures(from: sources.temperatures)
    hasTemperatures = sources.temperatures != .nowhere
  }

  /// The key that requests to Stack Exchange carry: the command line's, else the environment's. An empty variable is what
  /// scripts have that know of no key.
  static func stackExchangeKey(options: Reactui, environment: [String: String]) throws(Failure) -> Secret? {
    try secret(options.stackExchangeKey ?? environment["REACTUI_STACK_EXCHANGE_KEY"], "the Stack Exchange key")
  }

  private static func secret(_ text: String?, _ name: String) throws(Failure) -> Secret? {
    guard let text, !text.isEmpty else { return nil }
    guard let secret = Secret(text) else { throw Failure(.usage, "\(name) holds characters that no key has") }
    return secret
  }

  /// How servers are reached; the demonstration, which is inside the process, is whatever the environment says.
  static func network(
    for sources: ServiceSources, environment: [String: String]
  ) throws(Failure) -> NetworkSettings {
    guard sources.hasServers else { return .direct }
    do {
      return try NetworkSettings(environment: environment)
    } catch {
      throw Failure(.usage, error.description)
    }
  }
}

/// Makes each service's client for a source.
private struct ClientMakers {
  let transport: Transport
  let demonstration: Demonstration
  let key: Secret?
  let conAirToken: Secret?
  let retries: Signal<Void, Never>
  let notice: Signal<SafeText, Never>.Observer
  let clock = QueueScheduler(qos: .userInitiated, name: "reactui.clients")

  func questions(from source: ServiceSource) -> any QuestionService {
    let (transport, demonstration, clock) = (transport, demonstration, clock)
    let client = { (url: URL) in
      let client = StackExchangeClient(baseURL: url, key: SecretSupply(key), transport: transport, clock: clock)
      client.notices.observe(notice)
      return client
    }
    let demo = { @Sendable () throws -> any QuestionService in
      StackExchangeClient(
        baseURL: try demonstration.address.stackExchangeURL, origin: .demo, transport: transport, clock: clock)
    }
    return switch source {
    case .server(let url): client(url)
    case .serverElseDemonstration(let url):
      FallbackQuestionService(live: client(url), demo: demo, retries: retries, clock: clock)
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
      ConAirClient(baseURL: url, token: SecretSupply(conAirToken), transport: transport, clock: clock)
    case .demonstration, .nowhere:
      DemoTemperatureService(
        demo: {
          ConAirClient(
            baseURL: try demonstration.address.conAirURL, origin: .demo, transport: transport, clock: clock)
        }, clock: clock)
    }
  }
}
