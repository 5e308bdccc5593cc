import Clients
import Foundation
import Model
import Rooms
import Signals

/// The demonstration's temperatures. It is started with the first request, because ConAir has no public server to try before.
public final class DemoTemperatureService: TemperatureService {
  private let fallback: Fallback<any TemperatureService>

  /// - Parameter demo: Creates the demonstration's client; called when it is first needed, again after it has failed, and
  ///   never on an event loop.
  public init(demo: @escaping @Sendable () throws -> any TemperatureService, clock: any DateScheduler) {
    fallback = Fallback(live: nil, demo: demo, clock: clock)
  }

  public var origin: Origin { .demo }

  public func temperatures(
    from start: Date, to end: Date, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    fallback.request(reached: .empty) { $0.temperatures(from: start, to: end, step: step) }
  }
}
