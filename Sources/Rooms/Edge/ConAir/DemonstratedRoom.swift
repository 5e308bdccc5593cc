import Clients
import Foundation
import Model
import Rooms
import Signals

/// The demonstration's room. The demonstration is started with the first request, because ConAir has no public server to try
/// before.
struct DemonstratedRoom: RoomSource {
  private let fallback: Fallback<any RoomSource>

  /// - Parameter demo: Creates the demonstration's client; called when it is first needed, again after it has failed, and
  ///   never on an event loop.
  init(demo: @escaping @Sendable () throws -> any RoomSource, clock: any DateScheduler) {
    fallback = Fallback(live: nil, demo: demo, clock: clock)
  }

  var origin: Origin { .demo }

  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    fallback.request(reached: .empty) { $0.readings(over: window, step: step) }
  }
}
