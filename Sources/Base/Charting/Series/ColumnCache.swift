/// The columns of a series on a grid, kept from view to view.
///
/// A column depends on its points and on the point before it, not on the view. So after a pan only the columns that came into
/// view are computed, and after an append only those from the new point on.
public struct ColumnCache<Sample: SeriesSample>: Sendable {
  private var series = TimeSeries<Sample>()
  private var grid: ColumnGrid?
  /// The indices whose columns are known; `nil` where none are.
  private var known: ClosedRange<Int>?
  /// The columns of the known indices that contain a value.
  private var columns: [SeriesColumn] = []

  public init() {}

  /// See ``TimeSeries/columns(on:in:)``.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public mutating func columns(
    of series: TimeSeries<Sample>, on grid: ColumnGrid, in indices: ClosedRange<Int>
  ) -> [SeriesColumn] {
    forgetChanged(series, grid)
    let wanted = series.drawnIndices(on: grid, in: indices)
    if let known, known == wanted { return columns }
    guard let known, known.overlaps(wanted) else {
      self.known = wanted
      columns = series.columns(on: grid, within: wanted)
      return columns
    }
    var kept = columns[columns.indices(of: wanted)]
    if wanted.lowerBound < known.lowerBound {
      kept = series.columns(on: grid, within: wanted.lowerBound...(known.lowerBound - 1)) + kept
    }
    if wanted.upperBound > known.upperBound {
      kept += series.columns(on: grid, within: (known.upperBound + 1)...wanted.upperBound)
    }
    columns = Array(kept)
    self.known = wanted
    return columns
  }

  /// Forgets the columns that another series or another grid has changed.
  private mutating func forgetChanged(_ series: TimeSeries<Sample>, _ grid: ColumnGrid) {
    defer { (self.series, self.grid) = (series, grid) }
    guard let known, grid == self.grid else {
      self.known = nil
      return
    }
    guard series != self.series else { return }
    let change = grid.index(of: series.earliestDifference(from: self.series))
    guard change <= known.upperBound else { return }
    self.known = change > known.lowerBound ? known.lowerBound...(change - 1) : nil
    columns.removeLast(columns.count - columns.partitionPoint { $0.index >= change })
  }
}

extension [SeriesColumn] {
  /// Returns the range of positions of the columns with the given indices.
  fileprivate func indices(of range: ClosedRange<Int>) -> Range<Int> {
    let end = partitionPoint { $0.index > range.upperBound }
    return Swift.min(partitionPoint { $0.index >= range.lowerBound }, end)..<end
  }
}

extension TimeSeries {
  /// Returns the latest time that is found, by the nodes that both share, before which both series contain the same points.
  ///
  /// O(log n) if one was made from the other by changes at its late end; after a change at the early end nothing is found.
  func earliestDifference(from other: TimeSeries) -> Double {
    guard self != other else { return .infinity }
    guard longestJoin == other.longestJoin else { return -.infinity }
    if let tree, let otherTree = other.tree {
      if let time = tree.earliestDifference(from: otherTree) { return time }
    } else if tree != nil || other.tree != nil {
      return -.infinity
    }
    return tail.earliestDifference(from: other.tail) ?? .infinity
  }
}

extension SeriesTree {
  /// Returns the time before which both trees contain the same points; `nil` where they are equal.
  fileprivate func earliestDifference(from other: SeriesTree) -> Double? {
    let hasSameHeight = height == other.height
    switch (node, other.node) {
    case (.leaf(let one), .leaf(let other)):
      return one.earliestDifference(from: other)
    case (.branch(let one), .branch(let other)) where hasSameHeight:
      if one.span.isIdentical(to: other.span) { return nil }
      for (child, otherChild) in zip(one, other) {
        if let time = child.earliestDifference(from: otherChild) { return time }
      }
      let longer = one.count > other.count ? one : other
      let shared = min(one.count, other.count)
      return shared < longer.count ? longer[shared].summary.start : nil
    default:
      // The tree has grown by a level, which happens once while its number of points grows sixteenfold.
      return min(summary.start, other.summary.start)
    }
  }
}

extension Array {
  fileprivate func earliestDifference<Sample>(from other: Self) -> Double? where Element == SeriesEntry<Sample> {
    let shared = Swift.min(count, other.count)
    for index in 0..<shared where !self[index].isSame(as: other[index]) {
      return Swift.min(self[index].time, other[index].time)
    }
    let longer = count > other.count ? self : other
    return shared < longer.count ? longer[shared].time : nil
  }
}
