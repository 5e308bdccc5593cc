import Foundation
import Signals

/// A single temperature that this program has read of a source that keeps none.
public struct OwnReading: Sendable, Hashable {
  public var key: RoomKey
  public var temperature: Temperature

  public init(key: RoomKey, _ temperature: Temperature) {
    self.key = key
    self.temperature = temperature
  }
}

/// Where temperatures are kept that nothing else keeps: those of this machine's sensors and of exporters' pages.
///
/// Single readings are kept for a day, what was measured in a minute for a month, what was measured in an hour for two
/// years. Nothing here fails for its caller, as with ``StateStore``.
public protocol ReadingStore: Sendable {
  /// Keeps readings of a source, soon and in order; the caller does not wait.
  ///
  /// - Parameter source: Tells sources apart, also over restarts; without a password.
  func keep(_ readings: [OwnReading], of source: String)
  /// What was read in a window, by steps, each room's in the order of time. Sent once, from any thread.
  ///
  /// - Parameter step: Seconds.
  func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never>
  /// Makes minutes and hours of what is old enough for that.
  func rollUpReadings(at now: Date)
}

/// For how long a ``ReadingStore`` keeps what, in seconds.
public enum ReadingRetention {
  public static let single: TimeInterval = 86_400
  public static let minutes: TimeInterval = 30 * 86_400
  public static let hours: TimeInterval = 2 * 365 * 86_400
}
