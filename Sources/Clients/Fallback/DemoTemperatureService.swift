import Foundation
import Model
import Signals

/// Temperatures of the demonstration, which is started with the first request: ConAir has no public server that could be
/// tried before it.
public final class DemoTemperatureService: TemperatureService {
  private let fallback: Fallback<any TemperatureService>

  /// - Parameter demo: makes the demonstration's client; called when it is needed first, again after it has failed, and on
  ///   no event loop.
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
