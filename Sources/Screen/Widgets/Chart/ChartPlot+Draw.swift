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
    drawAnnotations(into: &canvas)
    let markedCell = marked.flatMap { time.cell(of: $0.time) }
    if let markedCell { drawUpright(at: markedCell, theme.accent, into: &canvas) }
    drawLine(into: &canvas)
    drawTimeTicks(into: &canvas)
    if let markedCell, let value = marked?.value, let row = self.value.cell(of: value) {
      canvas.put(canvas.glyphs.marked, style: theme.accent, x: plotX + markedCell, y: min(row, lowestRow))
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

  /// One column in so many may have an upright.
  private static let columnsPerUpright = 6

  /// Each as an upright; where these would stand like a fence before the line, only as a mark on the time axis.
  private func drawAnnotations(into canvas: inout Canvas) {
    let marked = chart.annotationColumns(on: time)
    let style = canvas.theme.alarm
    if marked.count * Self.columnsPerUpright <= columns {
      for column in marked { drawUpright(at: column, style, into: &canvas) }
    } else {
      for column in marked { canvas.put(canvas.glyphs.markFoot, style: style, x: plotX + column, y: rows - 1) }
    }
  }

  /// The lowest row that the line may take: the one above the time axis, where there is one.
  private var lowestRow: Int { max(0, rows - 2) }

  /// The line goes over the uprights: they are told by what is left of them, the line by every one of its dots. What only
  /// tells how far the points stray from the line takes the cells that are left, and no colour.
  private func drawLine(into canvas: inout Canvas) {
    let theme = canvas.theme
    let trace = chart.series.trace(time: time, value: value)
    var line = DotGrid(columns: columns, rows: lowestRow + 1, theme: theme)
    for span in trace.line.spans(time: time, value: value) {
      for y in span.rows { line.light(x: span.x, y: min(y, line.height - 1)) }
    }
    var stray = DotGrid(columns: columns, rows: lowestRow + 1, theme: theme)
    for point in trace.extremes {
      guard let x = time.dot(of: point.time), let y = point.value.flatMap(value.dot) else { continue }
      stray.light(x: x, y: min(y, stray.height - 1))
    }
    let glyphs = canvas.glyphs
    for row in 0...lowestRow {
      for column in 0..<columns {
        let x = plotX + column
        if let glyph = line.glyph(column: column, row: row, point: glyphs.point) {
          canvas.put(glyph, style: theme.line, x: x, y: row)
        } else if let glyph = stray.glyph(column: column, row: row, point: "."), canvas[x: x, y: row].glyph == .space {
          canvas.put(glyph, style: theme.dim, x: x, y: row)
        }
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
