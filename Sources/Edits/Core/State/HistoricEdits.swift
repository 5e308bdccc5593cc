import Foundation

/// Edits of the past that another source than the feed tells, in the windows in which the feed would have told them.
///
/// The feed tells of an edit some time after it was made. Without that delay, the windows in which the two sources meet would
/// lack the edits of that time, and others would have too many.
struct HistoricEdits: Sendable {
  private var edits: [(time: Date, counts: EditCounts)] = []
  private var start: Date?
  private var end = Date.distantFuture
  private var delay: TimeInterval = 0
  /// The counts by the windows' numbers.
  private(set) var counts: [Int: EditCounts] = [:]

  /// A change of the delay in seconds that is not worth counting again.
  private static let leastChange: TimeInterval = 0.1
  /// The maximum number of edits that are kept to be counted again.
  private static let limit = 20_000
  /// Whether the delay is known for good, so that no edits need to be kept.
  private var isFixed = false

  subscript(number: Int) -> EditCounts { counts[number] ?? EditCounts() }

  /// The number of the first window of which all edits are known; `nil` before anything is told.
  var firstWindow: Int? {
    guard let start, start < .distantFuture else { return nil }
    let first = RateWindow(at: start + delay)
    return first.start < start + delay ? first.number + 1 : first.number
  }

  /// - Parameter start: The time since which all edits up to `end` are known.
  mutating func add(_ more: [(time: Date, counts: EditCounts)], from start: Date, to end: Date) {
    if self.start == nil { self.end = end }
    self.start = start
    if !isFixed { edits += more.prefix(max(0, Self.limit - edits.count)) }
    count(more)
  }

  /// - Returns: Whether the counts have changed.
  mutating func delay(by seconds: TimeInterval) -> Bool {
    guard !isFixed, abs(seconds - delay) >= Self.leastChange else { return false }
    delay = seconds
    guard start != nil else { return false }
    counts = [:]
    count(edits)
    return true
  }

  /// Keeps the delay from now on.
  mutating func fixDelay() {
    isFixed = true
    edits = []
  }

  private mutating func count(_ edits: [(time: Date, counts: EditCounts)]) {
    // An edit that is told before the feed can tell of it is in the window in which it will.
    let latest = end + delay
    for (time, count) in edits {
      counts[RateWindow(at: min(time + delay, latest)).number, default: EditCounts()] += count
    }
  }

  /// Whether all edits between two arrivals are known; the end may be later by the tolerance.
  func covers(_ first: Date, _ last: Date, tolerance: TimeInterval) -> Bool {
    guard let start else { return false }
    return first >= start + delay && last <= end + delay + tolerance
  }
}

/// Measures how long after it was made a feed tells of an edit: the mean of its first edits, by which windows are counted.
struct FeedDelay: Sendable {
  private var sum = 0.0
  private var count = 0

  /// In seconds, including the difference between the clocks; `nil` before the first edit.
  var mean: TimeInterval? { count == 0 ? nil : sum / Double(count) }
  /// Whether it will not change any more.
  var isFixed: Bool { count >= Self.enough }

  /// Twenty seconds of the English Wikipedia.
  private static let enough = 50
  /// An edit that is later than the first ones by this many seconds is late for another reason.
  private static let longest: TimeInterval = 10

  /// Whether a delay fits that of the earliest event of the last minutes.
  static func isPlausible(_ seconds: TimeInterval, least: TimeInterval) -> Bool {
    (-1..<longest).contains(seconds - least)
  }

  /// Forgets a mean that does not fit the delay of the earliest event of the last minutes: it was that of old events.
  mutating func beginAgain(unlessPlausibleFor least: TimeInterval) {
    if let mean, !Self.isPlausible(mean, least: least) { self = FeedDelay() }
  }

  /// - Parameter least: The delay of the earliest event of the last minutes. Where it changes much, the measure begins again.
  mutating func observe(_ seconds: TimeInterval, least: TimeInterval) {
    beginAgain(unlessPlausibleFor: least)
    guard !isFixed, (0..<Self.longest).contains(seconds - least) else { return }
    sum += seconds
    count += 1
  }
}
