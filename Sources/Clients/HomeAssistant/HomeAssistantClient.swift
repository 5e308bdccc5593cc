import Foundation
import Model
import Signals
import Text

/// A client for a Home Assistant server: the history of its entities that measure temperatures.
///
/// ```
/// the entities, their names and units (every ten minutes) ──▶ their history in the window ──▶ steps
/// ```
/// A server stores only changes, so a temperature is valid until the next change, or until now.
/// Source: https://developers.home-assistant.io/docs/api/rest/
public final class HomeAssistantClient: RoomSource {
  /// The maximum number of rooms of one server.
  public static let roomLimit = 24
  /// The number of seconds for which the list of entities is valid.
  private static let listStanding: TimeInterval = 600

  public var origin: Origin { .live }
  /// A server keeps ten days by default.
  public var steps: RoomSteps { RoomSteps() }
  /// Notices for the person, each sent once.
  public let notices: Signal<SafeText, Never>

  /// The information about the entities.
  private struct Known: Sendable {
    var entities: [HomeAssistantState]
    /// The number of entities, with those that are left out.
    var total: Int
    /// The scale in which the server reports the temperatures of thermostats.
    var scale: TemperatureScale
    var askedAt: Date
  }

  private let api: API
  private let credentials: Credentials
  private let wanted: [String]
  private let known = MutableProperty<Known?>(nil)
  private let remark: Signal<SafeText, Never>.Observer
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// - Parameters:
  ///   - baseURL: The server's address up to `/api`.
  ///   - entities: The ids of the entities to show, in this order; empty for all that measure temperatures.
  ///   - credentials: A long-lived access token.
  ///   - insistence: Sends immediately before a person's request, which is made even if the service has asked for a pause.
  ///   - clock: Measures pauses and timeouts.
  public init(
    baseURL: URL, entities: [String] = [], credentials: Credentials, insistence: Signal<Void, Never> = .never,
    transport: Transport, clock: any DateScheduler
  ) {
    api = API(baseURL, name: "Home Assistant", transport: transport, clock: clock)
    wanted = entities
    self.credentials = credentials
    let (remarks, remark) = Signal<SafeText, Never>.pipe()
    self.remark = remark
    let host = baseURL.hostLabel
    notices = remarks.skipRepeats().map { "\(host): \($0)" }
    lifetime += insistence.observeValues { [api] in api.insist() }
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    entities().flatMap(.concat) { [self] known in
      history(of: known.entities.compactMap(\.entity), over: window, step: step) { [self] history in
        answer(history, known, over: window, step: step)
      }
    }
  }

  /// The entities that currently measure temperatures, in their current state.
  public func temperatureEntities() -> SignalProducer<[(id: String, name: SafeText)], ServiceError> {
    states { states in
      states.filter(\.isTemperature).compactMap { state in
        state.entity.map { ($0, SafeText(oneLine: state.name ?? $0, limit: SeriesNames.letters)) }
      }
      .sorted { $0.id < $1.id }
    }
  }

  private func answer(
    _ history: HomeAssistantHistory, _ known: Known, over window: ClosedRange<Date>, step: TimeInterval
  ) -> RoomAnswer {
    let now = api.clock.currentDate
    let rooms = known.entities.compactMap { entity -> RoomReadings? in
      guard let id = entity.entity else { return nil }
      let name = SafeText(oneLine: entity.name ?? id, limit: SeriesNames.letters)
      guard var series = history.series[id] else {
        return RoomReadings(key: RoomKey(id), name: name, readings: [], silence: "Home Assistant has no such entity")
      }
      if series.first.unit == nil { series.first.unit = entity.unit }
      let temperatures = series.temperatures(in: known.scale)
      var room = RoomReadings(
        key: RoomKey(id), name: name, readings: temperatures.readings(over: window, step: step, until: now),
        silence: series.silence)
      // The server's value is the current one, however long ago it changed.
      if room.silence == nil {
        room.latest = temperatures.newest(at: now).map { Temperature(time: now, celsius: $0.celsius) }
        if room.latest == nil { room.silence = "Home Assistant has no temperature of it" }
      }
      return room
    }
    return RoomAnswer(
      rooms: rooms, emptiness: "Home Assistant has no entity that measures a temperature", total: known.total)
  }
}

