import Foundation
import Model
import Signals
import Text

// The requests of a Home Assistant server, and the list of its entities, which stays valid for ten minutes.

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

  /// The present states of entities, by id.
  func present(_ entities: [Entity]) -> SignalProducer<[String: HomeAssistantState], ServiceError> {
    guard !entities.isEmpty else { return SignalProducer(value: [:]) }
    return states(of: entities.map(\.id)).map { states in
      Dictionary(states.compactMap { id, state in state.state.map { (id, $0) } }) { first, _ in first }
    }
  }

  /// The entities to show, from a list that is still valid, and whether the list is new.
  func entities() -> SignalProducer<(Known, isNew: Bool), ServiceError> {
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
  func history(
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
