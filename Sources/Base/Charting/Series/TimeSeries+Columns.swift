/// Columns of time, each as wide as a column of dots, at whole multiples of their width.
///
/// Their positions do not depend on the view, so a pan moves the picture and does not change it.
public struct ColumnGrid: Sendable, Hashable {
  /// The width of a column in seconds.
  public let width: Double

  /// - Parameter width: In seconds; must be finite and greater than 0.
  public init(width: Double) {
    precondition(width > 0 && width.isFinite, "A column has a width")
    self.width = width
  }

  /// Columns further away count as this one, so that the distance of two columns fits in an `Int`.
  private static let farthest = 0x1p61

  /// Returns the column of a time: the index of the nearest multiple of the width.
  public func index(of time: Double) -> Int {
    let place = min(max(time / width + 0.5, -Self.farthest), Self.farthest)
    // Rounds down. `rounded(.down)` is a function call on processors that may lack the instruction.
    let index = Int(place)
    return Double(index) > place ? index - 1 : index
  }

  /// Returns the bounds of the times that certainly belong to a column, without a margin at its ends. The range is empty
  /// where a column is too narrow to be certain.
  func core(of index: Int) -> (lower: Double, upper: Double) {
    let bounds = ((Double(index) - 0.5) * width, (Double(index) + 0.5) * width)
    // Many times the rounding error of the multiplication, the division and the sum.
    let margin = max(abs(bounds.0), abs(bounds.1), width) * 0x1p-48
    return (bounds.0 + margin, bounds.1 - margin)
  }
}

/// The points of one column of dots, summarised for a chart.
///
/// Drawn from its lowest to its highest value, and joined to its neighbours by its first and its last, a column sets the same
/// dots as all of its points would: a spike of one sample survives at any zoom (the "M4" aggregation of Jugel et al., VLDB
/// 2014). A gap between two of its points is not shown; a gap between columns is.
public struct SeriesColumn: Sendable, Hashable {
  /// The index of the column in its ``ColumnGrid``.
  public var index: Int
  /// From the first to the last point that is not a gap.
  public var times: ClosedRange<Double>
  /// The number of points that are not gaps; at least one.
  public var count: Int
  /// The means of the earliest and the latest point.
  public var first: Double
  public var last: Double
  public var lowest: Double
  public var mean: Double
  public var highest: Double
  /// Whether a line goes from the ``last`` of the column before to this column's ``first``; else there is a gap between them.
  public var joinsPrevious: Bool
}

extension TimeSeries {
  /// Returns the columns that contain a value, in order of time, and the columns of the neighbouring points before and after
  /// them, so that a line can enter and leave the view.
  ///
  /// O(columns · log n), or O(points in view) where that is less.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func columns(on grid: ColumnGrid, in indices: ClosedRange<Int>) -> [SeriesColumn] {
    columns(on: grid, within: drawnIndices(on: grid, in: indices))
  }

  /// Returns the indices of a view, extended to the columns of the neighbouring points before and after it.
  func drawnIndices(on grid: ColumnGrid, in indices: ClosedRange<Int>) -> ClosedRange<Int> {
    let before = lastEntry { grid.index(of: $0) >= indices.lowerBound }
    let after = firstEntry { grid.index(of: $0) > indices.upperBound }
    // There are no points between these neighbours and the view, so the longer range adds no others.
    let first = before.map { grid.index(of: $0.time) } ?? indices.lowerBound
    let last = after.map { grid.index(of: $0.time) } ?? indices.upperBound
    return first...last
  }

  /// Returns the columns of a range of indices that contain a value, in order of time.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  func columns(on grid: ColumnGrid, within indices: ClosedRange<Int>) -> [SeriesColumn] {
    var columns = ColumnBuilder(grid: grid, indices: indices, longestJoin: longestJoin)
    // Whether the first column is joined to a column before it depends on a point that is not drawn.
    columns.previous = lastEntry { grid.index(of: $0) >= indices.lowerBound }.map { ($0.time, $0.sample.isGap) }
    let root = tree.map { [$0] } ?? []
    columns.add(root.span)
    columns.add(tail.span)
    return columns.finished()
  }
}

private struct ColumnBuilder {
  let grid: ColumnGrid
  let indices: ClosedRange<Int>
  let longestJoin: Double?
  /// The last point before the current column.
  var previous: (time: Double, isGap: Bool)?

  private var columns: [SeriesColumn] = []
  private var index = 0
  /// Times that are certainly in the current column, so that most points need no division.
  private var core = (lower: Double.infinity, upper: -Double.infinity)
  private var summary = SeriesSummary()

  init(grid: ColumnGrid, indices: ClosedRange<Int>, longestJoin: Double?) {
    self.grid = grid
    self.indices = indices
    self.longestJoin = longestJoin
  }

  /// Adds nodes in order of time. They are read in place, because a copy would retain what is below them.
  mutating func add<Sample: SeriesSample>(_ nodes: Span<SeriesTree<Sample>>) {
    for index in nodes.indices {
      let (first, last) = (nodes[index].summary.start, nodes[index].summary.end)
      // Most nodes are within the current column.
      if first >= core.lower, last <= core.upper {
        summary.append(nodes[index].summary)
        continue
      }
      let (start, end) = (grid.index(of: first), grid.index(of: last))
      guard end >= indices.lowerBound, start <= indices.upperBound else { continue }
      if start == end {
        begin(start)
        summary.append(nodes[index].summary)
        continue
      }
      switch nodes[index].node {
      case .leaf(let entries): add(entries.span)
      case .branch(let children): add(children.span)
      }
    }
  }

  mutating func add<Sample: SeriesSample>(_ entries: Span<SeriesEntry<Sample>>) {
    var start = 0
    while start < entries.count {
      let index = grid.index(of: entries[start].time)
      guard indices.contains(index) else {
        start += 1
        continue
      }
      begin(index)
      var end = start + 1
      // Where columns contain few points, comparing the next one is all the search there is.
      if end < entries.count, entries[end].time <= core.upper {
        end += entries.extracting(end...).partitionPoint { $0.time > core.upper }
      }
      summary.append(SeriesSummary(entries.extracting(start..<end)))
      start = end
    }
  }

  private mutating func begin(_ index: Int) {
    guard index != self.index || summary.count == 0 else { return }
    end()
    self.index = index
    core = grid.core(of: index)
  }

  private mutating func end() {
    guard summary.count > 0 else { return }
    defer {
      previous = (summary.end, summary.endsWithGap)
      summary = SeriesSummary()
    }
    guard summary.valueCount > 0 else { return }
    columns.append(
      SeriesColumn(
        index: index, times: summary.valueStart...summary.valueEnd, count: summary.valueCount, first: summary.first,
        last: summary.last, lowest: summary.lowest, mean: summary.mean, highest: summary.highest,
        joinsPrevious: joinsPrevious))
  }

  private var joinsPrevious: Bool {
    guard let previous, !previous.isGap, !summary.startsWithGap else { return false }
    return longestJoin.map { summary.start - previous.time <= $0 } ?? true
  }

  mutating func finished() -> [SeriesColumn] {
    end()
    return columns
  }
}
