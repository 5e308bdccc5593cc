import Charting
import Text

extension ChartPlot {
  /// A mark at the upper or lower edge for a point beyond it.
  struct EdgeMark: Hashable {
    var point: Series.Point
    /// Counted from the plot's first column.
    var cell: Point
    var isAbove: Bool
  }

  /// The marks of points beyond the visible values, one in each cell: that of the furthest point.
  var edgeMarks: [EdgeMark] {
    let middle = value.domain.middle
    var marks: [Point: EdgeMark] = [:]
    for point in chart.outliers {
      guard let value = point.value, let column = time.cell(of: point.time), self.value.cell(of: value) == nil
      else { continue }
      let isAbove = value > middle
      let cell = Point(x: column, y: isAbove ? 0 : lowestRow)
      if let other = marks[cell]?.point.value, abs(other - middle) >= abs(value - middle) { continue }
      marks[cell] = EdgeMark(point: point, cell: cell, isAbove: isAbove)
    }
    return marks.values.sorted { ($0.cell.x, $0.cell.y) < ($1.cell.x, $1.cell.y) }
  }

  func drawEdgeMarks(into canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    for mark in edgeMarks {
      canvas.put(
        mark.isAbove ? glyphs.above : glyphs.below, style: canvas.theme.line, x: plotX + mark.cell.x, y: mark.cell.y)
    }
  }
}
