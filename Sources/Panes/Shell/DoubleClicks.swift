import Foundation
import Screen

/// Finds the second click of two at the same cell, soon after each other.
struct DoubleClicks {
  /// Seconds between the two at most.
  static let interval: TimeInterval = 0.4

  private var last: (location: Point, date: Date)?

  /// Marks an event that is the second click of two. A third is a first one again.
  mutating func take(_ event: MouseEvent, at date: Date) -> MouseEvent {
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
