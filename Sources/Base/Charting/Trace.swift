/// A series as it is drawn where it may have more points than dots.
///
/// A smooth line can be drawn through any number of points. Noise cannot, because each column of dots would be filled from
/// its lowest to its highest point. Then the line goes through means over round intervals of time, two cells wide or a little
/// more, between lines through the highest and the lowest value of each interval. So the chart shows the course of the line,
/// how far the points stray, and every spike.
public struct Trace: Sendable, Hashable {
  /// The columns that the line goes through: those of the points themselves, or of their means.
  public var columns: [SeriesColumn]
  /// How far the points of each interval stray from the line, in order of time; empty where the line goes through the points
  /// themselves.
  public var spreads: [Spread] = []
}

extension Trace {
  /// Returns the dots of two lines, through the highest and through the lowest value of each interval; empty where the line goes
  /// through the points themselves.
  public func edges(time: LinearScale, value: LinearScale) -> [LineSpan] {
    guard !spreads.isEmpty else { return [] }
    return [Series(spreads, at: \.upperBound), Series(spreads, at: \.lowerBound)].flatMap { edge in
      LineSpan.spans(of: edge.columns(on: time), time: time, value: value)
    }
  }

  /// Returns the dots of spikes: from the lowest to the highest value of each stretch whose values stray more than twice as
  /// far as is usual, by a row at least. Where there is no room for a band, these tell what the means hide.
  public func spikes(time: LinearScale, value: LinearScale) -> [LineSpan] {
    func dot(_ number: Double, on scale: LinearScale) -> Int { Int(scale.position(of: number).rounded()) }
    let rows = spreads.map { spread in
      let (top, bottom) = (dot(spread.values.upperBound, on: value), dot(spread.values.lowerBound, on: value))
      return min(top, bottom)...max(top, bottom)
    }
    guard !rows.isEmpty else { return [] }
    let usual = rows.map(\.count).sorted()[rows.count / 2]
    return zip(spreads, rows).compactMap { spread, rows in
      guard rows.count > 2 * usual + value.dotsPerCell else { return nil }
      let x = dot(spread.time.middle, on: time)
      return (0..<time.dots).contains(x) ? LineSpan(x: x, rows: rows) : nil
    }
  }
}

/// How far the points of one interval stray.
public struct Spread: Sendable, Hashable {
  /// From the first to the last point.
  public var time: ClosedRange<Double>
  /// From the lowest to the highest value.
  public var values: ClosedRange<Double>
  /// Whether the line continues from the interval before, without a gap between the two.
  public var joinsPrevious: Bool
}

/// Intermediate results of a trace, kept from view to view.
public struct TraceCache<Sample: SeriesSample>: Sendable {
  fileprivate var dots = ColumnCache<Sample>()
  fileprivate var stretches = ColumnCache<Sample>()

  public init() {}
}

extension TimeSeries {
  /// Returns the series as it is drawn on two axes. Points outside the time axis' domain are left out, except for those that
  /// the line needs to enter and leave.
  ///
  /// - Parameters:
  ///   - time: the time axis, `value`: the value axis, both in the same kind of dots.
  public func trace(time: LinearScale, value: LinearScale) -> Trace {
    var cache = TraceCache<Sample>()
    return trace(time: time, value: value, cache: &cache)
  }

  /// Returns the series as it is drawn on two axes, reusing the cache.
  ///
  /// - Parameter shape: Steps are never replaced by means, because no value holds between means.
  @specialized(where Sample == Double)
  @specialized(where Sample == StepSample)
  public func trace(
    time: LinearScale, value: LinearScale, shape: LineShape = .linear, cache: inout TraceCache<Sample>
  ) -> Trace {
    let time = time.anchored
    let columns = columns(on: time, cache: &cache.dots)
    guard shape == .linear, Self.isNoise(columns, time: time, value: value) else { return Trace(columns: columns) }
    let stretches = ColumnGrid(width: TimeStep.smallest(atLeast: 2 * time.cellSpan).size)
    // One more interval on either side, for the mean that the line comes from or goes to.
    let means = cache.stretches.columns(
      of: self, on: stretches,
      in: (stretches.index(of: time.domain.lowerBound) - 1)...(stretches.index(of: time.domain.upperBound) + 1))
    return Trace(columns: Self.line(through: means).columns(on: time), spreads: means.map(Spread.init))
  }

  /// Returns whether there are more than 0.8 points per dot, and a reversal of a row or more on at least every fifth dot.
  ///
  /// Counted in columns, each taken as the shortest path through its first, lowest, highest and last value, so that a line
  /// that only climbs has no reversal, whatever the number of its points. The density hardly changes when the view moves, nor
  /// does noise become smooth, so the chart does not flicker between its two forms.
  private static func isNoise(_ columns: [SeriesColumn], time: LinearScale, value: LinearScale) -> Bool {
    let end = columns.partitionPoint { $0.index >= time.firstColumn + time.dots }
    let seen = columns[columns[..<end].partitionPoint { $0.index >= time.firstColumn }..<end]
    guard let first = seen.first, let last = seen.last else { return false }
    let dots = Double(last.index - first.index)
    guard Double(seen.reduce(0) { $0 + $1.count }) * 1.25 > dots else { return false }
    var turns = TurnCounter(amplitude: value.cellSpan)
    for column in seen { turns.add(column) }
    return Double(turns.count) * 5 > dots
  }

  /// Returns a line through the mean of each interval, in the middle of its points.
  private static func line(through means: [SeriesColumn]) -> Series {
    Series(means.map { Knot(time: $0.times, value: $0.mean, joinsPrevious: $0.joinsPrevious) })
  }
}

/// A point of a line through intervals.
private struct Knot {
  var time: ClosedRange<Double>
  var value: Double
  var joinsPrevious: Bool
}

extension Series {
  /// Creates a line through one end of the values of each interval, in the middle of its points.
  fileprivate init(_ spreads: [Spread], at end: (ClosedRange<Double>) -> Double) {
    self.init(spreads.map { Knot(time: $0.time, value: end($0.values), joinsPrevious: $0.joinsPrevious) })
  }

  fileprivate init(_ knots: [Knot]) {
    var points: [Series.Point] = []
    for (knot, previous) in zip(knots, [nil] + knots.map(Optional.some)) {
      if let previous, !knot.joinsPrevious {
        let apart = previous.time.upperBound...knot.time.lowerBound
        points.append(Series.Point(time: apart.middle, value: nil))
      }
      points.append(Series.Point(time: knot.time.middle, value: knot.value))
    }
    self.init(points)
  }
}

extension Spread {
  fileprivate init(_ column: SeriesColumn) {
    self.init(time: column.times, values: column.lowest...column.highest, joinsPrevious: column.joinsPrevious)
  }
}

/// Counts the reversals of a line by a given height or more.
private struct TurnCounter {
  let amplitude: Double
  private(set) var count = 0
  // The extremes since the last reversal, or since the start. The line has reversed when it is far enough from one of them.
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
