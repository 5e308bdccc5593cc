import Foundation
import Model
import Screen
import Text

/// What a view needs besides its pane's state in order to draw: drawing the same state in the same context gives the same
/// cells.
public struct PaneContext: Sendable {
  /// Keys go to this pane.
  public var isFocused: Bool
  public var now: Date
  /// Whose hours are shown.
  public var clock: ClockTime
  /// The header says that everything comes from the demonstration: no pane has to.
  public var saysDemo: Bool

  public init(isFocused: Bool, now: Date, clock: ClockTime, saysDemo: Bool = false) {
    self.saysDemo = saysDemo
    self.isFocused = isFocused
    self.now = now
    self.clock = clock
  }

  /// Older than this, a time is shown with its age, so that nobody takes it for the present.
  static let staleAge: TimeInterval = 5 * 60

  /// `14:03`, or `14:03, 6 min ago` when that is stale, or with its date when it was not today.
  func freshness(of date: Date) -> SafeText {
    let time = time(of: date)
    return now.timeIntervalSince(date) < Self.staleAge ? time : "\(time), \(ago(date))"
  }

  /// `14:03`, or with its date when it was not today. What cannot lie in the future is of now where the clock says so.
  func time(of date: Date) -> SafeText {
    let date = min(date, now)
    return now.timeIntervalSince(date) < 86_400 ? clock.minutes(date) : "\(clock.day(date)) \(clock.minutes(date))"
  }

  /// What a pane's border says of where its data comes from; nothing where it is the service itself.
  func word(for origin: Origin) -> SafeText { origin == .demo && !saysDemo ? "demo" : "" }

  /// `2 h ago`
  func ago(_ date: Date) -> SafeText {
    let age = TimeText.age(of: date, at: now)
    return age == "now" ? "just now" : "\(age) ago"
  }
}
