import Foundation

/// Estimates the offset of the local clock from the server's during one connection.
///
/// An event arrives some time after it happened, so its arrival minus its own time is the offset plus the delay. The delay is
/// never negative, so the smallest difference is nearest to the offset (the filter of Cristian's algorithm and of NTP).
struct ClockOffset: Sendable {
  /// In seconds; `nil` before the first event.
  private(set) var smallest: TimeInterval?

  /// Takes an event that happened at `time` by the server's clock and arrived at `arrival`.
  mutating func observe(_ time: Date, arrival: Date) {
    let offset = arrival.timeIntervalSince(time)
    smallest = min(smallest ?? offset, offset)
  }

  /// Returns a server's time by the local clock: never after the arrival that was observed with it.
  func localTime(of time: Date) -> Date {
    time.addingTimeInterval(smallest ?? 0)
  }
}
