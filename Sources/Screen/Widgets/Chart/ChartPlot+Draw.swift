import Charting
import Foundation
import Text

extension ChartPlot {
  /// Draws the chart over the whole canvas, which must have the size of the layout.
  ///
  /// - Parameter valueText: Formats a value beside the cursor and at points of the line, with its unit.
  public func draw(into canvas: inout Canvas, valueText: (Double) -> SafeText) {
    var cache = ChartCache()
    draw(into: &canvas, cache: &cache, valueText: valueText)
  }

  /// Draws the chart, reusing intermediate results of the frame before.
  ///
  /// - Parameter cursorNote: What is at the cursor besides the value.
  public func draw(
    into canvas: inout Canvas, cache: inout ChartCache, cursorNote: SafeText? = nil, valueText: (Double) -> SafeText
  ) {
    guard size.width >= 3, size.height >= 1 else { return }
    let marks = cursorMarks
    drawAxes(into: &canvas)
    drawAnnotations(into: &canvas)
    if let cursorCell {
      drawUpright(at: cursorCell, canvas.theme.accent, with: canvas.glyphs.cursor, into: &canvas)
    }
    let picture = LinePicture(of: self, theme: canvas.theme, cache: &cache)
    picture.drawLine(into: &canvas, x: plotX)
    let labels = pointLabels(beside: picture, valueText: valueText)
    for label in labels { draw(label, into: &canvas) }
    drawLimits(into: &canvas, around: labels)
    picture.drawShade(into: &canvas, x: plotX, around: labels)
    drawTimeTicks(into: &canvas)
    // The focused line's end is drawn last, over the others.
    for end in picture.ends(on: self).reversed() { drawMark(of: end.line, at: end.cell, into: &canvas) }
    drawEdgeMarks(into: &canvas)
    for mark in marks.reversed() { drawMark(of: mark.line, at: mark.cell, isAtCursor: true, into: &canvas) }
    guard size.height >= 2 else { return }
    let texts = cursorTexts(note: cursorNote, valueText)
    let text = texts.first { DisplayWidth.of($0) <= size.width } ?? texts.last
    if hasCursorLine || text == nil { drawTimeLabels(into: &canvas) }
    if let text, let label = cursorLabel(text) {
      canvas.draw(text, canvas.theme.strong, x: label.x, y: size.height - 1, maxWidth: label.width)
    }
  }

  // MARK: - Axes

  private func drawAxes(into canvas: inout Canvas) {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let axisX = plotX - 1
    for y in 0..<rows - 1 { canvas.put(glyphs.vertical, style: theme.dim, x: axisX, y: y) }
    canvas.put(glyphs.corner, style: theme.dim, x: axisX, y: rows - 1)
    for tick in valueTicks { drawValueTick(SafeText(oneLine: tick.label), at: tick.cell, into: &canvas) }
    for column in 0..<columns { canvas.put(glyphs.horizontal, style: theme.dim, x: plotX + column, y: rows - 1) }
  }

  private func drawValueTick(_ label: SafeText, at row: Int, into canvas: inout Canvas) {
    let (theme, glyphs) = (canvas.theme, canvas.glyphs)
    canvas.put(row == rows - 1 ? glyphs.origin : glyphs.valueTick, style: theme.dim, x: plotX - 1, y: row)
    canvas.draw(label, theme.dim, x: 0, y: row, maxWidth: plotX - 2, alignment: .right)
  }

  /// Draws the ticks of the time axis, which stay visible where a vertical line stands on it.
  private func drawTimeTicks(into canvas: inout Canvas) {
    for tick in timeTicks {
      let style = canvas[x: plotX + tick.cell, y: rows - 1].style
      canvas.put(canvas.glyphs.timeTick, style: style, x: plotX + tick.cell, y: rows - 1)
    }
  }

  private func drawTimeLabels(into canvas: inout Canvas) {
    for label in timeLabels {
      canvas.draw(label.text, canvas.theme.dim, x: label.x, y: rows, maxWidth: label.width)
    }
  }

  // MARK: - Lines

  private func drawMark(of line: ChartLine, at cell: Point, isAtCursor: Bool = false, into canvas: inout Canvas) {
    let glyph = isOfMany ? canvas.glyphs.mark(of: line.look) : canvas.glyphs.marked
    let style =
      isOfMany ? canvas.theme.line(line.look).with(isAtCursor ? [.bold, .reverse] : .bold) : canvas.theme.accent
    canvas.put(glyph, style: style, x: plotX + cell.x, y: cell.y)
  }

  private func draw(_ label: PointLabel, into canvas: inout Canvas) {
    let theme = canvas.theme
    let style = label.isEnd ? isOfMany ? theme.plain : theme.strong : theme.dim
    guard let look = label.look else {
      canvas.draw(label.text, style, x: label.x, y: label.y)
      return
    }
    canvas.put(canvas.glyphs.mark(of: look), style: theme.line(look).with(.bold), x: label.x, y: label.y)
    canvas.draw(label.text, style, x: label.x + 2, y: label.y)
  }

  // MARK: - Uprights and limits

  /// Draws a vertical line from the top down to the time axis.
  ///
  /// - Parameter glyph: The glyph of the line; `nil` for that of annotations, which has an upper end.
  private func drawUpright(at column: Int, _ style: Style, with glyph: Glyph? = nil, into canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    for y in 0..<rows {
      let glyph = y == rows - 1 ? glyphs.markFoot : glyph ?? (y == 0 ? glyphs.markTop : glyphs.mark)
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

  /// Draws the visible limits into blank cells, a column away from labels, and their values beside the axis.
  private func drawLimits(into canvas: inout Canvas, around labels: [PointLabel]) {
    for limit in chart.limits {
      // A limit at the end of the axis would coincide with it.
      guard let row = value.cell(of: limit.value), row <= lowestRow else { continue }
      if let text = limitText(limit.value, at: row) { drawValueTick(text, at: row, into: &canvas) }
      let taken = labels.filter { $0.y == row }.map { $0.x - 1...$0.x + $0.width }
      // An ASCII dash is as wide as its cell.
      for x in stride(from: plotX, to: plotX + columns, by: canvas.theme.isASCII ? 2 : 1)
      where canvas[x: x, y: row] == .blank && !taken.contains(where: { $0.contains(x) }) {
        canvas.put(canvas.glyphs.limit, style: limit.isPassed ? canvas.theme.alarm : canvas.theme.dim, x: x, y: row)
      }
    }
  }

  /// Returns the value of a limit beside the axis; `nil` where there is a label already, or where the exact value does not
  /// fit into the room for labels.
  private func limitText(_ limit: Double, at row: Int) -> SafeText? {
    guard !valueTicks.contains(where: { $0.cell == row }) else { return nil }
    let exact = (0...3).map { FixedPoint.text(of: limit, decimals: $0) }
      .first { Double($0.replacingOccurrences(of: "−", with: "-")) == limit }
    return exact.flatMap { $0.count <= plotX - 2 ? SafeText(oneLine: $0) : nil }
  }
}
