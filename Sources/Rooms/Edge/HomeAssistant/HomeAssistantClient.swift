import Clients
import Foundation
import Model
import Rooms
import Signals
import Text

/// A client for a Home Assistant server: the history of its entities that measure temperatures.
///
/// ```
/// the present states of the entities ──▶ their history in the window ──┬──▶ steps
///                         the history of those whose unit has changed ──┘
/// ```
/// A server stores only changes, so a temperature is valid until the next change, or until now if the entity still has it.
/// Source: https://developers.home-assistant.io/docs/api/rest/
public final class HomeAssistantClient: RoomSource {
  /// The maximum number of rooms of one server.
  public static let roomLimit = 24
  /// The number of seconds for which the server's unit is valid.
  static let scaleStanding: TimeInterval = 600
  /// The number of states beyond which the list of all of them is not asked for in each poll.
  static let longList = 500
  /// The number of seconds for which a long list is valid.
  static let longListStanding: TimeInterval = 60

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
    var reason: SafeText? { if case .missing(let reason) = self { reason } else { nil } }
  }

  /// The entities to show.
  struct EntityList: Sendable {
    var entities: [Entity]
    /// The number of entities, with those that are left out.
    var total: Int
    /// The number of states among which they were found; 0 if they are configured.
    var listed: Int
    var askedAt: Date
  }

  /// The information about the server.
  struct Known: Sendable {
    var list: EntityList
    /// The scale in which the server reports the temperatures of thermostats.
    var scale: TemperatureScale
    var scaleAskedAt: Date
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
  ///   - pauseOverride: Sends immediately before a person's request, which is made even if the service has asked for a pause.
  ///   - clock: Measures pauses and timeouts.
  public init(
    baseURL: URL, entities: [String] = [], credentials: Credentials, pauseOverride: Signal<Void, Never> = .never,
    transport: Transport, clock: any DateScheduler
  ) {
    api = API(baseURL, name: "Home Assistant", transport: transport, clock: clock)
    wanted = entities
    self.credentials = credentials
    let (remarks, remark) = Signal<SafeText, Never>.pipe()
    self.remark = remark
    let host = baseURL.hostLabel
    notices = remarks.skippingTold().map { "\(host): \($0)" }
    lifetime += pauseOverride.observeValues { [api] in api.overridePause() }
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    entities().flatMap(.concat) { [self] known in
      api.serverClock.asking(window) { [self] window, _ in history(of: known, over: window, step: step) }
        .map { [self] history in answer(known, history, over: window, step: step) }
    }
  }

  /// The history of all entities; of those whose unit has changed, the complete one, since a minimal history does not say when
  /// it changed.
  private func history(
    of known: Known, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<HomeAssistantHistory, ServiceError> {
    let present = known.list.entities.compactMap { entity in entity.state.state.map { (id: entity.id, state: $0) } }
    return history(of: present.map(\.id), over: window, step: step).flatMap(.concat) { [self] history in
      let changed = present.filter { history.series[$0.id]?.isAmbiguous(before: $0.state) ?? false }.map(\.id)
      return self.history(of: changed, over: window, step: step, isMinimal: false)
        .map { history.merging($0) }
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

  private func tell(_ unrecorded: [Entity]) {
    guard let first = unrecorded.first else { return }
    let names = unrecorded.count == 1 ? first.name : "\(first.name) and \(unrecorded.count - 1) more"
    remark.send(value: "the history has nothing of \(names); the temperature of now is shown")
  }

  private func answer(
    _ known: Known, _ history: HomeAssistantHistory, over window: ClosedRange<Date>, step: TimeInterval
  ) -> RoomAnswer {
    let entities = known.list.entities
    tell(entities.filter { $0.state.state != nil && history.series[$0.id] == nil })
    return RoomAnswer(
      rooms: entities.map { room(of: $0, history.series[$0.id], known.scale, over: window, step: step) },
      emptiness: "Home Assistant has no entity that measures a temperature", total: known.list.total,
      clockLead: api.serverClock.lead)
  }

  /// - Parameters:
  ///   - series: Its history; `nil` if the server keeps none.
  ///   - scale: The server's.
  private func room(
    of entity: Entity, _ series: HomeAssistantHistory.Series?, _ scale: TemperatureScale,
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> RoomReadings {
    let now = api.clock.currentDate
    var room = RoomReadings(key: RoomKey(entity.id), name: entity.name, readings: [])
    guard let state = entity.state.state else {
      room.silence = entity.state.reason
      return room
    }
    let stated = state.statedUnit == .none ? series?.first.statedUnit ?? .none : state.statedUnit
    guard let own = stated == .none ? scale : stated.scale else {
      room.silence = stated.contradiction
      return room
    }
    if let series {
      let temperatures = series.temperatures(before: state, in: own).shifted(by: -api.serverClock.lead)
      room.readings = temperatures.readings(over: window, step: step, until: now)
      room.remark = series.remark(before: state)
    } else {
      room.remark = "Home Assistant has no history for it"
    }
    // The server's value is the current one, however long ago it changed.
    room.take(celsius: state.value.map(own.celsius), at: now, silence: state.silence)
    if room.silence != nil { room.remark = nil }
    return room
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
