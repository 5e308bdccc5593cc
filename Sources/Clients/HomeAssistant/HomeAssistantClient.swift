import Foundation
import Model
import Signals
import Text

/// A client for a Home Assistant server: the history of its entities that measure temperatures.
///
/// ```
/// the entities, their names and units (every ten minutes) ──▶ their history in the window ──▶ steps
///                                        the states of those that have no history ──┘
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

  /// An entity to show.
  private struct Entity: Sendable {
    var id: String
    var name: SafeText
    var state: Listed
  }

  /// The state of an entity when the server was last asked for it.
  private enum Listed: Sendable {
    case state(HomeAssistantState)
    /// Why there is none, as a sentence without a full stop.
    case missing(SafeText)

    var state: HomeAssistantState? { if case .state(let state) = self { state } else { nil } }
  }

  /// The information about the entities.
  private struct Known: Sendable {
    var entities: [Entity]
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
    notices = remarks.skippingTold().map { "\(host): \($0)" }
    lifetime += insistence.observeValues { [api] in api.insist() }
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    entities().flatMap(.concat) { [self] known, isNew in
      history(of: known.entities.filter { $0.state.state != nil }.map(\.id), over: window, step: step) {
        [self] history in
        recordedRooms(of: known, in: history, over: window, step: step)
      }
      .flatMap(.concat) { [self] recorded in
        let unrecorded = known.entities.filter { $0.state.state != nil && recorded[$0.id] == nil }
        return present(isNew ? [] : unrecorded).map { [self] present in
          tell(unrecorded)
          return answer(recorded, present, known)
        }
      }
    }
  }

  /// The entities that currently measure temperatures, by id. Their names differ.
  public func temperatureEntities() -> SignalProducer<[(id: String, name: SafeText)], ServiceError> {
    states { states in Self.named(Self.temperatures(in: states)).map { ($0.id, $0.name) } }
  }

  /// Returns the entities that measure temperatures, by id.
  private static func temperatures(in states: [HomeAssistantState]) -> [(id: String, state: Listed)] {
    states.filter(\.isTemperature).compactMap { state in state.entity.map { (id: $0, state: .state(state)) } }
      .sorted { $0.id < $1.id }
  }

  /// Returns entities with names that differ.
  private static func named(_ states: [(id: String, state: Listed)]) -> [Entity] {
    let names = DistinctNames.names(
      of: states.map { id, state in
        let own = SafeText(oneLine: state.state?.name ?? "", limit: SeriesNames.letters)
        let label = SafeText(oneLine: id, limit: SeriesNames.letters)
        let object = id.split(separator: ".", maxSplits: 1).last.map { SafeText(oneLine: String($0)) }
        return DistinctNames.Candidate(
          own.string.allSatisfy(\.isWhitespace) ? label : own, additions: [object, label])
      }, limit: 2 * SeriesNames.letters)
    return zip(states, names).map { Entity(id: $0.id, name: $1, state: $0.state) }
  }

  /// Returns the history of an entity; `nil` if the server keeps none, or if the unit has changed, since a minimal history does
  /// not tell when.
  private func recorded(_ entity: Entity, in history: HomeAssistantHistory) -> HomeAssistantHistory.Series? {
    guard let state = entity.state.state, let series = history.series[entity.id] else { return nil }
    let isSame = series.first.unit == nil || state.unit == nil || series.first.statedUnit == state.statedUnit
    return isSame ? series : nil
  }

  private func tell(_ unrecorded: [Entity]) {
    guard let first = unrecorded.first else { return }
    let names = unrecorded.count == 1 ? first.name : "\(first.name) and \(unrecorded.count - 1) more"
    remark.send(value: "the history has nothing of \(names); the temperature of now is shown")
  }

  /// Returns the rooms of the entities that have a history, by id.
  private func recordedRooms(
    of known: Known, in history: HomeAssistantHistory, over window: ClosedRange<Date>, step: TimeInterval
  ) -> [String: RoomReadings] {
    let now = api.clock.currentDate
    let rooms = known.entities.compactMap { entity -> (String, RoomReadings)? in
      guard let state = entity.state.state, let series = recorded(entity, in: history) else { return nil }
      var room = RoomReadings(key: RoomKey(entity.id), name: entity.name, readings: [])
      guard let scale = state.scale(elseOf: series.first, else: known.scale) else {
        room.silence = state.statedUnit.contradiction
        return (entity.id, room)
      }
      let temperatures = series.temperatures(in: scale)
      room.readings = temperatures.readings(over: window, step: step, until: now)
      // The server's value is the current one, however long ago it changed.
      room.take(celsius: temperatures.newest(at: now)?.celsius, at: now, silence: series.silence)
      return (entity.id, room)
    }
    return Dictionary(rooms) { first, _ in first }
  }

  /// - Parameters:
  ///   - recorded: The rooms of the entities that have a history, by id.
  ///   - present: The present states of entities without a history, by id.
  private func answer(
    _ recorded: [String: RoomReadings], _ present: [String: HomeAssistantState], _ known: Known
  ) -> RoomAnswer {
    let now = api.clock.currentDate
    let rooms = known.entities.map { entity -> RoomReadings in
      if let room = recorded[entity.id] { return room }
      var room = RoomReadings(key: RoomKey(entity.id), name: entity.name, readings: [])
      switch entity.state {
      case .missing(let reason): room.silence = reason
      case .state(let listed):
        let state = present[entity.id] ?? listed
        guard let scale = state.scale(elseOf: nil, else: known.scale) else {
          room.silence = state.statedUnit.contradiction
          break
        }
        room.take(celsius: state.value.map(scale.celsius), at: now, silence: state.silence)
        if room.silence == nil { room.remark = "Home Assistant has no history of it" }
      }
      return room
    }
    return RoomAnswer(
      rooms: rooms, emptiness: "Home Assistant has no entity that measures a temperature", total: known.total)
  }
}

