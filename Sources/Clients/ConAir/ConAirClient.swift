import Foundation
import Model
import Signals

/// A ConAir server: a sensor's history, as means over steps of time.
public final class ConAirClient: TemperatureService {
  public let origin: Origin
  private let api: API
  private let token: Secret?

  /// - Parameters:
  ///   - baseURL: the whole address of the data: `http://host/data/`.
  ///   - token: what a server that has one asks for.
  ///   - origin: `.demo` when it is the built-in station's.
  ///   - clock: what pauses and timeouts are measured with.
  public init(
    baseURL: URL, token: Secret? = nil, origin: Origin = .live, transport: Transport, clock: any DateScheduler
  ) {
    self.origin = origin
    self.token = token
    api = API(baseURL, name: "ConAir", transport: transport, clock: clock)
  }

  public func temperatures(
    from start: Date, to end: Date, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    // Whole seconds, outwards: a point too many is dropped by whoever has it already, one too few is lost.
    let end = Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.up))
    return
      api
      .get(
        "",
        [
          "start": ISO8601.string(start), "stop": ISO8601.string(end), "step": Int(min(max(step * 1000, 1), 1e12)),
        ],
        authorization: token.map { .bearer($0) }
      )
      .json(each: ConAirPoint.self)
      .map(ConAirPoint.temperatures)
  }
}
