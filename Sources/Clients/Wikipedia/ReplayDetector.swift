import Foundation

/// Tells what a server repeats from what happens now, after a connection that was resumed.
///
/// The two clocks differ, and messages take time; the smallest difference ever seen between an arrival and the event's
/// own time is the clocks' offset plus the shortest way. An event that this puts before the moment of the connection
/// happened while there was none.
struct ReplayDetector: Sendable {
  /// Local time less the server's, in seconds; `nil` before the first event.
  private(set) var smallestOffset: TimeInterval?
  private var resumedAt: Date?

  /// Nothing is a repetition this long after a connection any more. Without a limit, a local clock that is set forward
  /// while the program runs would make everything look like the past.
  static let longestReplay: TimeInterval = 300

  /// A connection stands.
  ///
  /// - Parameter isResumed: the server was asked to go on where the last one ended.
  mutating func connected(at now: Date, isResumed: Bool) {
    resumedAt = isResumed ? now : nil
  }

  /// Whether an event that has arrived is a repetition.
  mutating func isReplay(eventTime: Date?, arrival: Date) -> Bool {
    guard let eventTime else { return false }
    defer {
      let offset = arrival.timeIntervalSince(eventTime)
      smallestOffset = min(offset, smallestOffset ?? offset)
    }
    guard let resumedAt, let smallestOffset, arrival.timeIntervalSince(resumedAt) < Self.longestReplay else {
      return false
    }
    return eventTime.addingTimeInterval(smallestOffset) < resumedAt
  }
}
