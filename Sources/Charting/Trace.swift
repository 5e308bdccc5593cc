/// A series as it is drawn where there may be more points than dots.
///
/// A smooth line can be drawn through any number of points: it stays a line. Noise cannot, since each dot column would be
/// filled from its lowest to its highest point, and the columns side by side would be a hedge. Then the line goes through
/// means over round stretches of time, two cells wide or a little more, and the range of each stretch's values is a band
/// beneath the line. So the chart shows how the line runs, how far the points stray, and every spike.
public struct Trace: Sendable, Hashable {
  /// What the line goes through: the columns of the points themselves, or of their means.
  public var columns: [SeriesColumn]
  /// How far the points of each stretch stray from the line, in the order of time; empty where the line goes through the
  /// points themselves.
  public var spreads: [Spread] = []
}

/// How far the points of one stretch of time stray.
public struct Spread: Sendable, Hashable {
  /// From the first to the last point.
  public var time: ClosedRange<Double>
  /// From the lowest to the highest value.
  public var values: ClosedRange<Double>
  /// Whether the line runs on from the stretch before, so that no gap is between the two.
  public var joinsPrevious: Bool
}

/// What a trace is made of, kept from view to view.
public struct TraceCache<Sample: SeriesSample>: Sendable {
  fileprivate var dots = ColumnCache<Sample>()
  fileprivate var stretches = ColumnCache<Sample>()

  public init() {}
}

extension TimeSeries {
  /// How the series is drawn on two axes. What is outside the time axis' domain is left out, except for as much as the
  /// line needs to enter and leave.
  ///
  /// - Parameters:
  ///   - time: the time axis, `value`: the value axis, both in the same kind of dots.
  public func trace(time: LinearScale, value: LinearScale) -> Trace {
    var cache = TraceCache<Sample>()
    return trace(time: time, value: value, cache: &cache)
  }

  /// How the series is drawn on two axes, with the help of what was drawn before.
  ///
  /// - Parameter shape: steps are drawn as they are, since between means nothing holds.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func trace(
    time: LinearScale, value: LinearScale, shape: LineShape = .linear, cache: inout TraceCache<Sample>
  ) -> Trace {
    let time = time.anchored
    let columns = columns(on: time, cache: &cache.dots)
    guard shape == .linear, Self.isNoise(columns, time: time, value: value) else { return Trace(columns: columns) }
    let secondsPerCell = time.domain.span / Double(time.cells)
    let stretches = ColumnGrid(width: TimeStep.smallest(atLeast: 2 * secondsPerCell).size)
    // A stretch more on either side, for the mean that the line comes from or goes to.
    let means = cache.stretches.columns(
      of: self, on: stretches,
      in: (stretches.index(of: time.domain.lowerBound) - 1)...(stretches.index(of: time.domain.upperBound) + 1))
    return Trace(columns: Self.line(through: means).columns(on: time), spreads: means.map(Spread.init))
  }

  /// Whether more than 0.8 points stand on a dot, and the line turns back by a row or more on at least every fifth dot.
  ///
  /// Counted in columns, of which each is taken as the shortest way through its first, lowest, highest and last value: so
  /// a line that only climbs has no turn, whatever the number of its points. How dense the points are hardly changes as the
  /// view moves along, nor does noise become smooth; so the chart does not flicker between its two forms.
  private static func isNoise(_ columns: [SeriesColumn], time: LinearScale, value: LinearScale) -> Bool {
    let end = columns.partitionPoint { $0.index >= time.firstColumn + time.dots }
    let seen = columns[columns[..<end].partitionPoint { $0.index >= time.firstColumn }..<end]
    guard let first = seen.first, let last = seen.last else { return false }
    let dots = Double(last.index - first.index)
    guard Double(seen.reduce(0) { $0 + $1.count }) * 1.25 > dots else { return false }
    var turns = TurnCounter(amplitude: value.domain.span * Double(value.dotsPerCell) / Double(value.dots))
    for column in seen { turns.add(column) }
    return Double(turns.count) * 5 > dots
  }

  /// A line through the mean of each stretch, in the middle of its points.
  private static func line(through means: [SeriesColumn]) -> Series {
    var points: [Series.Point] = []
    for (mean, previous) in zip(means, [nil] + means.map(Optional.some)) {
      if let previous, !mean.joinsPrevious {
        let apart = previous.times.upperBound...mean.times.lowerBound
        points.append(Series.Point(time: apart.middle, value: nil))
      }
      points.append(Series.Point(time: mean.times.middle, value: mean.mean))
    }
    return Series(points)
  }
}

extension Spread {
  fileprivate init(_ column: SeriesColumn) {
    self.init(time: column.times, values: column.lowest...column.highest, joinsPrevious: column.joinsPrevious)
  }
}

/// Counts how often a line turns back from its last turn by so much or more.
private struct TurnCounter {
  let amplitude: Double
  private(set) var count = 0
  // Since the line turned last, or since it began; it has turned when it is so far from one of them.
  private var lowest = Double.infinity
  private var highest = -Double.infinity
  private var isRising: Bool?

  init(amplitude: Double) { self.amplitude = amplitude }

  mutating func add(_ column: SeriesColumn) {
    if !column.joinsPrevious { (lowest, highest, isRising) = (.infinity, -.infinity, nil) }
    let (first, last) = (column.first, column.last)
    let climbsFirst =
      abs(column.highest - first) + abs(last - column.lowest) < abs(first - column.lowest) + abs(column.highest - last)
    add(first)
    add(climbsFirst ? column.highest : column.lowest)
    add(climbsFirst ? column.lowest : column.highest)
    add(last)
  }

  private mutating func add(_ value: Double) {
    (lowest, highest) = (min(lowest, value), max(highest, value))
    let hasTurned =
      (isRising != true && value - lowest >= amplitude) || (isRising != false && highest - value >= amplitude)
    guard hasTurned else { return }
    if isRising != nil { count += 1 }
    isRising = value - lowest >= amplitude && isRising != true
    (lowest, highest) = (value, value)
  }
}
