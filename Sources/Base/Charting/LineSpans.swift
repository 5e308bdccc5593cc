/// The dots that a chart's line sets in one column: a vertical run.
public struct LineSpan: Sendable, Hashable {
  /// The column, in dots from the left.
  public var x: Int
  /// The rows, in dots from the top.
  public var rows: ClosedRange<Int>

  /// Returns the part of the span on an axis of `dots` dots; `nil` where none of it is.
  public func clipped(toDots dots: Int) -> LineSpan? {
    guard rows.upperBound >= 0, rows.lowerBound < dots else { return nil }
    return LineSpan(x: x, rows: rows.clamped(to: 0...(dots - 1)))
  }
}

/// How a line runs from one point to the next.
public enum LineShape: Sendable, Hashable {
  /// Straight.
  case linear
  /// A value holds until the next one.
  case steps
}

extension TimeSeries {
  /// Returns the dots that the line sets, column by column from left to right: what a chart draws.
  ///
  /// The line is cut off above and below the view. A column may have several spans.
  ///
  /// - Parameters:
  ///   - time: the time axis, `value`: the value axis, both in the same kind of dots.
  public func spans(time: LinearScale, value: LinearScale, shape: LineShape = .linear) -> [LineSpan] {
    let time = time.anchored
    return LineSpan.spans(of: columns(on: time), time: time, value: value, shape: shape)
      .compactMap { $0.clipped(toDots: value.dots) }
  }

  /// Returns the columns that a time axis shows, and those through which the line enters and leaves the view.
  public func columns(on time: LinearScale) -> [SeriesColumn] {
    var cache = ColumnCache<Sample>()
    return columns(on: time, cache: &cache)
  }

  /// Returns the columns that a time axis shows, reusing those in the cache.
  func columns(on time: LinearScale, cache: inout ColumnCache<Sample>) -> [SeriesColumn] {
    let time = time.anchored
    // An axis of one dot, or of times too close to be told apart, has no line.
    guard let grid = time.grid else { return [] }
    return cache.columns(of: self, on: grid, in: time.firstColumn...(time.firstColumn + time.dots - 1))
  }
}

extension LineSpan {
  /// Returns the dots that columns set on an anchored time axis. Rows may be negative or beyond the axis, because filling the
  /// area below a line needs those too.
  ///
  /// Within a column the line goes from the lowest to the highest value. Between columns it is straight, half of the way
  /// belonging to either side, or steps.
  public static func spans(
    of columns: [SeriesColumn], time: LinearScale, value: LinearScale, shape: LineShape = .linear
  ) -> [LineSpan] {
    var pen = LinePen(dots: time.dots)
    var previous: (x: Int, y: Double)?
    for column in columns {
      let x = column.index - time.firstColumn
      let first = value.position(of: column.first)
      if column.joinsPrevious, let previous {
        switch shape {
        case .linear: pen.drawLine(from: previous, to: (x, first))
        case .steps: pen.drawStep(from: previous, to: (x, first))
        }
      }
      pen.light(x, from: value.position(of: column.highest), to: value.position(of: column.lowest))
      previous = (x, value.position(of: column.last))
    }
    return pen.spans
  }
}

/// Sets the dots of the columns in view.
private struct LinePen {
  let dots: Int
  private(set) var spans: [LineSpan] = []

  init(dots: Int) { self.dots = dots }

  /// A position is at most 2⁶⁰ dots away, which fits in an `Int`.
  mutating func light(_ x: Int, from one: Double, to other: Double) {
    guard x >= 0, x < dots else { return }
    spans.append(LineSpan(x: x, rows: Int(min(one, other).rounded())...Int(max(one, other).rounded())))
  }

  mutating func drawLine(from start: (x: Int, y: Double), to end: (x: Int, y: Double)) {
    guard start.x < end.x, start.x < dots, end.x >= 0 else { return }
    let run = Double(end.x - start.x)
    let slope = (end.y - start.y) / run
    for x in max(start.x, 0)...min(end.x, dots - 1) {
      let done = Double(x - start.x)
      if abs(slope) <= 1 {
        light(x, from: start.y + slope * done, to: start.y + slope * done)
      } else {
        // Steep: a column takes the line from half a dot before it to half a dot after, so that no row is left out.
        let from = start.y + slope * max(0, done - 0.5)
        let to = start.y + slope * min(run, done + 0.5)
        // The row on which the next column continues is left to that column.
        let shared = x == end.x || from.rounded() == to.rounded() ? 0.0 : slope > 0 ? 1 : -1
        light(x, from: from.rounded(), to: to.rounded() - shared)
      }
    }
  }

  mutating func drawStep(from start: (x: Int, y: Double), to end: (x: Int, y: Double)) {
    guard start.x < end.x, start.x < dots, end.x >= 0 else { return }
    for x in max(start.x, 0)...min(end.x, dots - 1) { light(x, from: start.y, to: start.y) }
    light(end.x, from: start.y, to: end.y)
  }
}
