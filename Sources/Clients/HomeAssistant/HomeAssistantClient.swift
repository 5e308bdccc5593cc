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
  static let listStanding: TimeInterval = 600

  public var origin: Origin { .live }
  /// A server keeps ten days by default.
  public var steps: RoomSteps { RoomSteps() }
  /// Notices for the person, each sent once.
  public let notices: Signal<SafeText, Never>

  /// An entity to show.
  struct Entity: Sendable {
    var id: String
    var name: SafeText
    var state: Listed
  }

  /// The state of an entity when the server was last asked for it.
  enum Listed: Sendable {
    case state(HomeAssistantState)
    /// Why there is none, as a sentence without a full stop.
    case missing(SafeText)

    var state: HomeAssistantState? { if case .state(let state) = self { state } else { nil } }
  }

  /// The information about the entities.
  struct Known: Sendable {
    var entities: [Entity]
    /// The number of entities, with those that are left out.
    var total: Int
    /// The scale in which the server reports the temperatures of thermostats.
    var scale: TemperatureScale
    var askedAt: Date
  }

  let api: API
  let credentials: Credentials
  let wanted: [String]
  let known = MutableProperty<Known?>(nil)
  let remark: Signal<SafeText, Never>.Observer
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
  static func temperatures(in states: [HomeAssistantState]) -> [(id: String, state: Listed)] {
    states.filter(\.isTemperature).compactMap { state in state.entity.map { (id: $0, state: .state(state)) } }
      .sorted { $0.id < $1.id }
  }

  /// Returns entities with names that differ.
  static func named(_ states: [(id: String, state: Listed)]) -> [Entity] {
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
        if room.silence == nil { room.remark = "Home Assistant has no history for it" }
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
    if latest == nil { self.silence = "Home Assistant has no temperature for it" }
  }
}

extension HomeAssistantState {
  /// Returns the scale of the state, else of a history's first state, else the server's; `nil` if it is no temperature.
  fileprivate func scale(elseOf first: HomeAssistantState?, else scale: TemperatureScale) -> TemperatureScale? {
    let stated = [statedUnit, first?.statedUnit].compactMap { $0 }.first { $0 != .none }
    return stated.map(\.scale) ?? scale
  }
}
