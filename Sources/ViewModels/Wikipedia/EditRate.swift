import Foundation
import Model

/// Edits a second, counted in the windows of the clock: from :00 to :05, from :05 to :10 and so on.
///
/// - Every window that was listened to from its beginning to its end counts, also an empty one: its rate is 0, since
///   nothing was edited. A rate stands at its window's end.
/// - The windows in which a connection begins or ends are left out. Scaled up from a second or two, they would be noise
///   drawn as a fact; so the line ends at the last full window, and a gap follows.
/// - Windows that were not listened to, or not from their beginning, count where somebody else tells of them afterwards
///   (``add(_:from:)``).
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
    /// Counts the windows since 1970.
    let number: Int
    /// Whether it was listened to from its beginning.
    var isFull: Bool
    var counts = EditCounts()

    var start: Date { Date(timeIntervalSince1970: Double(number) * EditRate.window) }
    var end: Date { start.addingTimeInterval(EditRate.window) }

    init(at date: Date) {
      let number = (date.timeIntervalSince1970 / EditRate.window).rounded(.down)
      // A date may be anything that a server says.
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
  /// Rates and gaps that were not taken yet. Of several at the same time the last one counts.
  private var points: [RatePoint] = []
  /// The window that is being counted; `nil` without a connection.
  private var open: Window?
  /// The latest time that was told.
  private var latest = Date.distantPast
  /// Where the line has ended with a gap, and the rate before it; `nil` while it goes on.
  private var gap: (time: Double, counts: EditCounts?)? = (-.infinity, nil)
  /// What was counted in the windows that ended last, also where they were not listened to from their beginning, by their
  /// numbers: it is not known yet what somebody else tells of them.
  private var recent = RecentCounts()

  /// A connection begins.
  mutating func connect(at now: Date) {
    disconnect(at: now)
    begin(at: now)
  }

  /// Counts edits that were not listened to, as somebody else tells of them afterwards: with them nothing is missing from
  /// `start` on.
  ///
  /// ```
  /// listened:       ····|··ooo|ooooo|oo     o: counted    ·: not listened to
  /// told of:        xxxx|xx   |     |
  /// rates:             p|    p|    p|
  /// ```
  mutating func add(_ edits: [(time: Date, editor: WikiEditor?)], from start: Date) {
    guard var open else { return }
    for edit in edits {
      let number = Window(at: min(edit.time, latest)).number
      let counts = EditCounts(by: edit.editor)
      if number >= open.number { open.counts += counts } else { recent.add(counts, to: number) }
    }
    let first = Window(at: start)
    let firstFull = first.isFull ? first.number : first.number + 1
    if firstFull <= open.number { open.isFull = true }
    self.open = open
    let beginning = max(firstFull, open.number - RecentCounts.limit)
    guard beginning < open.number else { return }
    // What came before is joined to this, so there is no gap any more.
    if let gap, let counts = gap.counts, Double(beginning) * Self.window <= gap.time {
      points.append(RatePoint(time: gap.time, counts: counts))
    }
    for number in beginning..<open.number {
      add(recent[number], at: Window(number: number).end)
    }
  }

  /// The connection ends.
  mutating func disconnect(at now: Date) {
    advance(to: now)
    if let open {
      recent.add(open.counts, to: open.number)
      addGap(at: open.start)
    }
    open = nil
    counts = nil
  }

  /// An edit arrived.
  ///
  /// - Parameter editor: `nil` where the feed does not tell who made it.
  mutating func count(at now: Date, by editor: WikiEditor? = nil) {
    advance(to: now)
    open?.counts += EditCounts(by: editor)
  }

  /// Closes the windows that have ended.
  ///
  /// - Returns: whether the last stretch was not listened to, so that counting has begun again.
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
    points.append(RatePoint(time: time.timeIntervalSince1970, counts: counts))
    self.counts = counts
    gap = nil
  }

  /// A gap just after the last full window, once between two stretches of line.
  private mutating func addGap(at time: Date) {
    guard gap == nil else { return }
    let time = time.timeIntervalSince1970.nextUp
    gap = (time, counts)
    points.append(RatePoint(time: time, counts: nil))
  }

  /// Hands over the points that came about.
  mutating func takePoints() -> [RatePoint] {
    defer { points = [] }
    return points
  }
}

/// How many edits there were in each of the windows that ended last, by the windows' numbers.
private struct RecentCounts: Sendable {
  /// Windows: ten minutes, and one more for the one in which they begin.
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
