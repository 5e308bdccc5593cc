/// Maps the values of an axis to places on it and back.
///
/// An axis is a number of cells, each of some dots (a braille cell is 2 wide and 4 high; with ASCII glyphs a cell is one
/// dot). The cell of a value is always the cell of its dot, so that a tick, a line's dot and an annotation at the same value
/// stay together at any zoom.
///
/// Where the ends of the domain are depends on the axis:
///
/// - a value axis has them in the middle of its first and its last row (``RowSteps``), so that what equals a tick is drawn at
///   the height of the tick's label;
/// - a time axis has a dot at each multiple of a dot's time, and a column at each multiple of a column's (``anchored``);
/// - any other axis has them at the first and the last dot.
public struct LinearScale: Sendable, Hashable {
  /// The values at the two ends of the axis.
  public var domain: ClosedRange<Double> {
    didSet {
      domain = domain.drawable
      (grid, steps) = (nil, nil)
    }
  }
  public var cells: Int
  public var dotsPerCell: Int
  /// Whether the lower end of the domain is at the last cell, as on a value axis, whose rows count from the top.
  public var isInverted: Bool
  /// The grid of time that an anchored axis has its dots on; `nil` for other axes.
  public private(set) var grid: ColumnGrid?
  /// The column of the grid that the first dot stands for.
  public private(set) var firstColumn = 0
  /// The values of a value axis' rows; `nil` for other axes.
  private(set) var steps: RowSteps?

  public init(domain: ClosedRange<Double>, cells: Int, dotsPerCell: Int = 1, isInverted: Bool = false) {
    self.domain = domain.drawable
    self.cells = max(1, cells)
    self.dotsPerCell = max(1, dotsPerCell)
    self.isInverted = isInverted
  }

  /// Creates the time axis of a view: columns from the left, early to late.
  ///
  /// Columns are aligned to the clock: each covers whole multiples of its own time, so that a column's picture stays the same
  /// while it moves to the left. The axis contains all of the view, and is up to a column longer.
  public static func time(of viewport: Viewport, columns: Int, dotsPerColumn: Int = 2) -> LinearScale {
    var scale = LinearScale(domain: viewport.time, cells: columns, dotsPerCell: dotsPerColumn)
    // A column less, because the view seldom begins with a column, and a dot less for rounding.
    let width = (viewport.time.span / Double(max(1, scale.dots - scale.dotsPerCell - 1))).coarse
    guard columns > 2, width > 0 else { return scale.anchored }
    let grid = ColumnGrid(width: width)
    let last = grid.index(of: viewport.time.upperBound).multiple(of: scale.dotsPerCell) + scale.dotsPerCell - 1
    scale.anchor(to: grid, first: last - scale.dots + 1)
    return scale
  }

  /// The axis moved by half a dot at most, so that its dots stand at whole multiples of the time from one to the next. So
  /// whatever is drawn on it keeps its dots when the view moves along.
  public var anchored: LinearScale {
    let width = dots > 1 ? domain.span / Double(dots - 1) : 0
    guard grid == nil, !isInverted, width > 0 else { return self }
    var scale = self
    let grid = ColumnGrid(width: width)
    scale.anchor(to: grid, first: grid.index(of: domain.lowerBound))
    return scale
  }

  /// Returns the time axis of an earlier time with the same columns, moved by half a dot at most.
  public func earlier(by seconds: Double) -> LinearScale {
    var scale = self
    if let grid {
      scale.anchor(to: grid, first: grid.index(of: domain.lowerBound - seconds))
    } else {
      scale.domain = (domain.lowerBound - seconds)...(domain.upperBound - seconds)
    }
    return scale
  }

  private mutating func anchor(to grid: ColumnGrid, first: Int) {
    domain = (Double(first) * grid.width)...(Double(first + dots - 1) * grid.width)
    (self.grid, firstColumn) = (grid, first)
  }

