import Clients
import Foundation
import Model
import Rooms
import Signals
import Text

/// A client for a ConAir server: a sensor's history, as mean values over time steps.
public final class ConAirClient: RoomSource {
  public let origin: Origin
  /// A notice for the person, sent once: some readings cannot be read and are left out.
  public var notices: Signal<SafeText, Never> { skipped.notices }
  private let api: API
  private let skipped = SkippedItems(of: "ConAir")
  private let credentials: Credentials
  private let sensor: String?
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// - Parameters:
  ///   - baseURL: the complete address of the data: `http://host/data/`.
  ///   - sensor: The sensor to request, if the server has several; `nil` for the server's default.
  ///   - token: the token of a server that requires one.
  ///   - origin: `.demo` for the built-in station.
  ///   - pauseOverride: Sends immediately before a person's request, which is made even if the service has asked for a pause.
  ///   - clock: measures pauses and timeouts.
  public init(
    baseURL: URL, sensor: String? = nil, token: SecretSupply = SecretSupply(), origin: Origin = .live,
    pauseOverride: Signal<Void, Never> = .never, transport: Transport, clock: any DateScheduler
  ) {
    self.origin = origin
    self.sensor = sensor
    credentials = Credentials(token)
    api = API(baseURL, name: "ConAir", transport: transport, clock: clock)
    lifetime += pauseOverride.observeValues { [api] in api.overridePause() }
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    api.serverClock.asking(window) { [self] window, lead in
      readings(in: window, step: step).map { [self] readings in
        RoomAnswer(rooms: [readings.shifted(by: -lead)], origin: origin, clockLead: api.serverClock.lead)
      }
    }
  }

  /// The readings in a window, both by the server's clock.
  private func readings(in window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomReadings, ServiceError>
  {
    // Rounded outwards to whole seconds: an extra point is dropped if it is already known, but a missing one would be lost.
    let end = Date(timeIntervalSince1970: window.upperBound.timeIntervalSince1970.rounded(.up))
    let parameters: Parameters = [
      "start": ISO8601.string(window.lowerBound), "stop": ISO8601.string(end),
      "step": Int(min(max(step * 1000, 1), 1e12)),
      "sensor": sensor,
    ]
    return credentials.asking { [api, skipped] authorization in
      api.get("", parameters, authorization: authorization)
        .json(ConAirAnswer.self) { answer in
          skipped.note(answer.points)
          return RoomReadings(readings: ConAirPoint.readings(answer.points.elements))
        }
    }
  }
}
