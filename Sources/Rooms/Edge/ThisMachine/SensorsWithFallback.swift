import Foundation
import Model
import Rooms
import Signals

/// This machine's sensors, or another source if it has none: used if nothing is configured.
public struct SensorsWithFallback: RoomSource {
  private let machine: any RoomSource
  private let other: any RoomSource

  public init(_ machine: any RoomSource, else other: any RoomSource) {
    self.machine = machine
    self.other = other
  }

  /// Which of the two answers is known with the first answer.
  public var origin: Origin { other.origin }
  public var steps: RoomSteps { other.steps }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    machine.readings(over: window, step: step).flatMap(.concat) { [other] answer in
      answer.rooms.isEmpty ? other.readings(over: window, step: step) : SignalProducer(value: answer)
    }
  }
}

/// The source used if nothing is configured and there is no demonstration.
public struct NoRooms: RoomSource {
  public init() {}

  public var origin: Origin { .live }
  /// Those of a machine, which may get its first sensor later.
  public var steps: RoomSteps { MinuteHistory.steps }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    SignalProducer(value: RoomAnswer(rooms: [], hasSource: false))
  }
}
