import Charting
import Foundation

/// Edits a second, counted in the windows of the clock: from :00 to :05, from :05 to :10 and so on.
///
/// - Every window that was listened to from its beginning to its end counts, also an empty one: its rate is 0, since
///   nothing was edited. A rate stands at its window's end.
/// - The windows in which a connection begins or ends are left out. Scaled up from a second or two, they would be noise
///   drawn as a fact; so the line ends at the last full window, and a gap follows.
/// - A window whose end is told more than two windows late was not listened to: the program was stopped, or the machine
///   asleep. That stretch is a gap, and counting begins again with the next window. The same goes for a clock that was
///   set back.
struct EditRate: Sendable {
  /// Seconds.
  static let window: TimeInterval = 5
  /// Seconds by which a time may be behind another that was read later, on a busy machine: a clock that was set back is
  /// further behind.
  private static let moment: TimeInterval = 1

  private struct Window: Sendable {
    var start: Date
    /// Whether it was listened to from its beginning.
    var isFull: Bool
    var count = 0

    var end: Date { start.addingTimeInterval(EditRate.window) }

    init(at date: Date) {
      let number = (date.timeIntervalSince1970 / EditRate.window).rounded(.down)
      start = Date(timeIntervalSince1970: number * EditRate.window)
      isFull = start == date
    }
  }

  /// Edits a second in the last full window; `nil` before there is one, and without a connection.
  private(set) var current: Double?
  /// Rates and gaps that were not taken yet, in the order of time.
  private var points: [Series.Point] = []
  /// The window that is being counted; `nil` without a connection.
  private var open: Window?
  /// The latest time that was told.
  private var latest = Date.distantPast
  private var hasGap = true

  /// A connection begins.
  mutating func connect(at now: Date) {
    disconnect(at: now)
    begin(at: now)
  }

  /// The connection ends.
  mutating func disconnect(at now: Date) {
    advance(to: now)
    if let open { addGap(at: open.start) }
    open = nil
    current = nil
  }

  /// An edit arrived.
  mutating func count(at now: Date) {
    advance(to: now)
    open?.count += 1
  }

  /// Closes the windows that have ended.
  ///
  /// - Returns: whether the last stretch was not listened to, so that counting has begun again.
  @discardableResult
  mutating func advance(to now: Date) -> Bool {
    guard let first = open else { return false }
    let isSetBack = now < latest.addingTimeInterval(-Self.moment)
    if isSetBack || now.timeIntervalSince(first.end) >= 2 * Self.window {
      addGap(at: min(now, first.start))
      current = nil
      begin(at: now)
      return true
    }
    latest = max(latest, now)
    while let window = open, window.end <= now {
      if window.isFull { add(Double(window.count) / Self.window, at: window.end) }
      open = Window(at: window.end)
    }
    return false
  }

  private mutating func begin(at now: Date) {
    open = Window(at: now)
    latest = now
  }

  private mutating func add(_ rate: Double, at time: Date) {
    points.append(Series.Point(time: time.timeIntervalSince1970, value: rate))
    current = rate
    hasGap = false
  }

  /// A gap just after the last full window, once between two stretches of line.
  private mutating func addGap(at time: Date) {
    guard !hasGap else { return }
    hasGap = true
    points.append(Series.Point(time: time.timeIntervalSince1970.nextUp, value: nil))
  }

  /// Hands over the points that came about.
  mutating func takePoints() -> [Series.Point] {
    defer { points = [] }
    return points
  }
}
