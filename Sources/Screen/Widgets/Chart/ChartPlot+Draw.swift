import Charting
import Foundation
import Text

extension ChartPlot {
  /// Draws the chart over the whole canvas, which must have the size that it was laid out for.
  ///
  /// - Parameter valueText: how a value is told beside the cursor, with its unit.
  public func draw(into canvas: inout Canvas, valueText: (Double) -> SafeText) {
    guard size.width >= 3, size.height >= 1 else { return }
    let theme = canvas.theme
    let marked = markedPoint
    drawAxes(into: &canvas)
    for column in chart.annotationColumns(on: time) { drawUpright(at: column, theme.alarm, into: &canvas) }
    let markedCell = marked.flatMap { time.cell(of: $0.time) }
    if let markedCell { drawUpright(at: markedCell, theme.accent, into: &canvas) }
    drawLine(into: &canvas)
    drawTimeTicks(into: &canvas)
    if let markedCell, let value = marked?.value, let row = self.value.cell(of: value) {
      canvas.put(canvas.glyphs.marked, style: theme.accent, x: plotX + markedCell, y: row)
    }

    guard size.height >= 2 else { return }
    let cursorText = marked.map { point -> SafeText in
      let date = clock.full(Date(timeIntervalSince1970: point.time))
      return point.value.map { "\(date)  \(valueText($0))" } ?? date
    }
    for label in timeLabels(cursorText: cursorText) {
      let isCursor = label.text == cursorText
      canvas.draw(
        label.text, isCursor ? theme.strong : theme.dim, x: label.x, y: size.height - 1, maxWidth: label.width)
    }
  }

  /// The sample that the cursor is on.
  private var markedPoint: Series.Point? {
    guard let cursor = chart.cursor, chart.viewport.time.contains(cursor) else { return nil }
    return chart.series.nearest(to: cursor, within: 0) ?? Series.Point(time: cursor, value: nil)
  }

  private func drawAxes(into canvas: inout Canvas) {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let axisX = plotX - 1
    for y in 0..<rows - 1 { canvas.put(glyphs.vertical, style: theme.dim, x: axisX, y: y) }
    canvas.put(glyphs.corner, style: theme.dim, x: axisX, y: rows - 1)
    for tick in valueTicks {
      let glyph = tick.cell == rows - 1 ? glyphs.origin : glyphs.valueTick
      canvas.put(glyph, style: theme.dim, x: axisX, y: tick.cell)
      canvas.draw(
        SafeText(oneLine: tick.label), theme.dim, x: 0, y: tick.cell, maxWidth: plotX - 2, alignment: .right)
    }
    for column in 0..<columns { canvas.put(glyphs.horizontal, style: theme.dim, x: plotX + column, y: rows - 1) }
  }

  /// A vertical line from the top down to the time axis.
  private func drawUpright(at column: Int, _ style: Style, into canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    for y in 0..<rows {
      let glyph = y == rows - 1 ? glyphs.markFoot : y == 0 ? glyphs.markTop : glyphs.mark
      canvas.put(glyph, style: style, x: plotX + column, y: y)
    }
  }

  /// The line goes over the uprights: they are told by what is left of them, the line by every one of its dots.
  private func drawLine(into canvas: inout Canvas) {
    var grid = DotGrid(columns: columns, rows: rows, theme: canvas.theme)
    for span in chart.series.spans(time: time, value: value) {
      for y in span.rows { grid.light(x: span.x, y: y) }
    }
    let glyphs = canvas.glyphs
    let style = canvas.theme.line
    for row in 0..<rows {
      for column in 0..<columns {
        guard let glyph = grid.glyph(column: column, row: row, glyphs) else { continue }
        canvas.put(glyph, style: style, x: plotX + column, y: row)
      }
    }
  }

  /// The marks of the time axis stay visible where a line or an upright stands on it.
  private func drawTimeTicks(into canvas: inout Canvas) {
    for tick in timeTicks {
      let style = canvas[x: plotX + tick.cell, y: rows - 1].style
      canvas.put(canvas.glyphs.timeTick, style: style, x: plotX + tick.cell, y: rows - 1)
    }
  }
}
