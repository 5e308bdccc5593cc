import Foundation
import Model
import Rooms
import Signals

extension RoomSource {
  /// The means of all rooms between two dates.
  package func temperatures(
    from start: Date, to end: Date, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    readings(over: start...end, step: step).map { $0.rooms.flatMap(\.readings).map(\.temperature) }
  }
}
