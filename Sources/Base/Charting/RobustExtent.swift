/// The range of values that an axis shows, and the outliers that it leaves out.
///
/// A reading of 85 °C among weeks of 21 °C would leave the line flat at the bottom. So the range leaves it out, and a chart
/// marks it at its edge with its value. The rule works on columns, each a 240th of the visible time, so it does not depend on
/// the number of points:
///
/// - A column is far if its highest value is more than three times the height of the middle half above that half, or its
///   lowest as much below. The middle half goes from the first quartile of the columns' lowest values to the third quartile
///   of their highest ones (J. W. Tukey, "Exploratory Data Analysis", 1977, calls values three times beyond "far out").
/// - A far column is an outlier if it would not be far without one of its points, and neither neighbour is far to the same
///   side. So steps and plateaus are not left out, from their second point on.
/// - One column in 25 may be left out to either side, at least one and only of a dozen or more. If more are far, they are
///   part of the line's shape.
/// - With all of them on the axis, the rest would have less than a third of it.
///
/// For a point that was left out before, the thresholds are lower: twice the height instead of three times, half of the axis
/// instead of a third. So the axis does not flip while data comes in.
public struct RobustExtent: Sendable, Hashable {
  /// From the lowest to the highest value, outliers excluded.
  public let values: ClosedRange<Double>
  /// The points that are left out, in the order of time.
  public let outliers: [Series.Point]

  /// Finds the outliers of lines in a range of time.
  ///
  /// - Parameters:
  ///   - lines: Each is judged by its own columns; a point among the values of another line is not an outlier.
  ///   - time: The visible time.
  ///   - leastSpan: The least span of values that the axis shows. Smaller differences count as this much.
  ///   - includesZero: Whether 0 is on the axis, and so part of the middle.
  ///   - previous: The result for the same lines before.
  /// - Returns: `nil` where there is no value in that time.
  public init?(
    of lines: [LineSeries], in time: ClosedRange<Double>, leastSpan: Double, includesZero: Bool = false,
    before previous: RobustExtent? = nil
  ) {
    let rule = OutlierRule(time: time, leastSpan: leastSpan.drawable, includesZero: includesZero, previous: previous)
    var rest: ClosedRange<Double>?
    var candidates: [OutlierRule.Candidate] = []
    for line in lines {
      guard let whole = line.extent(in: time) else { continue }
      let found = rule.candidates(in: line)
      candidates += found
      let values = found.isEmpty ? whole : rule.rest(of: line, besides: found) ?? whole
      rest = rest.map { $0.union(values) } ?? values
    }
    guard var rest else { return nil }
    // The nearest first: once it is taken in, the next may no longer be far.
    candidates.sort { rule.distance(of: $0.value, from: rest) < rule.distance(of: $1.value, from: rest) }
    var outliers: [Series.Point] = []
    for candidate in candidates {
      if rule.ownsAxis(candidate, beside: rest) {
        outliers.append(candidate.point)
      } else {
        rest = rest.union(candidate.value...candidate.value)
      }
    }
    values = rest
    self.outliers = outliers.sorted { $0.time < $1.time }
  }
}

extension ClosedRange {
  /// Returns the smallest range that contains both.
  func union(_ other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}

private struct OutlierRule {
  struct Candidate {
    var point: Series.Point
    var value: Double
    /// Whether it was left out before.
    var wasOutlier: Bool
  }

  private enum Side: CaseIterable { case above, below }

  let time: ClosedRange<Double>
  let leastSpan: Double
  let includesZero: Bool
  let previous: RobustExtent?

  private static let columns = 240.0
  private static let leastColumns = 12
  private static let columnsPerOutlier = 25