// MARK: - Requests

extension HomeAssistantClient {
  private func states<Made: Sendable>(
    making make: @escaping @Sendable ([HomeAssistantState]) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    credentials.asking { [api] authorization in
      api.get("api/states", authorization: authorization)
        .json(ReadableList<HomeAssistantState>.self) { make($0.elements) }
    }
  }

  /// The server's unit for temperatures; degrees Celsius if it does not say.
  private func scale() -> SignalProducer<TemperatureScale, Never> {
    credentials.asking { [api] authorization in
      api.get("api/config", authorization: authorization).json(HomeAssistantConfiguration.self)
    }
    .map { $0.temperature.flatMap(TemperatureScale.init(unit:)) ?? .celsius }
    .flatMapError { _ in SignalProducer(value: .celsius) }
  }

  /// The entities to show, from a list that is still valid.
  private func entities() -> SignalProducer<Known, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let now = api.clock.currentDate
      if let known = known.value, (0..<Self.listStanding).contains(now.timeIntervalSince(known.askedAt)) {
        observer.send(value: known)
        return observer.sendCompleted()
      }
      lifetime += states { [self] in wantedEntities(among: $0) }
        .combineLatest(with: scale().promoteError(ServiceError.self))
        .map { all, scale in
          Known(entities: Array(all.prefix(Self.roomLimit)), total: all.count, scale: scale, askedAt: now)
        }
        .on(value: { [known] in known.value = $0 })
        .start(observer)
    }
  }

  /// The configured entities in their order; if none are configured, all that measure temperatures, by id.
  private func wantedEntities(among states: [HomeAssistantState]) -> [HomeAssistantState] {
    let byID = Dictionary(states.compactMap { state in state.entity.map { ($0, state) } }) { first, _ in first }
    let shown =
      wanted.isEmpty
      ? states.filter(\.isTemperature).sorted { $0.entity ?? "" < $1.entity ?? "" }
      : wanted.map { byID[$0] ?? HomeAssistantState(missing: $0) }
    if shown.count > Self.roomLimit {
      remark.send(
        value: "there are \(shown.count) temperatures; the first \(Self.roomLimit) are shown")
    }
    return shown
  }

  /// The history of entities from the beginning of a window's first step, so that its lowest and highest values are complete.
  private func history(
    of entities: [String], over window: ClosedRange<Date>, step: TimeInterval,
    making make: @escaping @Sendable (HomeAssistantHistory) -> RoomAnswer
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    // Without an entity, the server refuses the request.
    guard !entities.isEmpty else { return SignalProducer(value: make(HomeAssistantHistory())) }
    let seconds = max(step, 1)
    let start = (window.lowerBound.timeIntervalSince1970 / seconds).rounded(.down) * seconds
    let end = window.upperBound.timeIntervalSince1970.rounded(.up)
    let parameters: Parameters = [
      "filter_entity_id": entities.joined(separator: ","),
      "end_time": ISO8601.string(Date(timeIntervalSince1970: end)), "minimal_response": "",
      // Otherwise the server leaves out changes that it considers small.
      "significant_changes_only": 0,
    ]
    let time = ISO8601.string(Date(timeIntervalSince1970: start))
    return credentials.asking { [api] authorization in
      api.get("api/history/period/\(time)", parameters, authorization: authorization)
        .json(HomeAssistantHistory.self, making: make)
    }
  }
}

extension HomeAssistantHistory {
  fileprivate init() {}
}

extension HomeAssistantState {
  /// An entity that is not in the server's list.
  fileprivate init(missing id: String) {
    entity = id
    state = "unknown"
  }
}

/// The server's configuration: `GET api/config`.
private struct HomeAssistantConfiguration: Decodable, Sendable {
  var temperature: String?

  private enum Key: String, CodingKey {
    case units = "unit_system"
  }

  private enum Unit: CodingKey {
    case temperature
  }

  init(from decoder: any Decoder) throws {
    temperature = try decoder.container(keyedBy: Key.self).object(.units, keyedBy: Unit.self)?.text(.temperature, .unit)
  }
}
