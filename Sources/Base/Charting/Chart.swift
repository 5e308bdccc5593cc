/// What a chart shows: lines over time, limits, annotations and the visible range.
///
/// Times are seconds since 1970, UTC.
public struct Chart: Sendable, Hashable {
  /// In the order of a legend. Their ids must differ.
  public var lines: [ChartLine]
  public var limits: [ChartLimit]
  public var viewport: Viewport
  /// The times of vertical lines, ascending.
  public var annotations: [Double]
  /// The time at which the value of each line is read off.
  public var cursor: Double?
  /// The earliest time that can be shown; `nil` without data.
  public var earliest: Double?
  /// Points beyond the visible values, each marked at the edge with its value.
  public var outliers: [Series.Point] = []
  /// A line behind the others.
  public var backdrop: Backdrop?
  /// The lines that are not drawn.
  public var hidden: Set<ChartLine.ID> = []
  /// The only line that is drawn, even if it is hidden.
  public var alone: ChartLine.ID?
  /// The line that is drawn on top where lines meet, but below those in alarm.
  public var focused: ChartLine.ID?
  /// The lines whose values are beyond a limit, which are drawn on top of all others.
  public var alarming: Set<ChartLine.ID> = []
  /// Whether the value axis must contain all of the view; else a person has moved it, and it keeps its size.
  public var fitsValues = true

  public init(
    lines: [ChartLine], limits: [ChartLimit] = [], viewport: Viewport, annotations: [Double] = [],
    cursor: Double? = nil
  ) {
    self.lines = lines
    self.limits = limits
    self.viewport = viewport
    self.annotations = annotations
    self.cursor = cursor
  }

  /// Creates a chart of one line, which needs no name.
  public init(series: Series = Series(), viewport: Viewport, annotations: [Double] = [], cursor: Double? = nil) {
    self.init(
      lines: [ChartLine(id: "", name: "", series: series)], viewport: viewport, annotations: annotations,
      cursor: cursor)
  }

  /// The series of the first line, which in a chart of one line is the only one.
  public var series: LineSeries {
    get { lines.first?.series ?? LineSeries() }
    set {
      if lines.isEmpty { lines = [ChartLine(id: "", name: "", series: newValue)] }
      lines[0].series = newValue
    }
  }

  /// Whether any of its lines has a value, visible or not.
  public var hasValues: Bool { lines.contains { $0.series.latest != nil } }

  /// Returns whether a line is drawn.
  public func isVisible(_ id: ChartLine.ID) -> Bool { alone.map { $0 == id } ?? !hidden.contains(id) }

  /// The lines that are drawn, in their order.
  public var visibleLines: [ChartLine] { lines.filter { isVisible($0.id) } }

  /// The time of the first value of the visible lines, if they have values for less than a tenth of the view; else `nil`.
  public var lateBeginning: Double? {
    let first = visibleLines.compactMap { $0.series.earliest?.time }.min()
    guard let first, viewport.time.contains(first), viewport.time.upperBound - first < viewport.time.span / 10
    else { return nil }
    return first
  }

  /// Returns the lowest and the highest value of the visible lines in a range of time; `nil` where they have none.
  public func extent(in range: ClosedRange<Double>) -> ClosedRange<Double>? {
    let extents = visibleLines.compactMap { $0.series.extent(in: range) }
    guard let lowest = extents.map(\.lowerBound).min(), let highest = extents.map(\.upperBound).max() else {
      return nil
    }
    return lowest...highest
  }
}

/// A line of a chart.
public struct ChartLine: Sendable, Hashable, Identifiable {
  /// The identity of the line, which stays when its name or its place changes.
  public let id: String
  public var name: String
  public var series: LineSeries
  public var shape: LineShape
  public var look: LineLook
  /// The newest value, if it is not that of the newest point, such as the reading after a mean. A legend and the label at the
  /// line's end tell it.
  public var newest: Double?

  /// Creates a line through single values.
  public init(
    id: String, name: String, series: Series, shape: LineShape = .linear, look: LineLook = LineLook(number: 0)
  ) {
    self.init(id: id, name: name, series: .values(series), shape: shape, look: look)
  }

  public init(
    id: String, name: String, series: LineSeries, shape: LineShape = .linear, look: LineLook = LineLook(number: 0)
  ) {
    self.id = id
    self.name = name
    self.series = series
    self.shape = shape
    self.look = look
  }

  /// The newest value; `nil` without any.
  public var latestValue: Double? { newest ?? series.latest?.value }

  /// Returns the point whose value the line has at a time; `nil` where the line is not drawn.
  ///
  /// It is always a measured point: in steps the one that holds at that time, else the nearer of the two points that the line
  /// joins there. An isolated point, or the end of a line, counts up to `tolerance` seconds away.
  public func point(at time: Double, tolerance: Double = 0) -> Series.Point? {
    guard let (earlier, later) = series.joinedNeighbours(of: time) else {
      return series.nearest(to: time, within: tolerance)
    }
    return shape == .steps || time - earlier.time <= later.time - time ? earlier : later
  }
}

/// How a line is told from the others: a number that stands for a colour, a mark and, in ASCII, a letter.
///
/// Lines numbered from 0 take six colours in turn. The first eight have different marks, and no two of the first 48 have the
/// same colour and mark.
public struct LineLook: Sendable, Hashable {
  public static let colourCount = 6
  public static let markCount = 8
  public static let letterCount = 26

  public let number: Int

  /// - Parameter number: must not be negative.
  public init(number: Int) {
    precondition(number >= 0, "A line's number is 0 or more")
    self.number = number
  }

  /// The index of the colour among the theme's six colours for lines.
  public var colour: Int { number % Self.colourCount }
  /// The index of the mark at the end of the line, among eight. After the 24 pairs in which the remainders of 6 and 8 differ,
  /// the marks move on by one, and another 24 pairs follow.
  public var mark: Int { (number % Self.markCount + number / 24) % Self.markCount }
  /// The index of the letter that draws the line where there is only ASCII.
  public var letter: Int { number % Self.letterCount }
}

/// A value that should not be passed, drawn as a dashed line.
public struct ChartLimit: Sendable, Hashable {
  public var value: Double
  /// What the limit means, as a legend says it: `above, for 10 min`.
  public var name: String
  /// Whether the values are beyond the limit now.
  public var isPassed: Bool

  public init(value: Double, name: String, isPassed: Bool = false) {
    self.value = value
    self.name = name
    self.isPassed = isPassed
  }
}
