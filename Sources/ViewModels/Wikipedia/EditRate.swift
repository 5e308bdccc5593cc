import Charting
import Foundation

/// Edits a second, in windows of 5 s by arrival on the local clock.
///
/// - The windows of a connection follow each other without a break from its beginning on, and every one counts: an empty
///   one is a rate of 0, since nothing was edited while we listened. A window's rate stands at its end.
/// - A window that the connection's end cuts short is left out. Scaled up from a second or two, it would be noise drawn
///   as a fact; so the line ends at the last full window, a gap follows, and the first point of the next connection
///   stands 5 s after its beginning.
/// - A window whose end is told more than two windows late was not listened through: the program was stopped, or the
///   machine asleep. This stretch is a gap as well, and windows begin anew. (The same goes for a clock that was set
///   back.)
struct EditRate: Sendable {
  /// Seconds.
  static let window: TimeInterval = 5
  /// Seconds by which a time may be behind another that was read later, on a busy machine: a clock that was set back is
  /// further behind.
  private static let moment: TimeInterval = 1

  /// Edits a second in the last full window; `nil` before there is one, and without a connection.
  private(set) var current: Double?
  /// Rates and gaps that were not taken yet, in the order of time.
  private(set) var points: [Series.Point] = []

  /// The beginning of the window that is being counted; `nil` without a connection.
  private var windowStart: Date?
  private var count = 0
  private var hasGap = true

  /// When the window that is being counted ends.
  var windowEnd: Date? { windowStart?.addingTimeInterval(Self.window) }

  /// A connection begins.
  mutating func connect(at now: Date) {
    disconnect(at: now)
    windowStart = now
  }

  /// The connection ends.
  mutating func disconnect(at now: Date) {
    guard let start = windowStart else { return }
    advance(to: now)
    addGap(at: windowStart ?? start)
    windowStart = nil
    current = nil
    count = 0
  }

  /// An edit arrived.
  mutating func count(at now: Date) {
    advance(to: now)
    if windowStart != nil { count += 1 }
  }

  /// Closes the windows that ended.
  ///
  /// - Returns: whether the last stretch was not listened through.
  @discardableResult
  mutating func advance(to now: Date) -> Bool {
    guard let start = windowStart else { return false }
    let passed = now.timeIntervalSince(start)
    // A moment before the window: the time was read before the timer closed the one before, or the timer rang early.
    if passed < 0, passed > -Self.moment { return false }
    guard passed >= 0, passed < 3 * Self.window else {
      addGap(at: min(now, start))
      windowStart = now
      current = nil
      count = 0
      return true
    }
    while let end = windowEnd, end <= now {
      let rate = Double(count) / Self.window
      points.append(Series.Point(time: end.timeIntervalSince1970, value: rate))
      current = rate
      hasGap = false
      windowStart = end
      count = 0
    }
    return false
  }

  /// Hands over the points that came about.
  mutating func takePoints() -> [Series.Point] {
    defer { points = [] }
    return points
  }

  /// A gap just after the last full window, once between two stretches of line.
  private mutating func addGap(at time: Date) {
    guard !hasGap else { return }
    hasGap = true
    points.append(Series.Point(time: time.timeIntervalSince1970.nextUp, value: nil))
  }
}
