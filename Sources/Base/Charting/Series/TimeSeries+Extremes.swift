/// The lowest and the highest value in a range of time, each with its time.
public struct Extremes: Sendable, Hashable {
  public var lowest: Series.Point
  public var highest: Series.Point
}

extension TimeSeries {
  /// Returns the lowest and the highest value in a range of time, the earliest of equal ones; `nil` where it contains none.
  /// O(log n).
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func extremes(in range: ClosedRange<Double>) -> Extremes? {
    let summary = summary(in: range)
    guard summary.valueCount > 0,
      let lowest = time(in: range, of: { $0.lowest <= summary.lowest }, among: { $0.lowest <= summary.lowest }),
      let highest = time(in: range, of: { $0.highest >= summary.highest }, among: { $0.highest >= summary.highest })
    else { return nil }
    return Extremes(
      lowest: Series.Point(time: lowest, value: summary.lowest),
      highest: Series.Point(time: highest, value: summary.highest))
  }

  /// Returns the time of the first sample that satisfies a predicate, searching only where the summary allows one.
  private func time(
    in range: ClosedRange<Double>, of isWanted: (Sample) -> Bool, among mayHold: (SeriesSummary) -> Bool
  ) -> Double? {
    tree?.time(in: range, of: isWanted, among: mayHold)
      ?? tail[tail.indices(in: range)].first { isWanted($0.sample) }?.time
  }
}

extension SeriesTree {
  fileprivate func time(
    in range: ClosedRange<Double>, of isWanted: (Sample) -> Bool, among mayHold: (SeriesSummary) -> Bool
  ) -> Double? {
    guard summary.end >= range.lowerBound, summary.start <= range.upperBound, mayHold(summary) else { return nil }
    switch node {
    case .leaf(let entries): return entries[entries.indices(in: range)].first { isWanted($0.sample) }?.time
    case .branch(let children):
      for child in children {
        if let time = child.time(in: range, of: isWanted, among: mayHold) { return time }
      }
      return nil
    }
  }
}
