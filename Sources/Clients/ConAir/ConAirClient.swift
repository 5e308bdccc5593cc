import Foundation
import Model
import Signals
import Synchronization
import Text

/// A ConAir server: a sensor's history, as means over steps of time.
public final class ConAirClient: TemperatureService {
  public let origin: Property<Origin>

  private let baseURL: URL
  private let transport: Transport
  private let clock: any DateScheduler
  /// The last refusal of the service, which may hold for what is asked next.
  private let refusal = Mutex<ServiceError?>(nil)

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
    return SignalProducer { observer, lifetime in
      if let objection = self.objection {
        observer.send(error: objection)
      } else {
        lifetime += self.transport
          .answer(to: request, on: self.clock) { answer throws(ServiceError) in try self.temperatures(in: answer) }
          .start(observer)
      }
    }
  }

  /// Why nothing may be asked now: the service has said until when it wants to be left alone.
  private var objection: ServiceError? {
    let now = clock.currentDate
    return refusal.withLock { refusal in refusal?.pauseEnd.flatMap { $0 > now ? refusal : nil } }
  }

  private func temperatures(in answer: HTTPAnswer) throws(ServiceError) -> [Temperature] {
    guard (200..<300).contains(answer.status) else {
      let error = answer.refusal(at: clock.currentDate)
      refusal.withLock { $0 = error }
      throw error
    }
    return ConAirPoint.temperatures(try answer.decoded([Attempt<ConAirPoint>].self).compactMap(\.value))
  }

  /// Nothing to try again: this client is live, or it is the demonstration's.
  public func retryLive() {}
}
