import Charting
import Foundation
import Text

extension ChartPlot {
  /// Draws the chart over the whole canvas, which must have the size that it was laid out for.
  ///
  /// - Parameter valueText: how a value is told beside the cursor and at points of the line, with its unit.
  public func draw(into canvas: inout Canvas, valueText: (Double) -> SafeText) {
    guard size.width >= 3, size.height >= 1 else { return }
    let theme = canvas.theme
    let marked = markedPoint
    let markedCell = marked.flatMap { time.cell(of: $0.time) }
    drawAxes(into: &canvas)
    drawAnnotations(into: &canvas)
    if let markedCell { drawUpright(at: markedCell, theme.accent, into: &canvas) }
    let picture = LinePicture(of: self, theme: theme)
    picture.drawLine(into: &canvas, x: plotX)
    let labels = pointLabels(beside: picture, valueText: valueText)
    for label in labels { canvas.draw(label.text, label.isEnd ? theme.strong : theme.dim, x: label.x, y: label.y) }
    picture.drawShade(into: &canvas, x: plotX, around: labels)
    drawTimeTicks(into: &canvas)
    if let end = endCell { canvas.put(canvas.glyphs.marked, style: theme.accent, x: plotX + end.x, y: end.y) }
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

  /// Draws a vertical line from the top down to the time axis.
  private func drawUpright(at column: Int, _ style: Style, into canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    for y in 0..<rows {
      let glyph = y == rows - 1 ? glyphs.markFoot : y == 0 ? glyphs.markTop : glyphs.mark
      canvas.put(glyph, style: style, x: plotX + column, y: y)
    }
  }

  private func drawAnnotations(into canvas: inout Canvas) {
    let style = canvas.theme.alarm
    for column in annotationColumns {
      switch annotationStyle {
      case .lines: drawUpright(at: column, style, into: &canvas)
      case .ticks: canvas.put(canvas.glyphs.markTop, style: style, x: plotX + column, y: 0)
      }
    }
  }

  /// Draws the marks of the time axis, which stay visible where an upright stands on it.
  private func drawTimeTicks(into canvas: inout Canvas) {
    for tick in timeTicks {
      let style = canvas[x: plotX + tick.cell, y: rows - 1].style
      canvas.put(canvas.glyphs.timeTick, style: style, x: plotX + tick.cell, y: rows - 1)
    }
  }
}
