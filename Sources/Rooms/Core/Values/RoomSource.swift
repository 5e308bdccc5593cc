import Foundation
import Model
import Signals
import Text

/// The temperatures of a room in one step of time, in degrees Celsius.
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

  /// Creates a reading of which only the mean is known.
  public init(_ temperature: Temperature) {
    self.init(
      time: temperature.time, lowest: temperature.celsius, mean: temperature.celsius, highest: temperature.celsius)
  }

  /// The mean with its time.
  public var temperature: Temperature { Temperature(time: time, celsius: mean) }
}

/// Identifies a room among those of a source, across restarts: a sensor's place, or the labels of a series. It is never
/// shown.
public struct RoomKey: Sendable, Hashable {
  private let text: String

  /// A longer text than a key's limit is replaced by its hash.
  public init(_ text: String) { self.text = TextLimit.key.limited(text) ?? "" }

  /// The key of the only room of a source.
  public static let only = RoomKey("")

  /// The key as text, which is kept over restarts.
  public var mark: String { text }
}

/// The part of an answer that concerns one room.
public struct RoomReadings: Sendable, Hashable {
  public var key: RoomKey
  /// The source's name for the room; `nil` if it has none.
  public var name: SafeText?
  /// In order of time, at most one for each step. Steps without a measurement are missing.
  public var readings: [RoomReading]
  /// The newest single reading, with its time; `nil` if the source does not report it, or nothing is
  /// being measured.
  public var latest: Temperature?
  /// Why nothing is being measured, as a sentence without a full stop; `nil` if something is, or the reason is unknown.
  public var silence: SafeText?
  /// What a person should know of the readings although something is being measured, as a sentence without a full stop.
  public var remark: SafeText?

  public init(
    key: RoomKey = .only, name: SafeText? = nil, readings: [RoomReading], latest: Temperature? = nil,
    silence: SafeText? = nil, remark: SafeText? = nil
  ) {
    self.key = key
    self.name = name
    self.readings = readings
    self.latest = latest
    self.silence = silence
    self.remark = remark
  }
}

extension RoomReadings {
  /// Returns the readings at times that are later by some seconds.
  public func shifted(by seconds: TimeInterval) -> RoomReadings {
    guard seconds != 0 else { return self }
    var shifted = self
    for index in readings.indices { shifted.readings[index].time = readings[index].time.addingTimeInterval(seconds) }
    shifted.latest = latest.map { Temperature(time: $0.time.addingTimeInterval(seconds), celsius: $0.celsius) }
    return shifted
  }
}

/// The answer of a source about all its rooms in a window of time, in degrees Celsius. If the source says what time it is by its
/// own clock, times have been converted to ours.
public struct RoomAnswer: Sendable, Hashable {
  /// In the order in which they are shown.
  public var rooms: [RoomReadings]
  /// Where the readings come from.
  public var origin: Origin
  /// Why there are no rooms, if the source can say.
  public var emptiness: SafeText?
  /// Whether there is a source at all; `false` if none is configured.
  public var hasSource: Bool
  /// The number of rooms that the source has, if it may have more than are in the answer.
  public var total: Int?
  /// The seconds by which the source's clock is ahead of ours, negative if it is behind; zero for no more than half a minute.
  public var clockLead: TimeInterval

  public init(
    rooms: [RoomReadings], origin: Origin = .live, emptiness: SafeText? = nil, hasSource: Bool = true,
    total: Int? = nil, clockLead: TimeInterval = 0
  ) {
    self.rooms = rooms
    self.clockLead = clockLead
    self.total = total
    self.origin = origin
    self.emptiness = emptiness
    self.hasSource = hasSource
  }
}

/// A source of the temperatures of one or several rooms: a server, or this machine.
public protocol RoomSource: Sendable {
  /// Where answers come from, as far as it is known before the first.
  var origin: Origin { get }
  /// The steps that it can be asked for.
  var steps: RoomSteps { get }

  /// Sends the readings in a range of time, and the newest ones. Each start is one request.
  ///
  /// A source may leave out an unfinished step. It never answers for the future.
  ///
  /// - Parameter step: The duration of a reading in seconds; must be greater than 0.
  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError>
}

extension RoomSource {
  public var steps: RoomSteps { RoomSteps() }
}
