import Foundation
import Signals

/// A single temperature that this program has read from a source without a history.
public struct OwnReading: Sendable, Hashable {
  public var key: RoomKey
  public var temperature: Temperature

  public init(key: RoomKey, _ temperature: Temperature) {
    self.key = key
    self.temperature = temperature
  }
}

/// Stores temperatures that are not stored anywhere else: those of this machine's sensors and of exporters' pages.
///
/// Single readings are kept for a day, minutes for a month, and hours for two years, within ``ReadingLimits``. Like ``StateStore``, it reports no
/// errors to its caller.
public protocol ReadingStore: Sendable {
  /// Stores readings of a source, soon and in order; the caller does not wait.
  ///
  /// - Parameter source: Identifies the source, also across restarts; contains no password.
  func keep(_ readings: [OwnReading], of source: String)
  /// The readings in a window, by steps, in order of time for each room. Sent once, on any thread.
  ///
  /// - Parameter step: In seconds.
  func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never>
  /// Combines readings that are old enough into minutes and hours.
  func rollUpReadings(at now: Date)
}

/// How long a ``ReadingStore`` keeps its data, in seconds.
public enum ReadingRetention {
  public static let single: TimeInterval = 86_400
  public static let minutes: TimeInterval = 30 * 86_400
  public static let hours: TimeInterval = 2 * 365 * 86_400
}

/// How much a ``ReadingStore`` keeps of one source, whatever its server sends.
public enum ReadingLimits {
  /// The most rooms of a source. Beyond it, those that were not read for the longest time are deleted.
  public static let rooms = 200
}