  /// Returns the single points of a line that are far from the rest of it.
  func candidates(in line: LineSeries) -> [Candidate] {
    let columns = columns(of: line)
    guard columns.count >= Self.leastColumns else { return [] }
    let lows = columns.map(\.lowest).sorted()
    let highs = columns.map(\.highest).sorted()
    let middle = middle(from: lows[lows.count / 4], to: highs[highs.count * 3 / 4])
    let most = max(1, columns.count / Self.columnsPerOutlier)
    return Side.allCases.flatMap { side -> [Candidate] in
      let far = columns.filter { isFar($0, side, from: middle) }
      guard !far.isEmpty else { return [] }
      let indices = Set(far.map(\.index))
      let single = far.filter { indices.isDisjoint(with: [$0.index - 1, $0.index + 1]) }
        .compactMap { candidate($0, side, from: middle, in: line) }
      return single.count <= most ? single : []
    }
  }

  /// Returns the range of a line's values without some of its points.
  func rest(of line: LineSeries, besides candidates: [Candidate]) -> ClosedRange<Double>? {
    extent(of: line, in: time, besides: candidates.map(\.point.time).sorted())
  }

  /// Returns the range of the values in a range of time, without those at the given ascending times.
  private func extent(
    of line: LineSeries, in time: ClosedRange<Double>, besides times: [Double]
  ) -> ClosedRange<Double>? {
    let starts = [time.lowerBound] + times.map(\.nextUp)
    let ends = times.map(\.nextDown) + [time.upperBound]
    return zip(starts, ends).compactMap { start, end in start <= end ? line.extent(in: start...end) : nil }
      .reduce(nil) { $0?.union($1) ?? $1 }
  }

  func distance(of value: Double, from values: ClosedRange<Double>) -> Double {
    max(value - values.upperBound, values.lowerBound - value, 0)
  }

  /// Returns whether the rest would have less than a third of an axis with this point, or less than half if the point was
  /// left out before.
  func ownsAxis(_ candidate: Candidate, beside rest: ClosedRange<Double>) -> Bool {
    let middle = middle(from: rest.lowerBound, to: rest.upperBound)
    return distance(of: candidate.value, from: middle.values) > (candidate.wasOutlier ? 1 : 2) * middle.height
  }

  /// A range that the axis contains in any case, and its height.
  private typealias Middle = (values: ClosedRange<Double>, height: Double)

  private func middle(from lower: Double, to upper: Double) -> Middle {
    var values = lower...max(lower, upper)
    if includesZero { values = values.union(0...0) }
    return (values, max(values.span, leastSpan))
  }

  private func columns(of line: LineSeries) -> [SeriesColumn] {
    let width = time.span / Self.columns
    guard width > 0, width.isFinite else { return [] }
    let grid = ColumnGrid(width: width)
    let indices = grid.index(of: time.lowerBound)...grid.index(of: time.upperBound)
    // The first and the last column may have their points outside the range of time.
    return line.columns(on: grid, in: indices)
      .filter { indices.contains($0.index) && time.overlaps($0.times) }
  }

  private func isFar(_ column: SeriesColumn, _ side: Side, from middle: Middle) -> Bool {
    isFar(column.lowest...column.highest, side, from: middle, wasOutlier: wasOutlier(column, side))
  }

  private func isFar(
    _ values: ClosedRange<Double>, _ side: Side, from middle: Middle, wasOutlier: Bool
  ) -> Bool {
    let reach = (wasOutlier ? 2 : 3) * middle.height
    return switch side {
    case .above: values.upperBound - middle.values.upperBound > reach
    case .below: middle.values.lowerBound - values.lowerBound > reach
    }
  }

  private func wasOutlier(_ column: SeriesColumn, _ side: Side) -> Bool {
    previous?.outliers.contains { point in
      column.times.contains(point.time) && point.value == (side == .above ? column.highest : column.lowest)
    } ?? false
  }

  /// Returns the furthest point of a far column if the column would not be far without it.
  private func candidate(
    _ column: SeriesColumn, _ side: Side, from middle: Middle, in line: LineSeries
  ) -> Candidate? {
    guard let extremes = line.extremes(in: column.times) else { return nil }
    let point = side == .above ? extremes.highest : extremes.lowest
    guard time.contains(point.time), let value = point.value else { return nil }
    if let rest = extent(of: line, in: column.times, besides: [point.time]),
      isFar(rest, side, from: middle, wasOutlier: false)
    {
      return nil
    }
    return Candidate(point: point, value: value, wasOutlier: wasOutlier(column, side))
  }
}
