import Charting

/// The lines of a chart as dots, and the shade that makes a single line easier to see: dim dots between the line and the time
/// axis or, if the line goes through means, between the lowest and the highest points.
///
/// A cell has one style, so a cell that a line crosses has no shade. Several lines have none, because shades cannot be
/// distinguished.
struct LinePicture {
  private let cells: CellOwners
  private let lines: [ChartLine]
  private let isOfMany: Bool
  /// Where each line ends on the right.
  private let rightEnds: [Point?]
  private var shade: DotGrid

  /// The dots of all lines.
  var line: DotGrid { cells.dots }

  init(of plot: ChartPlot, theme: Theme) {
    var cache = ChartCache()
    self.init(of: plot, theme: theme, cache: &cache)
  }

  init(of plot: ChartPlot, theme: Theme, cache: inout ChartCache) {
    lines = plot.lines
    isOfMany = plot.isOfMany
    shade = DotGrid(columns: plot.columns, rows: plot.lowestRow + 1, theme: theme)
    let drawn = cache.lines(of: plot, theme: theme)
    rightEnds = drawn.map(\.raster.end)
    let focused = plot.lines.firstIndex { $0.id == plot.chart.focused }
    cells = CellOwners(drawn.map(\.raster), focused: focused, on: shade)
    guard drawn.count == 1, let only = drawn.first else { return }
    if !only.trace.spreads.isEmpty {
      // A mesh of single characters must be denser than one of Braille dots to look like an area.
      drawBand(only.trace.spreads, theme.isASCII ? .half : .quarter, of: plot)
    } else if !theme.isASCII {
      drawFill(below: only.spans, of: plot)
    }
  }

  /// Returns the ends of the lines, the focused line's first.
  ///
  /// A line ends at its newest point. Of several lines, which must always be distinguished, those whose newest point is out
  /// of view have a mark in their last visible cell.
  func ends(on plot: ChartPlot) -> [LineEnd] {
    zip(lines, rightEnds).compactMap { line, rightEnd in
      if let newest = line.series.latest, let cell = plot.cell(of: newest) {
        return LineEnd(line: line, cell: cell, newest: line.latestValue)
      }
      return isOfMany ? rightEnd.map { LineEnd(line: line, cell: $0) } : nil
    }
    .sorted { $0.line.id == plot.chart.focused && $1.line.id != plot.chart.focused }
  }

  /// Fills the columns in which the line has dots, even if the line is above the view. A gap is not filled.
  private mutating func drawFill(below spans: [LineSpan], of plot: ChartPlot) {
    var lowest = [Int?](repeating: nil, count: plot.time.dots)
    for span in spans { lowest[span.x] = max(lowest[span.x] ?? .min, span.rows.upperBound) }
    for (x, row) in lowest.enumerated() {
      // Starts a dot below the line, which would look thicker otherwise.
      if let row { shade.light(.eighth, x: x, from: max(0, row + 2), through: shade.height - 1) }
    }
  }

  private mutating func drawBand(_ spreads: [Spread], _ density: DotGrid.Shade, of plot: ChartPlot) {
    func dot(_ value: Double, on scale: LinearScale) -> Int { Int(scale.position(of: value).rounded()) }
    var end: Int?
    for spread in spreads {
      let first = dot(spread.time.lowerBound, on: plot.time)
      let last = dot(spread.time.upperBound, on: plot.time)
      // Neighbouring intervals touch unless there is a gap between them.
      let start = spread.joinsPrevious ? min(first, end.map { $0 + 1 } ?? first) : first
      end = last
      let top = dot(spread.values.upperBound, on: plot.value)
      let bottom = dot(spread.values.lowerBound, on: plot.value)
      for x in (start...last).clamped(to: 0...(plot.time.dots - 1)) where start < plot.time.dots && last >= 0 {
        shade.light(density, x: x, from: top, through: bottom)
      }
    }
  }

  /// Returns the line whose style a cell has; `nil` for a cell without dots.
  func owner(column: Int, row: Int) -> ChartLine.ID? {
    guard line.isLit(column: column, row: row) else { return nil }
    return cells.owner(column: column, row: row).map { lines[$0].id }
  }

  func drawLine(into canvas: inout Canvas, x: Int) {
    let styles = lines.map { canvas.theme.line($0.look) }
    let points = lines.map { isOfMany ? canvas.glyphs.point(of: $0.look) : canvas.glyphs.point }
    for row in 0..<line.rows {
      for column in 0..<line.columns {
        guard let owner = cells.owner(column: column, row: row),
          let glyph = line.glyph(column: column, row: row, point: points[owner])
        else { continue }
        canvas.put(glyph, style: styles[owner], x: x + column, y: row)
      }
    }
  }

  /// Draws the shade into blank cells that are at least a column away from labels.
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

/// The end of a line in a plot.
struct LineEnd {
  var line: ChartLine
  /// Counted from the plot's first column.
  var cell: Point
  /// The newest value, if the line ends with it.
  var newest: Double?
}
