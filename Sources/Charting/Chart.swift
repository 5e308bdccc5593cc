/// What a chart shows: lines over time, limits and marks, and where the view stands.
///
/// Times are seconds since 1970, UTC.
public struct Chart: Sendable, Hashable {
  /// In the order of a legend. Their ids must differ.
  public var lines: [ChartLine]
  public var limits: [ChartLimit]
  public var viewport: Viewport
  /// Times at which a vertical line stands, in the order of time.
  public var annotations: [Double]
  /// The time at which the values of all lines are told.
  public var cursor: Double?
  /// Points beyond the values that are shown, each marked at the edge with its value.
  public var outliers: [Series.Point] = []
  /// The lines that are not drawn.
  public var hidden: Set<ChartLine.ID> = []
  /// The only line that is drawn, also where it is hidden.
  public var alone: ChartLine.ID?
  /// The line that comes first where lines meet.
  public var focused: ChartLine.ID?

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

  /// A chart of one line, which needs no name.
  public init(series: Series = Series(), viewport: Viewport, annotations: [Double] = [], cursor: Double? = nil) {
    self.init(
      lines: [ChartLine(id: "", name: "", series: series)], viewport: viewport, annotations: annotations,
      cursor: cursor)
  }

  /// The series of the first line: of a chart of one line, the only one.
  public var series: LineSeries {
    get { lines.first?.series ?? LineSeries() }
    set {
      if lines.isEmpty { lines = [ChartLine(id: "", name: "", series: newValue)] }
      lines[0].series = newValue
    }
  }

  /// Whether a line is drawn.
  public func isVisible(_ id: ChartLine.ID) -> Bool { alone.map { $0 == id } ?? !hidden.contains(id) }

  /// The lines that are drawn, in their order.
  public var visibleLines: [ChartLine] { lines.filter { isVisible($0.id) } }

  /// The lowest and the highest value of the visible lines within a stretch of time; `nil` where they have none.
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
  /// Stays with the line while its name and its place change.
  public let id: String
  public var name: String
  public var series: LineSeries
  public var shape: LineShape
  public var look: LineLook

  /// A line through single values.
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

  /// The point whose value the line tells at an instant; `nil` where the line is not drawn.
  ///
  /// That is a measured point and never one between two: in steps the one that holds at that instant, else the nearer of the
  /// two that the line joins there. A point that stands alone, or at an end of the line, is told at instants that are no
  /// further than `tolerance` seconds from it.
  public func point(at time: Double, tolerance: Double = 0) -> Series.Point? {
    guard let (earlier, later) = series.joinedNeighbours(of: time) else {
      return series.nearest(to: time, within: tolerance)
    }
    return shape == .steps || time - earlier.time <= later.time - time ? earlier : later
  }
}

/// How a line is told from the others: a number that stands for a colour, a mark and, in ASCII, a letter.
///
/// Lines that are numbered from 0 on have six colours by turns. The first eight have different marks, and no two of the first
/// 48 have the same colour and mark.
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

  /// Which of the themes' six colours for lines it has.
  public var colour: Int { number % Self.colourCount }
  /// Which of the eight marks it ends in. After the 24 pairs in which the remainders of 6 and 8 differ, the marks move on by
  /// one, and another 24 pairs follow.
  public var mark: Int { (number % Self.markCount + number / 24) % Self.markCount }
  /// Which letter of the alphabet draws it where there is only ASCII.
  public var letter: Int { number % Self.letterCount }
}

/// A value that is not to be passed, drawn as a dashed line.
public struct ChartLimit: Sendable, Hashable {
  public var value: Double
  /// What it means, as a legend tells it: `above, for 10 min`.
  public var name: String
  /// The values are beyond it now.
  public var isPassed: Bool

  public init(value: Double, name: String, isPassed: Bool = false) {
    self.value = value
    self.name = name
    self.isPassed = isPassed
  }
}
