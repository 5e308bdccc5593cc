/// Maps the values of an axis to places on it and back.
///
/// An axis is a number of cells, each of some dots (a braille cell is 2 wide and 4 high; with ASCII glyphs a cell is one
/// dot). The first and the last dot stand for the ends of the domain. The cell of a value is always the cell of its dot, so
/// that a tick, a line's dot and an annotation at the same value stay together at any zoom.
public struct LinearScale: Sendable, Hashable {
  /// The values at the two ends of the axis.
  public var domain: ClosedRange<Double> {
    didSet {
      domain = domain.drawable
      grid = nil
    }
  }
  public var cells: Int
  public var dotsPerCell: Int
  /// Whether the lower end of the domain is at the last cell, as on a value axis, whose rows count from the top.
  public var isInverted: Bool
  /// Whether the last cell is only one dot high, because another axis is drawn as a line in that row.
  public var endsInOneDot: Bool
  /// The grid of time that an anchored axis has its dots on; `nil` for other axes.
  public private(set) var grid: ColumnGrid?
  /// The column of the grid that the first dot stands for.
  public private(set) var firstColumn = 0

  public init(
    domain: ClosedRange<Double>, cells: Int, dotsPerCell: Int = 1, isInverted: Bool = false, endsInOneDot: Bool = false
  ) {
    self.domain = domain.drawable
    self.cells = max(1, cells)
    self.dotsPerCell = max(1, dotsPerCell)
    self.isInverted = isInverted
    self.endsInOneDot = endsInOneDot
  }

  /// Creates the time axis of a view: columns from the left, early to late, anchored.
  public static func time(of viewport: Viewport, columns: Int, dotsPerColumn: Int = 2) -> LinearScale {
    LinearScale(domain: viewport.time, cells: columns, dotsPerCell: dotsPerColumn).anchored
  }

  /// The axis moved by half a dot at most, so that its dots stand at whole multiples of the time from one to the next. So
  /// whatever is drawn on it keeps its dots when the view moves along.
  public var anchored: LinearScale {
    let width = dots > 1 ? domain.span / Double(dots - 1) : 0
    guard grid == nil, !isInverted, width > 0 else { return self }
    var scale = self
    let grid = ColumnGrid(width: width)
    let first = grid.index(of: domain.lowerBound)
    scale.domain = (Double(first) * width)...(Double(first + dots - 1) * width)
    (scale.grid, scale.firstColumn) = (grid, first)
    return scale
  }

  /// Creates the value axis of a view: rows from the top, high to low. The last row is the time axis, at which the lowest
  /// value stands, unless it is the only row.
  public static func value(of viewport: Viewport, rows: Int, dotsPerRow: Int = 4) -> LinearScale {
    LinearScale(
      domain: viewport.value, cells: rows, dotsPerCell: dotsPerRow, isInverted: true, endsInOneDot: rows > 1)
  }

  public var dots: Int { endsInOneDot ? (cells - 1) * dotsPerCell + 1 : cells * dotsPerCell }

  /// A distance in dots, further away than the start of any line on the axis.
  private static let farthest = 0x1p60

  /// Returns the place of a value in dots, with a fraction. It is outside `0...dots - 1` for values outside the domain, but
  /// bounded, so that the distance of two places is finite.
  public func position(of value: Double) -> Double {
    guard domain.span > 0 else { return Double(dots - 1) / 2 }
    if let grid { return clamped(value / grid.width - Double(firstColumn)) }
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
