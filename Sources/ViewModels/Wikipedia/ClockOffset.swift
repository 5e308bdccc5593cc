import Foundation

/// How far the local clock is ahead of the server's, as far as one connection tells.
///
/// An event arrives some time after it happened, so its arrival less its own time is the difference of the clocks and the
/// way. The way is never negative; so the smallest such difference is the nearest to that of the clocks (the filter of
/// Cristian's algorithm and of NTP).
struct ClockOffset: Sendable {
  /// Seconds; `nil` before the first event.
  private(set) var smallest: TimeInterval?

  /// An event that happened at `time` by the server's clock arrived.
  mutating func observe(_ time: Date, arrival: Date) {
    let offset = arrival.timeIntervalSince(time)
    smallest = min(smallest ?? offset, offset)
  }

  /// A time of the server's on the local clock: never after the arrival that was observed with it.
  func localTime(of time: Date) -> Date {
    time.addingTimeInterval(smallest ?? 0)
  }
}
