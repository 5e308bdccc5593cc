import Foundation

/// Edits per second, counted in windows of the clock: from :00 to :05, from :05 to :10 and so on.
///
/// - Every whole window counts, even an empty one, whose rate is 0. A rate is at its window's end.
/// - The windows in which a connection begins or ends are left out. Extrapolated from a second or two, they would be noise;
///   so the line ends at the last whole window, and a gap follows.
/// - A feed may begin to send a while after it is connected. If its first event comes late, counting begins with that; if
///   nothing comes for the length of a window, it was silent from the beginning.
/// - Windows that were not heard whole count if their edits are told later (``add(_:from:to:)``).
/// - A window whose end is reported late is missed: the program was stopped, or the machine asleep, and what arrived then is
///   counted later than it should be. That time is a gap, and counting starts again with the next window. The same applies
///   to a clock that was set back.
struct EditRate: Sendable {
  /// Seconds.
  static let window: TimeInterval = 5
  /// The tolerance in seconds for times that are reported late or out of order on a busy machine.
  static let moment: TimeInterval = 1
  /// A window's end that is reported this late, in seconds, after ``silence``, is missed, too.
  private static let lateness: TimeInterval = 0.2
  private static let silence: TimeInterval = 1.5

  /// The edits of the last whole window; `nil` before there is one, and without a connection.
  private(set) var counts: EditCounts?
  /// Rates and gaps that have not been taken yet. Of several at the same time, the last one counts.
  private var points: [RatePoint] = []
  /// The window that is being counted; `nil` without a connection.
  private var open: RateWindow?
  /// Since when everything has been heard.
  private var heardFrom = Date.distantFuture
  /// The beginning of the connection, until it is known whether the feed sends since then.
  private var isFlowingSince: Date?
  /// The latest time reported.
  private var latest = Date.distantPast
  /// Whether the line has a gap at its end.
  private var endsInGap = true
  /// The times of gaps, which edits told later may close.
  private var gaps: Set<Double> = []
  /// The counts by arrival of the latest windows, including those that were not heard whole.
  private var heard = RecentCounts()
  private var told = HistoricEdits()

  /// Begins a connection.
  ///
  /// - Parameter isFlowing: Whether the feed is known to send already.
  mutating func connect(at now: Date, isFlowing: Bool = false) {
    disconnect(at: now)
    begin(at: now)
    isFlowingSince = isFlowing ? nil : now
  }

  /// Takes an event of any kind as a sign that the feed sends.
  mutating func hear(at now: Date) {
    advance(to: now)
    guard let start = isFlowingSince else { return }
    isFlowingSince = nil
    if now.timeIntervalSince(start) > Self.moment { heardFrom = now }
    place()
  }

  /// Counts from now on, because what arrived before is no measure: a connection that repeats what was missed, and is behind.
  mutating func restart(at now: Date) {
    advance(to: now)
    if open != nil { heardFrom = now }
  }

  /// Ends the connection.
  mutating func disconnect(at now: Date) {
    advance(to: now)
    if let open {
      heard.add(open.counts, to: open.number)
      addGap(at: open.start)
    }
    forgetTold()
    open = nil
    counts = nil
  }

  /// Counts an edit that arrived at `now`.
  ///
  /// - Parameters:
  ///   - editor: `nil` if the feed does not report it.
  ///   - isRevert: Whether the edit reverts others, as far as it is known.
  mutating func count(at now: Date, by editor: WikiEditor? = nil, isRevert: Bool = false) {
    hear(at: now)
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
    if isSetBack || isMissed(first, at: now) {
      addGap(at: min(now, first.start))
      // What was counted by the former clock is not of the windows that come again.
      if isSetBack { (heard, told, gaps, open) = (RecentCounts(), HistoricEdits(), [], nil) }
      counts = nil
      begin(at: now)
      return true
    }
    latest = max(latest, now)
    if let start = isFlowingSince, now.timeIntervalSince(start) >= Self.window {
      isFlowingSince = nil
      place()
    }
    while let window = open, window.end <= now {
      heard.add(window.counts, to: window.number)
      open = RateWindow(at: window.end)
      report(window.number)
    }
    return false
  }

