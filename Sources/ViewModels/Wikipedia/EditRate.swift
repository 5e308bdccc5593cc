import Foundation
import Model

/// Edits per second, counted in windows of the clock: from :00 to :05, from :05 to :10 and so on.
///
/// - Every complete window counts, even an empty one, whose rate is 0. A rate is at its window's end.
/// - The windows in which a connection begins or ends are left out. Extrapolated from a second or two, they would be noise;
///   so the line ends at the last complete window, and a gap follows.
/// - Incomplete and missed windows count if their edits are added later (``add(_:from:)``).
/// - A window whose end is reported more than two windows late is missed: the program was stopped, or the machine asleep.
///   That time is a gap, and counting starts again with the next window. The same applies to a clock that was set back.
struct EditRate: Sendable {
  /// Seconds.
  static let window: TimeInterval = 5
  /// The tolerance in seconds for times that are reported out of order on a busy machine. A larger difference means
  /// that the clock was set back.
  private static let moment: TimeInterval = 1

  private struct Window: Sendable {
    /// The number of the window since 1970.
    let number: Int
    /// Whether it has been counted from its beginning.
    var isFull: Bool
    var counts = EditCounts()

    var start: Date { Date(timeIntervalSince1970: Double(number) * EditRate.window) }
    var end: Date { start.addingTimeInterval(EditRate.window) }

    init(at date: Date) {
      let number = (date.timeIntervalSince1970 / EditRate.window).rounded(.down)
      // A server may send any date, so the number may not be representable.
      self.number = Int(exactly: number) ?? 0
      isFull = Date(timeIntervalSince1970: number * EditRate.window) == date
    }

    init(number: Int) {
      self.number = number
      isFull = true
    }
  }

  /// The edits of the last full window; `nil` before there is one, and without a connection.
  private(set) var counts: EditCounts?
  /// Rates and gaps that have not been taken yet. Of several at the same time, the last one counts.
  private var points: [RatePoint] = []
  /// The window that is being counted; `nil` without a connection.
  private var open: Window?
  /// The latest time reported.
  private var latest = Date.distantPast
  /// The gap at the end of the line, and the counts before it; `nil` if the line has no gap at its end.
  private var gap: (time: Double, counts: EditCounts?)? = (-.infinity, nil)
  /// The counts of the latest windows, including incomplete ones, which edits reported later may complete.
  private var recent = RecentCounts()

  /// Begins a connection.
  mutating func connect(at now: Date) {
    disconnect(at: now)
    begin(at: now)
  }

  /// Counts missed edits that are reported later, which make the data complete from `start` on.
  ///
  /// ```
  /// listened:       ····|··ooo|ooooo|oo     o: counted    ·: missed
  /// reported later: xxxx|xx   |     |
  /// rates:             p|    p|    p|
  /// ```
  mutating func add(_ edits: [(time: Date, counts: EditCounts)], from start: Date) {
    guard var open else { return }
    for (time, counts) in edits {
      let number = Window(at: min(time, latest)).number
      if number >= open.number { open.counts += counts } else { recent.add(counts, to: number) }
    }
    let first = Window(at: start)
    let firstFull = first.isFull ? first.number : first.number + 1
    if firstFull <= open.number { open.isFull = true }
    self.open = open
    let beginning = max(firstFull, open.number - RecentCounts.limit)
    guard beginning < open.number else { return }
    // The windows before the gap join those added now, so a point with their counts replaces the gap.
    if let gap, let counts = gap.counts, Double(beginning) * Self.window <= gap.time {
      points.append(RatePoint(time: gap.time, counts: counts, hasReverts: true))
    }
    for number in beginning..<open.number {
      add(recent[number], at: Window(number: number).end)
    }
  }

  /// Ends the connection.
  mutating func disconnect(at now: Date) {
    advance(to: now)
    if let open {
      recent.add(open.counts, to: open.number)
      addGap(at: open.start)
    }
    open = nil
    counts = nil
  }

  /// Counts an edit that arrived at `now`.
  ///
  /// - Parameters:
  ///   - editor: `nil` if the feed does not report it.
  ///   - isRevert: Whether the edit reverts others, as far as it is known.
  mutating func count(at now: Date, by editor: WikiEditor? = nil, isRevert: Bool = false) {
    advance(to: now)
    open?.counts += EditCounts(by: editor, isRevert: isRevert)
  }

  /// Counts a revert that was reported at `now`, after its edit.
  mutating func countRevert(at now: Date) {
    advance(to: now)
    open?.counts.reverts += 1
  }

  /// Closes the windows that have ended.
  ///
  /// - Returns: Whether time was missed, so that counting has started again.
  @discardableResult
  mutating func advance(to now: Date) -> Bool {
    guard let first = open else { return false }
    let isSetBack = now < latest.addingTimeInterval(-Self.moment)
    if isSetBack { recent = RecentCounts() }
    if isSetBack || now.timeIntervalSince(first.end) >= 2 * Self.window {
      addGap(at: min(now, first.start))
      counts = nil
      begin(at: now)
      return true
    }
    latest = max(latest, now)
    while let window = open, window.end <= now {
      recent.add(window.counts, to: window.number)
      if window.isFull { add(window.counts, at: window.end) }
      open = Window(at: window.end)
    }
    return false
  }

  private mutating func begin(at now: Date) {
    if let window = open { recent.add(window.counts, to: window.number) }
    open = Window(at: now)
    latest = now
  }

  private mutating func add(_ counts: EditCounts, at time: Date) {
    points.append(RatePoint(time: time.timeIntervalSince1970, counts: counts, hasReverts: true))
    self.counts = counts
    gap = nil
  }

  /// Adds a gap just after the last complete window, once between two parts of the line.
  private mutating func addGap(at time: Date) {
    guard gap == nil else { return }
    let time = time.timeIntervalSince1970.nextUp
    gap = (time, counts)
    points.append(RatePoint(time: time, counts: nil))
  }

  /// Removes and returns the new points.
  mutating func takePoints() -> [RatePoint] {
    defer { points = [] }
    return points
  }
}

/// The number of edits in each of the latest windows, by the windows' numbers.
private struct RecentCounts: Sendable {
  /// The number of windows: ten minutes, and the one in which they begin.
  static let limit = 121

  private var counts: [Int: EditCounts] = [:]

  subscript(number: Int) -> EditCounts { counts[number] ?? EditCounts() }

  mutating func add(_ count: EditCounts, to number: Int) {
    guard !count.isEmpty else { return }
    counts[number, default: EditCounts()] += count
    if counts.count > 2 * Self.limit, let newest = counts.keys.max() {
      counts = counts.filter { $0.key > newest - Self.limit }
    }
  }
}
