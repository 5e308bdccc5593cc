/// The data of a chart's line: single values, or a summary of each step of time.
///
/// A chart has lines of both kinds side by side and treats them the same. The line goes through the mean of a step; its
/// extremes are those of the step, so a spike of one reading is drawn however much time a column covers.
public enum LineSeries: Sendable, Hashable {
  case values(Series)
  case steps(StepSeries)

  public init(_ series: Series = Series()) { self = .values(series) }
  public init(_ series: StepSeries) { self = .steps(series) }
}

/// A line through steps of time.
public typealias StepSeries = TimeSeries<StepSample>

// MARK: - Changing

extension LineSeries {
  /// Inserts a value at its time. In a series of steps it becomes a step with only that value.
  public mutating func insert(_ point: Series.Point) { insert(contentsOf: CollectionOfOne(point)) }

  /// Inserts values in any order; of several at the same time the last one stays.
  public mutating func insert(contentsOf points: some Sequence<Series.Point>) {
    change(
      { $0.insert(contentsOf: points) },
      { steps in
        steps.insert(
          contentsOf: points.map { point in
            StepSeries.Point(
              time: point.time, value: point.value.map { StepSample(lowest: $0, mean: $0, highest: $0) })
          })
      })
  }

  /// Removes all points earlier than a time.
  public mutating func drop(before time: Double) { change({ $0.drop(before: time) }, { $0.drop(before: time) }) }

  /// Removes all points later than a time.
  public mutating func drop(after time: Double) { change({ $0.drop(after: time) }, { $0.drop(after: time) }) }

  private mutating func change(_ values: (inout Series) -> Void, _ steps: (inout StepSeries) -> Void) {
    switch self {
    case .values(var series):
      // Released before it changes, so that nothing of it is copied.
      self = .values(Series())
      values(&series)
      self = .values(series)
    case .steps(var series):
      self = .values(Series())
      steps(&series)
      self = .steps(series)
    }
  }
}

// MARK: - Asking

extension LineSeries {
  public var isEmpty: Bool {
    switch self {
    case .values(let series): series.isEmpty
    case .steps(let series): series.isEmpty
    }
  }

  /// The number of points, gaps included.
  public var count: Int {
    switch self {
    case .values(let series): series.count
    case .steps(let series): series.count
    }
  }

  /// From the first to the last point's time, gaps included; `nil` when empty.
  public var timeExtent: ClosedRange<Double>? {
    switch self {
    case .values(let series): series.timeExtent
    case .steps(let series): series.timeExtent
    }
  }

  /// The oldest point that is no gap.
  public var earliest: Series.Point? {
    switch self {
    case .values(let series): series.earliest
    case .steps(let series): series.earliest?.mean
    }
  }

  /// The newest point that is no gap.
  public var latest: Series.Point? {
    switch self {
    case .values(let series): series.latest
    case .steps(let series): series.latest?.mean
    }
  }

  /// All points, in the order of time. O(n).
  public var points: [Series.Point] {
    switch self {
    case .values(let series): series.points
    case .steps(let series): series.points.map(\.mean)
    }
  }

  /// See ``TimeSeries/nearest(to:within:)``.
  public func nearest(to time: Double, within tolerance: Double = .infinity) -> Series.Point? {
    switch self {
    case .values(let series): series.nearest(to: time, within: tolerance)
    case .steps(let series): series.nearest(to: time, within: tolerance)?.mean
    }
  }

  /// See ``TimeSeries/joinedNeighbours(of:)``.
  public func joinedNeighbours(of time: Double) -> (earlier: Series.Point, later: Series.Point)? {
    switch self {
    case .values(let series): series.joinedNeighbours(of: time)
    case .steps(let series): series.joinedNeighbours(of: time).map { ($0.earlier.mean, $0.later.mean) }
    }
  }

  /// Returns the lowest and the highest value in a range of time; `nil` where it holds none.
  public func extent(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    switch self {
    case .values(let series): series.extent(in: range)
    case .steps(let series): series.extent(in: range)
    }
  }

  /// Returns the lowest and the highest value in a range of time, each with its time; `nil` where it holds none.
  public func extremes(in range: ClosedRange<Double>) -> Extremes? {
    switch self {
    case .values(let series): series.extremes(in: range)
    case .steps(let series): series.extremes(in: range)
    }
  }

  /// Returns the times of the first and the last value in a range of time; `nil` where it holds none.
  public func valueTimes(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    switch self {
    case .values(let series): series.valueTimes(in: range)
    case .steps(let series): series.valueTimes(in: range)
    }
  }

  /// See ``TimeSeries/columns(on:in:)``.
  public func columns(on grid: ColumnGrid, in indices: ClosedRange<Int>) -> [SeriesColumn] {
    switch self {
    case .values(let series): series.columns(on: grid, in: indices)
    case .steps(let series): series.columns(on: grid, in: indices)
    }
  }

  /// Returns the columns that a time axis shows, and those through which the line enters and leaves the view.
  public func columns(on time: LinearScale) -> [SeriesColumn] {
    switch self {
    case .values(let series): series.columns(on: time)
    case .steps(let series): series.columns(on: time)
    }
  }
}

extension StepSeries.Point {
  /// The point that the line goes through.
  public var mean: Series.Point { Series.Point(time: time, value: value?.mean) }
}

// MARK: - Drawing

/// Intermediate results of a line's trace, kept from view to view.
public struct LineTraceCache: Sendable {
  fileprivate var values = TraceCache<Double>()
  fileprivate var steps = TraceCache<StepSample>()

  public init() {}
}

extension LineSeries {
  /// See ``TimeSeries/trace(time:value:shape:cache:)``.
  public func trace(
    time: LinearScale, value: LinearScale, shape: LineShape = .linear, cache: inout LineTraceCache
  ) -> Trace {
    switch self {
    case .values(let series): series.trace(time: time, value: value, shape: shape, cache: &cache.values)
    case .steps(let series): series.trace(time: time, value: value, shape: shape, cache: &cache.steps)
    }
  }
}
