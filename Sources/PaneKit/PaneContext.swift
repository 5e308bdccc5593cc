import Foundation
import Model
import Screen
import Text

/// The inputs of drawing besides a pane's state: the same state in the same context gives the same cells.
public struct PaneContext: Sendable {
  /// Whether keys go to this pane.
  public var isFocused: Bool
  public var now: Date
  /// The time zone of the times shown.
  public var clock: ClockTime
  /// Whether the header says that all data is the demonstration's, so that panes need not.
  public var saysDemo: Bool

  public init(isFocused: Bool, now: Date, clock: ClockTime, saysDemo: Bool = false) {
    self.saysDemo = saysDemo
    self.isFocused = isFocused
    self.now = now
    self.clock = clock
  }

  /// The age in seconds from which on a time is shown with its age, so that it is not taken for the present.
  static let staleAge: TimeInterval = 5 * 60

  /// `14:03`, or `14:03, 6 min ago` if it is stale, or with its date if it is not today's.
  package func freshness(of date: Date) -> SafeText {
    let time = time(of: date)
    return now.timeIntervalSince(date) < Self.staleAge ? time : "\(time), \(ago(date))"
  }

  /// `14:03`, or with its date if it is not today's. A time that cannot be in the future is shown as now if the clock says
  /// so.
  package func time(of date: Date) -> SafeText {
    let date = min(date, now)
    return now.timeIntervalSince(date) < 86_400 ? clock.minutes(date) : "\(clock.day(date)) \(clock.minutes(date))"
  }

  /// Returns the border's word for the origin of data; empty for the service itself.
  package func word(for origin: Origin) -> SafeText { origin == .demo && !saysDemo ? "demo" : "" }

  /// `2 h ago`
  package func ago(_ date: Date) -> SafeText {
    let age = TimeText.age(of: date, at: now)
    return age == "now" ? "just now" : "\(age) ago"
  }
}
