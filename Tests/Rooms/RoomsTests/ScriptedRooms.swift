import Foundation
import Model
import ModelTesting
import Rooms
import Signals

/// A source whose answers a test gives.
final class ScriptedRooms: RoomSource {
  let requests = Requests<ClosedRange<Date>, RoomAnswer>()
  let origin: Origin

  init(_ origin: Origin = .live) { self.origin = origin }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    requests.producer(for: window)
  }
}

/// A source that is never asked.
struct UnaskedSource: RoomSource {
  var origin: Origin { .live }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    .never
  }
}
