import Clients
import Foundation
import Model
import Rooms
import Signals
import Text

/// Finds the temperatures of a server that can be shown as rooms, trying all supported kinds of servers.
///
/// ```
///          ┌──▶ a Prometheus' metrics ──────────────────┐
/// address ─┼──▶ an exporter's page, or a station's ─────┼──▶ the kinds that answered, each once
///          ├──▶ a ConAir server's readings ─────────────┤
///          └──▶ a Home Assistant's entities ────────────┘
/// ```
/// The address may be that of a ConAir server's readings, which end in `data/`.
public struct RoomDiscovery: Sendable {
  /// The maximum number of rooms listed for one server.
  public static let roomLimit = 100
  /// The suggested file for a Home Assistant's access token.
  public static let tokenFile = "~/.config/reactui/home-assistant"

  private let transport: Transport
  private let clock: any DateScheduler
  private let secret: SecretSource?
  private let user: String?
  private let supply: SecretSupply

  /// - Parameters:
  ///   - secret: The source of the secret for the requests, as in the settings.
  ///   - user: The user whose password the secret is; `nil` for a token.
  ///   - supply: Reads the secret.
  public init(
    secret: SecretSource? = nil, user: String? = nil, supply: SecretSupply = SecretSupply(), transport: Transport,
    clock: any DateScheduler
  ) {
    (self.secret, self.user, self.supply) = (secret, user, supply)
    (self.transport, self.clock) = (transport, clock)
  }

  /// Returns the sources of a server. If it is of no known kind, fails with the most informative error.
  public func sources(at url: URL) -> SignalProducer<[DiscoveredSource], ServiceError> {
    let bare = url.withoutQuery
    let isData = bare.lastPathComponent == "data"
    let base = isData ? bare.deletingLastPathComponent() : bare
    let probes = [
      prometheus(base), page(isData ? base : url), page(base.appending(path: "metrics")),
      conAir(isData ? bare.asFolder : bare.appending(path: "data/")), homeAssistant(base),
    ]
    let answers = probes.enumerated().map { index, probe in
      probe.map { Result<DiscoveredSource?, ServiceError>.success($0) }
        .flatMapError { SignalProducer<_, Never>(value: .failure($0)) }
        .map { (index, $0) }
    }
    return SignalProducer<(Int, Result<DiscoveredSource?, ServiceError>), Never>.merge(answers).collect()
      .map { $0.sorted { $0.0 < $1.0 }.map(\.1) }
      .promoteError(ServiceError.self)
      .attemptMap { results in
        let found = results.compactMap { (try? $0.get()) ?? nil }.filter { !$0.rooms.isEmpty }
        let failures = results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        if found.isEmpty, failures.count == results.count,
          let failure = failures.min(by: { $0.vagueness < $1.vagueness })
        {
          return .failure(failure)
        }
        return .success(found.withoutRepeatedPages)
      }
  }

  private var credentials: Credentials { Credentials(supply, user: user) }

  private func room(_ source: RoomSettings.Source, name: SafeText? = nil) -> RoomSettings {
    RoomSettings(name: name, source: source, secret: secret, user: user)
  }

  // MARK: - Kinds of servers

  /// Returns the metrics of a Prometheus whose names indicate temperatures.
  private func prometheus(_ url: URL) -> SignalProducer<DiscoveredSource?, ServiceError> {
    let api = API(url, transport: transport, clock: clock)
    return credentials.asking { authorization in
      api.get("api/v1/label/__name__/values", authorization: authorization)
        .json(PrometheusAnswer<PrometheusNames>.self) { answer in
          let names = answer.content?.names ?? []
          let siblings = Set(names)
          let metrics = names.compactMap { name in
            TemperatureMetric.measured(name, among: siblings).map { (name: name, unit: $0) }
          }
          let rooms = metrics.oneUnitEach(of: { TemperatureMetric.withoutUnit($0.name) }, in: \.unit)
            .prefix(Self.roomLimit).map { metric in
              room(.prometheus(url, query: Self.query(of: metric.name, in: metric.unit.scale ?? .celsius)))
            }
          return DiscoveredSource(heading: "Prometheus at \(Self.label(url))", rooms: rooms)
        }
    }
  }

  /// Returns the query that converts a metric to degrees Celsius.
  private static func query(of name: String, in scale: TemperatureScale) -> String {
    let metric = PromQL.isPlainName(name) ? name : "{__name__=\(PromQL.quoted(name))}"
    return scale.celsius(ofMetric: metric)
  }

