import Clients
import Foundation
import Model
import Signals
import Text

// The requests of a Home Assistant server. The states of its entities are asked for in each poll: an entity may be renamed or
// removed at any time, and its history goes on to answer.

extension HomeAssistantClient {
  func states<Made: Sendable>(
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
          return .missing("Home Assistant's answer about it cannot be read")
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

  /// The entities to show, with their present states.
  func entities() -> SignalProducer<Known, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let (now, former) = (api.clock.currentDate, known.value)
      lifetime += list(after: former, at: now).combineLatest(with: scale(after: former, at: now).promoteError())
        .map { list, scale in Known(list: list, scale: scale.value, scaleAskedAt: scale.askedAt) }
        .on(value: { [known] in known.value = $0 })
        .start(observer)
    }
  }

  /// The server's unit, which stays valid for ten minutes.
  private func scale(
    after former: Known?, at now: Date
  ) -> SignalProducer<(value: TemperatureScale, askedAt: Date), Never> {
    if let former, (0..<Self.scaleStanding).contains(now.timeIntervalSince(former.scaleAskedAt)) {
      return SignalProducer(value: (former.scale, former.scaleAskedAt))
    }
    return scale().map { ($0, now) }
  }

  /// The configured entities in their order; if none are configured, all that measure temperatures, by id.
  private func list(after former: Known?, at now: Date) -> SignalProducer<EntityList, ServiceError> {
    guard wanted.isEmpty else {
      return states(of: Array(wanted.prefix(Self.roomLimit))).map { [self] in list($0, total: wanted.count, at: now) }
    }
    let whole = states { states in (temperatures: Self.temperatures(in: states), count: states.count) }
      .map { [self] in list($0.temperatures, total: $0.temperatures.count, listed: $0.count, at: now) }
    guard let former = former?.list, former.listed > Self.longList,
      (0..<Self.longListStanding).contains(now.timeIntervalSince(former.askedAt))
    else { return whole }
    // A long list is asked for again after a minute, or when one of its entities is gone.
    return states(of: former.entities.map(\.id)).flatMap(.concat) {
      states -> SignalProducer<EntityList, ServiceError> in
      guard states.allSatisfy({ $0.state.state?.isTemperature ?? false }) else { return whole }
      var list = former
      list.entities = zip(former.entities, states).map { Entity(id: $0.id, name: $0.name, state: $1.state) }
      return SignalProducer(value: list)
    }
  }

  private func list(_ states: [(id: String, state: Listed)], total: Int, listed: Int = 0, at now: Date) -> EntityList {
    if total > Self.roomLimit {
      remark.send(value: "there are \(total) temperatures; the first \(Self.roomLimit) are shown")
    }
    return EntityList(
      entities: Self.named(Array(states.prefix(Self.roomLimit))), total: total, listed: listed, askedAt: now)
  }

  /// The history of entities from the beginning of a window's first step, so that its lowest and highest values are complete.
  ///
  /// - Parameter isMinimal: Whether the unit of each state but the first may be missing.
  func history(
    of entities: [String], over window: ClosedRange<Date>, step: TimeInterval, isMinimal: Bool = true
  ) -> SignalProducer<HomeAssistantHistory, ServiceError> {
    // Without an entity, the server refuses the request.
    guard !entities.isEmpty else { return SignalProducer(value: HomeAssistantHistory()) }
    let seconds = max(step, 1)
    let start = (window.lowerBound.timeIntervalSince1970 / seconds).rounded(.down) * seconds
    let end = window.upperBound.timeIntervalSince1970.rounded(.up)
    let parameters: Parameters = [
      "filter_entity_id": entities.joined(separator: ","),
      "end_time": ISO8601.string(Date(timeIntervalSince1970: end)), "minimal_response": isMinimal ? "" : nil,
      // Otherwise the server leaves out changes that it considers small.
      "significant_changes_only": 0,
    ]
    let time = ISO8601.string(Date(timeIntervalSince1970: start))
    return credentials.asking { [api] authorization in
      api.get("api/history/period/\(time)", parameters, authorization: authorization)
        .json(HomeAssistantHistory.self)
    }
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
