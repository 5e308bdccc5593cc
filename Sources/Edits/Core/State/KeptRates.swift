import Foundation
import Text

/// Joins stored rates to newly counted ones.
///
/// ```
/// stored:   oo ooo            o: a window    ·: a gap in the line
/// counted:         oo  ooo
/// line:     oo·ooo·oo··ooo    a gap closes when the window after it is reported
/// ```
package struct KeptRates: Sendable {
  /// The points that close gaps, by the end of the window after each gap.
  private var gaps: [Double: RatePoint] = [:]

  /// Returns the points and gaps of stored windows.
  ///
  /// - Parameter known: The times of counted windows, which take precedence.
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
      gaps[next] = RatePoint(
        time: point.time.nextUp, counts: point.counts, windows: point.windows, hasReverts: point.hasReverts)
    }
    return points
  }

  /// Returns the points that close the gaps before newly reported windows.
  mutating func closing(_ points: [RatePoint]) -> [RatePoint] {
    guard !gaps.isEmpty else { return [] }
    return points.filter { $0.counts != nil }.compactMap { point in
      guard var gap = gaps.removeValue(forKey: point.time) else { return nil }
      // The window before the gap may be reported again, too.
      if let before = points.last(where: { $0.time == point.time - EditRate.window && $0.counts != nil }) {
        (gap.counts, gap.windows, gap.hasReverts) = (before.counts, before.windows, before.hasReverts)
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
    counts.reverts = kept.reverts ?? 0
    self.init(
      time: Double(kept.end), counts: counts, windows: max(1, kept.windows), hasReverts: kept.reverts != nil)
  }

  /// The beginning of the first window.
  fileprivate var start: Double { time - Double(windows) * EditRate.window }
}

extension KeptRate {
  /// - Parameter hasReverts: Whether the feed reports reverts.
  /// - Returns: `nil` for a gap.
  init?(_ point: RatePoint, hasReverts: Bool) {
    guard let counts = point.counts, let end = Int(exactly: point.time) else { return nil }
    self.init(
      end: end, people: counts[.people], anonymous: counts[.anonymous], bots: counts[.bots], untold: counts[nil],
      reverts: hasReverts && point.hasReverts ? counts.reverts : nil)
  }
}

/// The source of edits of which rates and read edits are stored. Rates of different sources are not drawn together.
struct RateSource: Sendable, Hashable {
  var server: SafeText
  /// The number of changes of the origin so far.
  var era: Int
  var wikis: WikiSelection

  /// The key under which the rates are stored.
  var key: String { "\(server.string) \(wikis.names.joined(separator: ","))" }
}