  /// Creates the value axis of a view: rows from the top, high to low, with ticks a whole number of rows apart. The ends of the
  /// axis follow from the ticks. The last row is the time axis.
  ///
  /// - Parameter isFitted: Whether the axis must contain all values of the view. Else it has the size that the view has, so
  ///   that it does not change while the view is panned.
  public static func value(
    of viewport: Viewport, rows: Int, dotsPerRow: Int = 4, isFitted: Bool = true
  ) -> LinearScale {
    var scale = LinearScale(domain: viewport.value, cells: rows, dotsPerCell: dotsPerRow, isInverted: true)
    guard let steps = RowSteps(for: viewport.value, rows: rows, isFitted: isFitted) else { return scale }
    scale.domain = steps.value(ofRow: 0)...steps.value(ofRow: rows - 1)
    scale.steps = steps
    return scale
  }

  public var dots: Int { cells * dotsPerCell }

  /// The distance of the values of two neighbouring cells.
  public var cellSpan: Double {
    steps?.height ?? (grid?.width ?? domain.span / Double(max(1, dots - 1))) * Double(dotsPerCell)
  }

  /// The middle of the last row of a value axis in dots: a hair below, so that of the two dots in the middle of a Braille cell
  /// the lower one is chosen whatever is lost in rounding.
  private var middleOfLastRow: Double { Double((cells - 1) * dotsPerCell) + Double(dotsPerCell - 1) / 2 + 0x1p-6 }

  /// A distance in dots, further away than the start of any line on the axis.
  private static let farthest = 0x1p60

  /// Returns the place of a value in dots, with a fraction. It is outside `0...dots - 1` for values outside the domain, but
  /// bounded, so that the distance of two places is finite.
  public func position(of value: Double) -> Double {
    guard domain.span > 0 else { return Double(dots - 1) / 2 }
    if let grid { return clamped(value / grid.width - Double(firstColumn)) }
    if let steps { return clamped(middleOfLastRow - steps.rows(above: value) * Double(dotsPerCell)) }
    let fraction = (value - domain.lowerBound) / domain.span
    let position = (isInverted ? 1 - fraction : fraction) * Double(dots - 1)
    return clamped(position)
  }

  private func clamped(_ position: Double) -> Double {
    position.isNaN ? -Self.farthest : min(max(position, -Self.farthest), Self.farthest)
  }

  /// Returns the value at a place in dots: the inverse of ``position(of:)``.
  public func value(at position: Double) -> Double {
    guard dots > 1 else { return domain.middle }
    if let grid { return (Double(firstColumn) + position) * grid.width }
    if let steps { return steps.value(ofRow: (middleOfLastRow - position) / Double(dotsPerCell)) }
    let fraction = position / Double(dots - 1)
    return domain.lowerBound + (isInverted ? 1 - fraction : fraction) * domain.span
  }

  /// Returns the dot nearest to a value; `nil` where it is not on the axis.
  public func dot(of value: Double) -> Int? {
    // The grid decides, as it does for the columns of a series, so that both agree on a time between two dots.
    let position = grid.map { Double($0.index(of: value) - firstColumn) } ?? position(of: value).rounded()
    guard position >= 0, position <= Double(dots - 1) else { return nil }
    return Int(position)
  }

  /// Returns the cell of the dot nearest to a value; `nil` where it is not on the axis.
  public func cell(of value: Double) -> Int? {
    dot(of: value).map { $0 / dotsPerCell }
  }

  /// Returns the value in the middle of a cell.
  public func value(atCell cell: Int) -> Double {
    value(at: min(Double(cell * dotsPerCell) + Double(dotsPerCell - 1) / 2, Double(dots - 1)))
  }
}

extension Int {
  /// Returns the greatest multiple of a positive number that is not greater than this one.
  fileprivate func multiple(of number: Int) -> Int {
    let rest = self % number
    return self - (rest < 0 ? rest + number : rest)
  }
}

extension Double {
  /// The number rounded to 20 binary digits. The span of a view that moves along differs in its last digits, and a grid of
  /// another width has all of its columns elsewhere.
  fileprivate var coarse: Double {
    guard isNormal, exponent > -1_000 else { return self }
    let unit = Double(sign: .plus, exponent: exponent - 20, significand: 1)
    return (self / unit).rounded() * unit
  }
}
