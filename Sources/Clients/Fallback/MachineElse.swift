import Foundation
import Model
import Signals

/// This machine's sensors, or another source where it has none: for a start with nothing configured.
public struct MachineElse: RoomSource {
  private let machine: MachineSource
  private let other: any RoomSource

  public init(_ machine: MachineSource, else other: any RoomSource) {
    self.machine = machine
    self.other = other
  }

  /// Which of both answers is known with the first answer.
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

/// What is asked where nothing is configured and there is no demonstration.
public struct NoRooms: RoomSource {
  public init() {}

  public var origin: Origin { .live }
  /// Those of a machine, which may get its first sensor.
  public var steps: RoomSteps { MinuteHistory.steps }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    SignalProducer(value: RoomAnswer(rooms: [], hasSource: false))
  }
}
