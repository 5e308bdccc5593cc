/// The dots of one column that a chart's line lights: a stretch from top to bottom.
public struct LineSpan: Sendable, Hashable {
  /// Dots from the left.
  public var x: Int
  /// Dots from the top.
  public var rows: ClosedRange<Int>

  /// The part of the span that is on an axis of so many dots; `nil` where none of it is.
  public func clipped(toDots dots: Int) -> LineSpan? {
    guard rows.upperBound >= 0, rows.lowerBound < dots else { return nil }
    return LineSpan(x: x, rows: rows.clamped(to: 0...(dots - 1)))
  }
}

extension Series {
  /// Returns the dots that the line lights, column by column from left to right: what a chart draws.
  ///
  /// Within a column the line goes from the lowest to the highest value; between columns it is straight, half of the way
  /// belonging to either side. What is above or below the view is cut off. A column may have several spans.
  ///
  /// - Parameters:
  ///   - time: the time axis, `value`: the value axis, both in the same kind of dots.
  public func spans(time: LinearScale, value: LinearScale) -> [LineSpan] {
    unclippedSpans(time: time, value: value).compactMap { $0.clipped(toDots: value.dots) }
  }

  /// Returns the same spans with what is above or below the view: their rows may be negative or beyond the axis' dots.
  ///
  /// What fills the area below a line needs those too, because the area goes on where the line is above the view.
  public func unclippedSpans(time: LinearScale, value: LinearScale) -> [LineSpan] {
    var spans: [LineSpan] = []

    // A position is at most 2⁶⁰ dots away, which is within the range of `Int`.
    func light(_ x: Int, from one: Double, to other: Double) {
      spans.append(LineSpan(x: x, rows: Int(min(one, other).rounded())...Int(max(one, other).rounded())))
    }

    var previous: (x: Int, y: Double)?
    for column in downsampled(on: time) {
      let first = value.position(of: column.first)
      if column.joinsPrevious, let previous, previous.x < column.x {
        let run = Double(column.x - previous.x)
        let slope = (first - previous.y) / run
        for x in previous.x...column.x {
          let done = Double(x - previous.x)
          if abs(slope) <= 1 {
            light(x, from: previous.y + slope * done, to: previous.y + slope * done)
          } else {
            // Steep: a column takes the line from half a dot before it to half a dot after, so that no row is left out.
            let start = previous.y + slope * max(0, done - 0.5)
            let end = previous.y + slope * min(run, done + 0.5)
            // The row on which the next column goes on is left to it.
            let shared = x == column.x || start.rounded() == end.rounded() ? 0.0 : slope > 0 ? 1 : -1
            light(x, from: start.rounded(), to: end.rounded() - shared)
          }
        }
      }
      light(column.x, from: value.position(of: column.maximum), to: value.position(of: column.minimum))
      previous = (column.x, value.position(of: column.last))
    }
    return spans
  }
}
