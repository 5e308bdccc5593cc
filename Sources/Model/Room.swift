import Foundation
import Signals
import Text

/// What was measured in a room over one step of time, in degrees Celsius.
public struct RoomReading: Sendable, Hashable {
  /// The beginning of the step.
  public var time: Date
  public var lowest: Double
  public var mean: Double
  public var highest: Double

  public init(time: Date, lowest: Double, mean: Double, highest: Double) {
    self.time = time
    self.lowest = lowest
    self.mean = mean
    self.highest = highest
  }

  /// A reading of which only the mean is known.
  public init(_ temperature: Temperature) {
    self.init(
      time: temperature.time, lowest: temperature.celsius, mean: temperature.celsius, highest: temperature.celsius)
  }

  /// The mean alone.
  public var temperature: Temperature { Temperature(time: time, celsius: mean) }
}

/// What tells the rooms of one source apart, also over restarts: a sensor's place, or a series' labels. It is never shown.
public struct RoomKey: Sendable, Hashable {
  private let text: String

  public init(_ text: String) { self.text = text }

  /// The key of the only room of a source.
  public static let only = RoomKey("")

  /// The key as text, which is kept over restarts.
  public var mark: String { text }
}

/// One room's part of an answer.
public struct RoomReadings: Sendable, Hashable {
  public var key: RoomKey
  /// What the source calls the room; `nil` where it has no name for it.
  public var name: SafeText?
  /// In the order of time, at most one a step. A step in which nothing was measured is left out.
  public var readings: [RoomReading]
  /// The newest single reading, at its own time by the source's clock; `nil` where the source does not tell it, or where
  /// nothing is measured now.
  public var latest: Temperature?
  /// Why nothing is measured now, as one sentence without a full stop; `nil` where something is, or nobody can say.
  public var silence: SafeText?

  public init(
    key: RoomKey = .only, name: SafeText? = nil, readings: [RoomReading], latest: Temperature? = nil,
    silence: SafeText? = nil
  ) {
    self.key = key
    self.name = name
    self.readings = readings
    self.latest = latest
    self.silence = silence
  }
}

/// What a source tells of all its rooms.
public struct RoomAnswer: Sendable, Hashable {
  /// In the order in which they are shown.
  public var rooms: [RoomReadings]
  /// Where the readings come from.
  public var origin: Origin
  /// Why there is no room, where the source can say.
  public var emptiness: SafeText?
  /// Whether there is anything to ask; `false` where nothing is configured.
  public var hasSource: Bool

  public init(
    rooms: [RoomReadings], origin: Origin = .live, emptiness: SafeText? = nil, hasSource: Bool = true
  ) {
    self.rooms = rooms
    self.origin = origin
    self.emptiness = emptiness
    self.hasSource = hasSource
  }
}

/// Something that knows the temperatures of one room or of several: a server, or this machine.
public protocol RoomSource: Sendable {
  /// Where answers come from, as far as that is known before the first.
  var origin: Origin { get }
  /// What it can be asked for.
  var steps: RoomSteps { get }

  /// The readings in a window of time, and the newest ones. One start asks once.
  ///
  /// A source may leave out a step that is not over. It never answers for the future.
  ///
  /// - Parameter step: Seconds that one reading stands for; more than 0.
  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError>
}

extension RoomSource {
  public var steps: RoomSteps { RoomSteps() }
}

/// The room whose temperatures a ``TemperatureService`` has.
public struct TemperatureRoom: RoomSource {
  private let service: any TemperatureService

  public init(_ service: any TemperatureService) { self.service = service }

  public var origin: Origin { service.origin }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    service.temperatures(from: window.lowerBound, to: window.upperBound, step: step)
      .map { [service] in RoomAnswer(rooms: [RoomReadings(readings: $0.map(RoomReading.init))], origin: service.origin)
      }
  }
}