  /// Whether the end of the open window is reported so late that the program must have been stopped before it.
  private func isMissed(_ window: RateWindow, at now: Date) -> Bool {
    let late = now.timeIntervalSince(window.end)
    return late > Self.moment || late > Self.lateness && window.end.timeIntervalSince(latest) > Self.silence
  }

  private mutating func begin(at now: Date) {
    if let window = open { heard.add(window.counts, to: window.number) }
    forgetTold()
    open = RateWindow(at: now)
    heardFrom = now
    isFlowingSince = nil
    latest = now
  }

  /// Removes and returns the new points.
  mutating func takePoints() -> [RatePoint] {
    defer { points = [] }
    return points
  }
}

// MARK: - What is told later

extension EditRate {
  /// Counts missed edits that are told later by their times on the server's clock, which make the data complete from `start`
  /// to `end`. They are counted when the feed would have told them: ``delay(by:)`` later.
  ///
  /// ```
  /// listened:       ····|··ooo|ooooo|oo     o: counted    ·: missed
  /// reported later: xxxx|xx   |     |
  /// rates:             p|    p|    p|
  /// ```
  ///
  /// - Parameter end: Of several, the first one counts.
  mutating func add(_ edits: [(time: Date, counts: EditCounts)], from start: Date, to end: Date) {
    guard open != nil else { return }
    told.add(edits, from: start, to: end)
    place()
  }

  /// Changes the time from an edit to its arrival, in seconds, including the difference between the clocks.
  mutating func delay(by seconds: TimeInterval) {
    guard told.delay(by: seconds), open != nil else { return }
    place()
  }

  /// Keeps the delay from now on.
  mutating func fixDelay() { told.fixDelay() }

  /// Whether all edits of a window are known.
  private func isWhole(_ window: RateWindow) -> Bool {
    window.start >= heardFrom || told.covers(window.start, min(window.end, heardFrom), tolerance: Self.moment)
  }

  private func total(_ number: Int) -> EditCounts {
    var counts = heard[number]
    counts += told[number]
    return counts
  }

  /// Reports all windows that were told later, once more if something has changed.
  private mutating func place() {
    guard let open, let first = told.firstWindow else { return }
    for number in max(first, open.number - RecentCounts.limit)..<max(first, open.number) { report(number) }
  }

  /// Adds the point of a window that has ended, or the gap before it.
  private mutating func report(_ number: Int) {
    let window = RateWindow(number: number)
    // Until the feed is known to send, what was told later has no end.
    guard isWhole(window), isFlowingSince == nil || window.end <= heardFrom else { return addGap(at: window.start) }
    if let gap = gaps.remove(window.start.timeIntervalSince1970.nextUp) {
      points.append(RatePoint(time: gap, counts: total(number - 1), hasReverts: true))
    }
    let counts = total(number)
    points.append(RatePoint(time: window.end.timeIntervalSince1970, counts: counts, hasReverts: true))
    self.counts = counts
    endsInGap = false
  }

  /// Adds a gap just after the last whole window, once between two parts of the line.
  private mutating func addGap(at time: Date) {
    guard !endsInGap else { return }
    endsInGap = true
    let time = time.timeIntervalSince1970.nextUp
    if gaps.count > RecentCounts.limit { gaps = [] }
    gaps.insert(time)
    points.append(RatePoint(time: time, counts: nil))
  }

  /// Keeps the counts of what was told, and nothing else.
  private mutating func forgetTold() {
    for (number, counts) in told.counts where number <= open?.number ?? .min { heard.add(counts, to: number) }
    told = HistoricEdits()
  }
}

/// A window of the rate.
struct RateWindow: Sendable {
  /// The number of the window since 1970.
  let number: Int
  var counts = EditCounts()

  var start: Date { Date(timeIntervalSince1970: Double(number) * EditRate.window) }
  var end: Date { start.addingTimeInterval(EditRate.window) }

  init(at date: Date) {
    // A server may send any date, so the number may not be representable.
    number = Int(exactly: (date.timeIntervalSince1970 / EditRate.window).rounded(.down)) ?? 0
  }

  init(number: Int) { self.number = number }
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
    if counts.count > 2 * Self.limit { counts = counts.filter { abs($0.key - number) < Self.limit } }
  }
}
