import Foundation
import Screen

/// Detects double clicks: two clicks at the same cell within ``interval``.
struct DoubleClicks {
  /// The greatest interval in seconds.
  static let interval: TimeInterval = 0.4

  private var last: (location: Point, date: Date)?

  /// Returns the event, marked if it is the second click. A third click is a first one again.
  mutating func reduce(_ event: MouseEvent, at date: Date) -> MouseEvent {
    var event = event
    guard event.action == .click else {
      last = nil
      return event
    }
    if let last, last.location == event.location, (0...Self.interval).contains(date.timeIntervalSince(last.date)) {
      event.isDouble = true
    }
    last = event.isDouble ? nil : (event.location, date)
    return event
  }
}
