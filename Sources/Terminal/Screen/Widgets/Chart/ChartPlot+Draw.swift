import Charting
import Foundation
import Text

extension ChartPlot {
  /// Draws the chart over the whole canvas, which must have the size of the layout.
  ///
  /// - Parameter valueText: Formats a value beside the cursor and at the plot's edge, with its unit.
  public func draw(into canvas: inout Canvas, valueText: (Double) -> SafeText) {
    var cache = ChartCache()
    draw(into: &canvas, cache: &cache, valueText: valueText)
  }

  /// What a chart says besides its values.
  public struct Notes: Sendable, Hashable {
    /// What is at the cursor besides the value.
    public var atCursor: SafeText?
    /// How long a column is, which the cursor tells where there is room.
    public var column: SafeText?
    /// The word before the time of the first value where most of the view is empty: `counted since 06:11`.
    public var beginning: SafeText

    public init(atCursor: SafeText? = nil, column: SafeText? = nil, beginning: SafeText = "values") {
      (self.atCursor, self.column, self.beginning) = (atCursor, column, beginning)
    }
  }

  /// Draws the chart, reusing intermediate results of the frame before.
  public func draw(
    into canvas: inout Canvas, cache: inout ChartCache, notes: Notes = Notes(), valueText: (Double) -> SafeText
  ) {
    guard size.width >= 3, size.height >= 1 else { return }
    drawAxes(into: &canvas)
    drawBackdrop(into: &canvas, cache: &cache)
    drawAnnotations(into: &canvas)
    if let cursorCell { drawCursor(at: cursorCell, into: &canvas) }
    let picture = LinePicture(of: self, theme: canvas.theme, cache: &cache)
    picture.drawLine(into: &canvas, x: plotX)
    let ends = picture.ends(on: self)
    let labels = labels(beside: picture, ends, beginning: notes.beginning, valueText)
    for label in labels {
      canvas.draw(label.text, label.isNewest ? canvas.theme.strong : canvas.theme.dim, x: label.x, y: label.y)
    }
    picture.drawEdges(into: &canvas, x: plotX)
    drawLimits(into: &canvas, around: labels)
    drawTimeTicks(into: &canvas)
    let texts = cursorTexts(notes, valueText)
    if texts.isEmpty || hasCursorLine {
      drawTimeLabels(y: rows, into: &canvas)
    } else if size.height >= Self.leastHeightForHoursInAxis {
      drawTimeLabels(y: rows - 1, besides: ends.map(\.cell) + cursorMarks.map(\.cell), into: &canvas)
    }
    // The line on top is drawn last, over the others.
    for end in ends.reversed() { drawMark(of: end.line, at: end.cell, into: &canvas) }
    drawEdgeMarks(into: &canvas)
    for mark in cursorMarks.reversed() { drawMark(of: mark.line, at: mark.cell, isAtCursor: true, into: &canvas) }
    guard size.height >= 2 else { return }
    let text = texts.first { DisplayWidth.of($0) <= size.width } ?? texts.last
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
    for tick in valueTicks {
      let glyph = tick.cell == rows - 1 ? glyphs.origin : glyphs.valueTick
      canvas.put(glyph, style: theme.dim, x: axisX, y: tick.cell)
      canvas.draw(
        SafeText(oneLine: tick.label), theme.dim, x: 0, y: tick.cell, maxWidth: plotX - 2, alignment: .right)
    }
    for column in 0..<columns { canvas.put(glyphs.horizontal, style: theme.dim, x: plotX + column, y: rows - 1) }
  }

  /// Draws the ticks of the time axis, which stay visible where a line runs over it.
  private func drawTimeTicks(into canvas: inout Canvas) {
    for tick in timeTicks {
      let style = canvas[x: plotX + tick.cell, y: rows - 1].style
      canvas.put(canvas.glyphs.timeTick, style: style, x: plotX + tick.cell, y: rows - 1)
    }
  }

  /// - Parameter marks: Cells of the plot whose marks no label may hide.
  private func drawTimeLabels(y: Int, besides marks: [Point] = [], into canvas: inout Canvas) {
    let taken = marks.filter { $0.y == y }.map { plotX + $0.x }
    for label in timeLabels where !taken.contains(where: (label.x..<label.x + label.width).contains) {
      canvas.draw(label.text, canvas.theme.dim, x: label.x, y: y, maxWidth: label.width)
    }
  }

  // MARK: - Lines

  private func drawMark(of line: ChartLine, at cell: Point, isAtCursor: Bool = false, into canvas: inout Canvas) {
    let glyph = isOfMany ? canvas.glyphs.mark(of: line.look) : canvas.glyphs.marked
    let style =
      isOfMany ? canvas.theme.line(line.look).with(isAtCursor ? [.bold, .reverse] : .bold) : canvas.theme.accent
    canvas.put(glyph, style: style, x: plotX + cell.x, y: cell.y)
  }

  // MARK: - Uprights

  /// Draws a vertical line from the top down to the time axis.
  private func drawCursor(at column: Int, into canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    for y in 0..<rows {
      let glyph = y == rows - 1 ? glyphs.cursorFoot : glyphs.cursor
      canvas.put(glyph, style: canvas.theme.accent, x: plotX + column, y: y)
    }
  }

  /// Draws a dim mark at the top edge for each column with annotations, whatever their number. The line is drawn over it.
  private func drawAnnotations(into canvas: inout Canvas) {
    for column in annotationColumns {
      canvas.put(canvas.glyphs.annotation, style: canvas.theme.dim, x: plotX + column, y: 0)
    }
  }
}
