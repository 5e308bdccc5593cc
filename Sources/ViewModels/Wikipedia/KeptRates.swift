import Foundation
import Model
import Text

/// Joins the rates that were kept to those that are counted now.
///
/// ```
/// kept:     oo ooo            o: a window    ·: a gap that is drawn
/// counted:         oo  ooo
/// line:     oo·ooo·oo··ooo    a gap is closed when a window is told of afterwards
/// ```
struct KeptRates: Sendable {
  /// The points that close gaps, by the end of the window that comes after each.
  private var gaps: [Double: RatePoint] = [:]

  /// The points of windows that were kept.
  ///
  /// - Parameter known: The times of what was counted now, which counts for more.
  mutating func points(of kept: [KeptRate], besides known: Set<Double>) -> [RatePoint] {
    gaps = [:]
    var points: [RatePoint] = []
    for (index, rate) in kept.enumerated() {
      let point = RatePoint(rate)
      if !known.contains(point.time) { points.append(point) }
      let next = point.time + EditRate.window
      let isJoined = index + 1 < kept.count && RatePoint(kept[index + 1]).start <= point.time
      guard !isJoined, !known.contains(next) else { continue }
      points.append(RatePoint(time: point.time.nextUp, counts: nil))
      gaps[next] = RatePoint(time: point.time.nextUp, counts: point.counts, windows: point.windows)
    }
    return points
  }

  /// The points that close gaps where windows are told of now.
  mutating func closing(_ points: [RatePoint]) -> [RatePoint] {
    guard !gaps.isEmpty else { return [] }
    return points.filter { $0.counts != nil }.compactMap { point in
      guard var gap = gaps.removeValue(forKey: point.time) else { return nil }
      // The window before the gap may be told of again, too.
      if let before = points.last(where: { $0.time == point.time - EditRate.window && $0.counts != nil }) {
        (gap.counts, gap.windows) = (before.counts, before.windows)
      }
      return gap
    }
  }
}

extension RatePoint {
  init(_ kept: KeptRate) {
    var counts = EditCounts()
    (counts[.people], counts[.anonymous], counts[.bots]) = (kept.people, kept.anonymous, kept.bots)
    counts[nil] = kept.untold
    self.init(time: Double(kept.end), counts: counts, windows: max(1, kept.windows))
  }

  /// When its first window began.
  fileprivate var start: Double { time - Double(windows) * EditRate.window }
}

extension KeptRate {
  /// - Returns: `nil` for a gap.
  init?(_ point: RatePoint) {
    guard let counts = point.counts, let end = Int(exactly: point.time) else { return nil }
    self.init(
      end: end, people: counts[.people], anonymous: counts[.anonymous], bots: counts[.bots], untold: counts[nil])
  }
}

/// What rates are of, as far as the feed tells: what belongs to one is not drawn with another.
struct RateSource: Sendable, Hashable {
  /// Counts the changes of where events come from.
  var era: Int
  /// The wikis.
  var name: String

  /// What the rates are kept by.
  func key(at server: SafeText) -> String { "\(server.string) \(name)" }
}