extension RoomReadings {
  /// Takes the temperature of now, or tells why there is none.
  fileprivate mutating func take(celsius: Double?, at now: Date, silence: SafeText?) {
    self.silence = silence
    guard silence == nil else { return }
    latest = celsius.flatMap { Temperature.credible.contains($0) ? Temperature(time: now, celsius: $0) : nil }
    if latest == nil { self.silence = "Home Assistant has no temperature of it" }
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

  /// The state of one entity. A long list of all of them may be more than can be read.
  private func state(of id: String) -> SignalProducer<Listed, ServiceError> {
    credentials.asking { [api] authorization in
      api.get("api/states/\(id)", authorization: authorization).reading { answer, now throws(ServiceError) in
        // A server that has no such path at all does not answer in JSON.
        if answer.status == 404, (try? answer.decoded(HomeAssistantMessage.self)) != nil {
          return .missing("Home Assistant has no such entity")
        }
        guard (200..<300).contains(answer.status) else { throw answer.refusal(at: now) }
        do {
          return .state(try answer.decoded(HomeAssistantState.self))
        } catch {
          return .missing("what Home Assistant says of it cannot be read")
        }
      }
    }
  }

  /// The states of entities, one request for each; if the server does not answer these, its list of all states.
  private func states(of ids: [String]) -> SignalProducer<[(id: String, state: Listed)], ServiceError> {
    SignalProducer<SignalProducer<(Int, Listed), ServiceError>, ServiceError>(
      ids.enumerated().map { index, id in state(of: id).map { (index, $0) } }
    )
    .flatten(.concurrent(limit: 4)).collect()
    .map { states in states.sorted { $0.0 < $1.0 }.map { (ids[$0.0], $0.1) } }
    .flatMapError { [self] error -> SignalProducer<[(id: String, state: Listed)], ServiceError> in
      guard case .httpStatus(404, _, _) = error else { return SignalProducer(error: error) }
      return states { states in
        let byID = Dictionary(states.compactMap { state in state.entity.map { ($0, state) } }) { first, _ in first }
        return ids.map { id in
          (id, byID[id].map { .state($0) } ?? .missing("Home Assistant has no such entity"))
        }
      }
    }
  }

  /// The present states of entities, by id.
  private func present(_ entities: [Entity]) -> SignalProducer<[String: HomeAssistantState], ServiceError> {
    guard !entities.isEmpty else { return SignalProducer(value: [:]) }
    return states(of: entities.map(\.id)).map { states in
      Dictionary(states.compactMap { id, state in state.state.map { (id, $0) } }) { first, _ in first }
    }
  }

  /// The entities to show, from a list that is still valid, and whether the list is new.
  private func entities() -> SignalProducer<(Known, isNew: Bool), ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let now = api.clock.currentDate
      if let known = known.value, (0..<Self.listStanding).contains(now.timeIntervalSince(known.askedAt)) {
        observer.send(value: (known, isNew: false))
        return observer.sendCompleted()
      }
      lifetime += shown().combineLatest(with: scale().promoteError(ServiceError.self))
        .map { shown, scale in Known(entities: shown.entities, total: shown.total, scale: scale, askedAt: now) }
        .on(value: { [known] in known.value = $0 })
        .map { ($0, isNew: true) }
        .start(observer)
    }
  }

  /// The configured entities in their order; if none are configured, all that measure temperatures, by id.
  private func shown() -> SignalProducer<(entities: [Entity], total: Int), ServiceError> {
    let states =
      wanted.isEmpty
      ? states(making: Self.temperatures) : states(of: Array(wanted.prefix(Self.roomLimit)))
    return states.map { [remark, wanted] states in
      let total = max(states.count, wanted.count)
      if total > Self.roomLimit {
        remark.send(value: "there are \(total) temperatures; the first \(Self.roomLimit) are shown")
      }
      return (Self.named(Array(states.prefix(Self.roomLimit))), total)
    }
  }

  /// The history of entities from the beginning of a window's first step, so that its lowest and highest values are complete.
  private func history(
    of entities: [String], over window: ClosedRange<Date>, step: TimeInterval,
    making make: @escaping @Sendable (HomeAssistantHistory) -> [String: RoomReadings]
  ) -> SignalProducer<[String: RoomReadings], ServiceError> {
    // Without an entity, the server refuses the request.
    guard !entities.isEmpty else { return SignalProducer(value: [:]) }
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

extension HomeAssistantState {
  /// Returns the scale of the state, else of a history's first state, else the server's; `nil` if it is no temperature.
  fileprivate func scale(elseOf first: HomeAssistantState?, else scale: TemperatureScale) -> TemperatureScale? {
    let stated = [statedUnit, first?.statedUnit].compactMap { $0 }.first { $0 != .none }
    return stated.map(\.scale) ?? scale
  }
}

/// An error: `{"message":"Entity not found."}`.
private struct HomeAssistantMessage: Decodable {
  var message: String
}

/// The server's configuration: `GET api/config`.
private struct HomeAssistantConfiguration: Decodable, Sendable {
  var temperature: String?

  private enum Key: String, CodingKey {
    case units = "unit_system"
  }

  private struct Units: Decodable {
    var temperature: String?
  }

  init(from decoder: any Decoder) throws {
    temperature = try decoder.container(keyedBy: Key.self).optional(.units, as: Units.self)?.temperature
  }
}