  /// Returns the sensors of a station, or the page itself if it is another exporter's.
  private func page(_ url: URL) -> SignalProducer<DiscoveredSource?, ServiceError> {
    let api = API(url, transport: transport, clock: clock)
    return credentials.asking { authorization in
      api.get(authorization: authorization).reading { answer, now throws(ServiceError) in
        source(of: try answer.prometheusText(at: now), at: url)
      }
    }
  }

  private func source(of page: PrometheusText, at url: URL) -> DiscoveredSource? {
    let sensors = page.samples.filter { $0.name == "reactui_room_temperature_celsius" }.compactMap {
      $0.labels["room"]
    }
    if !sensors.isEmpty {
      let data = url.withoutQuery.deletingLastPathComponent().appending(path: "data/")
      let rooms = sensors.prefix(Self.roomLimit).map { sensor in
        room(
          .conAir(data, sensor: sensor.isEmpty ? nil : sensor), name: sensor.isEmpty ? nil : SafeText(oneLine: sensor))
      }
      return DiscoveredSource(heading: "Station at \(Self.label(data))", rooms: Array(rooms))
    }
    let count = ExporterRooms(page).rooms.count
    guard count > 0 else { return nil }
    let temperatures = SafeText(count, "temperature", "temperatures")
    return DiscoveredSource(
      heading: "Page of an exporter at \(Self.label(url)): \(temperatures)", rooms: [room(.metrics(url))])
  }

  /// Returns the readings of a ConAir server that has any; a station has told its sensors already.
  private func conAir(_ url: URL) -> SignalProducer<DiscoveredSource?, ServiceError> {
    let client = ConAirClient(baseURL: url, token: supply, transport: transport, clock: clock)
    let now = clock.currentDate
    return client.readings(over: now.addingTimeInterval(-86_400)...now, step: 3_600).map { answer in
      guard answer.rooms.contains(where: { !$0.readings.isEmpty }) else { return nil }
      return DiscoveredSource(heading: "ConAir at \(Self.label(url))", rooms: [room(.conAir(url, sensor: nil))])
    }
  }

  /// Returns the entities of a Home Assistant that measure temperatures.
  private func homeAssistant(_ url: URL) -> SignalProducer<DiscoveredSource?, ServiceError> {
    let client = HomeAssistantClient(baseURL: url, credentials: credentials, transport: transport, clock: clock)
    return client.temperatureEntities().map { entities in
      let rooms = entities.prefix(Self.roomLimit).map { id, name in
        RoomSettings(
          name: name, source: .homeAssistant(url, entities: [id]),
          secret: secret ?? .file(Self.tokenFile))
      }
      return DiscoveredSource(heading: "Home Assistant at \(Self.label(url))", rooms: Array(rooms))
    }
  }

  /// Returns the address without passwords and what may be tokens.
  private static func label(_ url: URL) -> SafeText {
    SafeText(oneLine: AddressText.withoutPasswords(AddressText.withoutTokens(url) ?? "…"))
  }
}

extension [DiscoveredSource] {
  /// The sources without those that others contain: an exporter may serve its page at every address, and a station's sensors
  /// include the one that it answers for.
  fileprivate var withoutRepeatedPages: [DiscoveredSource] {
    func isPage(_ source: DiscoveredSource) -> Bool {
      source.rooms.contains { if case .metrics = $0.source { true } else { false } }
    }
    func data(_ source: DiscoveredSource) -> URL? {
      if case .conAir(let url, _) = source.rooms.first?.source { url } else { nil }
    }
    return reduce(into: []) { kept, source in
      let isKnown =
        isPage(source) && kept.contains(where: isPage)
        || data(source).map { url in kept.contains { data($0) == url } } ?? false
      if !isKnown { kept.append(source) }
    }
  }
}

extension URL {
  fileprivate var withoutQuery: URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
    (parts.query, parts.fragment) = (nil, nil)
    return parts.url ?? self
  }

  /// The address with a slash at its end.
  fileprivate var asFolder: URL { path().ends(with: "/") ? self : appending(path: "/") }
}

extension ServiceError {
  /// The rank of the error by its information about the server, the most informative first.
  ///
  /// A refusal without credentials identifies the server better than a missing page.
  fileprivate var vagueness: Int {
    switch self {
    case .httpStatus(401, _, _), .httpStatus(403, _, _), .unusableVariable: 0
    case .unreachable, .timedOut, .connectionLost: 1
    case .inTrouble, .refused, .throttled, .pauseRequested, .challenged: 2
    case .malformedAnswer: 3
    case .httpStatus, .notFound: 4
    }
  }
}
