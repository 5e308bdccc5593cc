import Foundation
import Model
import Signals
import Text

/// A ConAir server: a sensor's history, as means over steps of time.
public final class ConAirClient: TemperatureService {
  public let origin: Property<Origin>

  private let baseURL: URL
  private let transport: Transport
  private let clock: any DateScheduler

  /// - Parameters:
  ///   - baseURL: the whole address of the data: `http://host/data/`.
  ///   - origin: `.demo` when it is the built-in station's.
  public init(baseURL: URL, origin: Origin = .live, transport: Transport, clock: any DateScheduler) {
    self.baseURL = baseURL
    self.origin = Property(value: origin)
    self.transport = transport
    self.clock = clock
  }

  public func temperatures(
    from start: Date, to end: Date, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    // Whole seconds, outwards: a point too many is dropped by whoever has it already, one too few is lost.
    let query = [
      (name: "start", value: ISO8601.string(start)),
      (name: "stop", value: ISO8601.string(Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.up)))),
      (name: "step", value: String(Int64(min(max(step * 1000, 1), 1e12)))),
    ]
    let request = HTTPRequest(url: QueryString.url(baseURL, path: "", query))
    return transport.answer(to: request, on: clock)
      .attemptMap { answer in
        Result { () throws(ServiceError) in
          guard (200..<300).contains(answer.status) else {
            throw .httpStatus(answer.status, host: answer.host)
          }
          return ConAirPoint.temperatures(try answer.decoded([Attempt<ConAirPoint>].self).compactMap(\.value))
        }
      }
  }

  /// Nothing to try again: this client is live, or it is the demonstration's.
  public func retryLive() {}
}
