import Foundation
import Text

/// Why a room has no current temperature, and since when. This is the definition for all sources: a room is silent if its
/// source says so, if it has had no reading for long, or if it has none at all.
public struct RoomSilence: Sendable, Hashable {
  /// The seconds without a reading after which a room is silent.
  public static let patience: TimeInterval = 600
  /// A room that is measured rarely is silent after so many of its usual intervals.
  private static let missedIntervals = 3.0

  /// The time of the last reading; `nil` if none is known.
  public var since: Date?
  /// A sentence without a full stop.
  public var reason: SafeText

  public init(since: Date? = nil, reason: SafeText) {
    self.since = since
    self.reason = reason
  }

  /// Creates the silence of a room; `nil` if it is not silent.
  ///
  /// - Parameters:
  ///   - reason: Why nothing is being measured, as far as the source says.
  ///   - last: The time of the newest reading.
  ///   - heard: When a new reading arrived last; `nil` if that is not known. A server whose clock is behind is not silent.
  ///   - usualInterval: See ``usualInterval(of:)``.
  ///   - date: The time up to which the source would have reported a reading.
  public init?(
    saidToBe reason: SafeText?, last: Date?, heard: Date? = nil, usualInterval: TimeInterval?, at date: Date
  ) {
    if let reason {
      self.init(since: last, reason: reason)
      return
    }
    guard let last else {
      self.init(reason: "no temperature in the last 24 h")
      return
    }
    let age = date.timeIntervalSince(max(last, heard ?? last))
    guard age > Self.patience, age > Self.missedIntervals * (usualInterval ?? 0) else { return nil }
    self.init(since: last, reason: "no reading")
  }

  /// Returns the median of the seconds between two readings; `nil` for fewer than three.
  ///
  /// - Parameter times: In seconds since 1970, in order.
  public static func usualInterval(of times: [TimeInterval]) -> TimeInterval? {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    return intervals.count < 2 ? nil : intervals[intervals.count / 2]
  }
}

extension RoomReadings {
  /// Returns why the room has no current temperature; `nil` if it has one.
  ///
  /// - Parameter date: When the source answered.
  public func silence(at date: Date) -> RoomSilence? {
    let last = [latest?.time, readings.last?.time].compactMap { $0 }.max()
    return RoomSilence(
      saidToBe: silence, last: last,
      usualInterval: RoomSilence.usualInterval(of: readings.map(\.time.timeIntervalSince1970)), at: date)
  }
}
