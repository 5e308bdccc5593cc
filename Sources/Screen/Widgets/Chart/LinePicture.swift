import Charting

/// A chart's line in dots, and the shade that makes it easier to see: dim dots between the line and the time axis or,
/// where the line goes through means, between the lowest and the highest points.
///
/// A cell has one style, so a cell that the line crosses has no shade.
struct LinePicture {
  private(set) var line: DotGrid
  private var shade: DotGrid

  init(of plot: ChartPlot, theme: Theme) {
    line = DotGrid(columns: plot.columns, rows: plot.lowestRow + 1, theme: theme)
    shade = line
    let trace = plot.chart.series.trace(time: plot.time, value: plot.value)
    let spans = LineSpan.spans(of: trace.columns, time: plot.time, value: plot.value)
    for case let span? in spans.lazy.map({ $0.clipped(toDots: plot.value.dots) }) {
      for y in span.rows { line.light(x: span.x, y: min(y, line.height - 1)) }
    }
    if !trace.spreads.isEmpty {
      // A mesh of single characters must be closer than one of Braille dots to be seen as an area.
      drawBand(trace.spreads, theme.isASCII ? .half : .quarter, of: plot)
    } else if !theme.isASCII {
      drawFill(below: spans, of: plot)
    }
  }

  /// Fills the columns that the line has dots in, also where the line is above the view; a gap has no fill.
  private mutating func drawFill(below spans: [LineSpan], of plot: ChartPlot) {
    var lowest = [Int?](repeating: nil, count: plot.time.dots)
    for span in spans { lowest[span.x] = max(lowest[span.x] ?? .min, span.rows.upperBound) }
    for (x, row) in lowest.enumerated() {
      // A dot's distance from the line, which would look thicker otherwise.
      if let row { shade.light(.eighth, x: x, from: max(0, row + 2), through: shade.height - 1) }
    }
  }

  private mutating func drawBand(_ spreads: [Spread], _ density: DotGrid.Shade, of plot: ChartPlot) {
    func dot(_ value: Double, on scale: LinearScale) -> Int { Int(scale.position(of: value).rounded()) }
    var end: Int?
    for spread in spreads {
      let first = dot(spread.time.lowerBound, on: plot.time)
      let last = dot(spread.time.upperBound, on: plot.time)
      // Neighbouring stretches touch unless a gap is between them.
      let start = spread.joinsPrevious ? min(first, end.map { $0 + 1 } ?? first) : first
      end = last
      let top = dot(spread.values.upperBound, on: plot.value)
      let bottom = dot(spread.values.lowerBound, on: plot.value)
      for x in (start...last).clamped(to: 0...(plot.time.dots - 1)) where start < plot.time.dots && last >= 0 {
        shade.light(density, x: x, from: top, through: bottom)
      }
    }
  }

  func drawLine(into canvas: inout Canvas, x: Int) {
    let (style, point) = (canvas.theme.line, canvas.glyphs.point)
    for row in 0..<line.rows {
      for column in 0..<line.columns {
        guard let glyph = line.glyph(column: column, row: row, point: point) else { continue }
        canvas.put(glyph, style: style, x: x + column, y: row)
      }
    }
  }

  /// Draws the shade into the cells that are blank and keep a column's distance from labels.
  func drawShade(into canvas: inout Canvas, x: Int, around labels: [ChartPlot.PointLabel]) {
    let style = canvas.theme.dim
    for row in 0..<shade.rows {
      let taken = labels.filter { $0.y == row }.map { $0.x - 1...$0.x + $0.width }
      for column in 0..<shade.columns {
        guard let glyph = shade.glyph(column: column, row: row, point: "."), canvas[x: x + column, y: row] == .blank,
          !taken.contains(where: { $0.contains(x + column) })
        else { continue }
        canvas.put(glyph, style: style, x: x + column, y: row)
      }
    }
  }
}
