import Edits
import Foundation

/// Distinguishes repeated events from current ones after a connection has been resumed.
///
/// The two clocks differ, and messages take time (``ClockOffset``). With the offset of the last minutes, an event from before
/// the moment of connection happened during the interruption.
struct ReplayDetector: Sendable {
  private var offset = ClockOffset()
  /// Local time minus the server's time, in seconds; `nil` before the first event.
  var smallestOffset: TimeInterval? { offset.smallest }
  private var resumedAt: Date?

  /// After this many seconds, no event counts as a repetition. Without a limit, setting the local clock forward while the
  /// program runs would make every event look old.
  static let longestReplay: TimeInterval = 300

  /// A connection is established.
  ///
  /// - Parameter isResumed: whether the server was asked to continue where the last one ended.
  mutating func connected(at now: Date, isResumed: Bool) {
    resumedAt = isResumed ? now : nil
  }

  /// Whether an event that has arrived is a repetition.
  mutating func isReplay(eventTime: Date?, arrival: Date) -> Bool {
    guard let eventTime else { return false }
    defer { offset.observe(eventTime, arrival: arrival) }
    guard let resumedAt, let smallestOffset else { return false }
    // Before the connection is before the local clock was set back, after which no time can be compared with the connection's.
    guard (0..<Self.longestReplay).contains(arrival.timeIntervalSince(resumedAt)) else {
      self.resumedAt = nil
      return false
    }
    return eventTime.addingTimeInterval(smallestOffset) < resumedAt
  }
}
