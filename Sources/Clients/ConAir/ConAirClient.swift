import Foundation
import Model
import Signals
import Text

/// A ConAir server: a sensor's history, as means over steps of time.
public final class ConAirClient: TemperatureService {
  public let origin: Origin
  /// What a person should be told once: readings that are left out, since they cannot be read.
  public var notices: Signal<SafeText, Never> { leftOut.notices }
  private let api: API
  private let leftOut = LeftOut(of: "ConAir")
  private let credentials: Credentials
  private let sensor: String?
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// - Parameters:
  ///   - baseURL: the whole address of the data: `http://host/data/`.
  ///   - sensor: Whose readings are asked for, where the server has several sensors; `nil` for the server's choice.
  ///   - token: what a server that has one asks for.
  ///   - origin: `.demo` when it is the built-in station's.
  ///   - insistence: Sends when a person wants an answer, although the service may have asked to wait: just before that is
  ///     asked for.
  ///   - clock: what pauses and timeouts are measured with.
  public init(
    baseURL: URL, sensor: String? = nil, token: SecretSupply = SecretSupply(), origin: Origin = .live,
    insistence: Signal<Void, Never> = .never, transport: Transport, clock: any DateScheduler
  ) {
    self.origin = origin
    self.sensor = sensor
    credentials = Credentials(token)
    api = API(baseURL, name: "ConAir", transport: transport, clock: clock)
    lifetime += insistence.observeValues { [api] in api.insist() }
  }

  public func temperatures(
    from start: Date, to end: Date, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    // Whole seconds, outwards: a point too many is dropped by whoever has it already, one too few is lost.
    let end = Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.up))
    let parameters: Parameters = [
      "start": ISO8601.string(start), "stop": ISO8601.string(end), "step": Int(min(max(step * 1000, 1), 1e12)),
      "sensor": sensor,
    ]
    return credentials.asking { [api, leftOut] authorization in
      api.get("", parameters, authorization: authorization)
        .json(ReadableList<ConAirPoint>.self)
        .on(value: { leftOut.note($0) })
        .map { ConAirPoint.temperatures($0.elements) }
    }
  }
}
