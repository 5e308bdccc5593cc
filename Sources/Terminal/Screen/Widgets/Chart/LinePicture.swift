import Charting

/// The lines of a chart as dots. A single line through means has two dim lines beside it, through the highest and the lowest
/// points, wherever it leaves cells free.
struct LinePicture {
  private let cells: CellOwners
  private let lines: [ChartLine]
  private let ranks: [CellOwners.Rank]
  private let isOfMany: Bool
  /// Where each line ends on the right.
  private let rightEnds: [Point?]
  private let edges: DotGrid?

  /// The dots of all lines.
  var line: DotGrid { cells.dots }

  init(of plot: ChartPlot, theme: Theme) {
    var cache = ChartCache()
    self.init(of: plot, theme: theme, cache: &cache)
  }

  init(of plot: ChartPlot, theme: Theme, cache: inout ChartCache) {
    lines = plot.lines
    isOfMany = plot.isOfMany
    let drawn = cache.lines(of: plot, theme: theme)
    rightEnds = drawn.map(\.raster.end)
    ranks = plot.lines.map { CellOwners.Rank($0.id, in: plot.chart) }
    cells = CellOwners(
      drawn.map(\.raster), ranks: ranks, on: DotGrid(columns: plot.columns, rows: plot.rows, theme: theme))
    edges = drawn.count == 1 ? drawn[0].edges : nil
  }

  /// Returns the ends of the lines, the one that is drawn on top first.
  ///
  /// A line ends at its newest point. Of several lines, which must always be distinguished, those whose newest point is out
  /// of view have a mark in their last visible cell. There is no mark on a line in alarm but its own.
  func ends(on plot: ChartPlot) -> [LineEnd] {
    zip(lines.indices, rightEnds).compactMap { index, rightEnd in
      let line = lines[index]
      guard let cell = line.series.latest.flatMap(plot.cell) ?? (isOfMany ? rightEnd : nil) else { return nil }
      if ranks[index] < .alarming, let owner = cells.owner(column: cell.x, row: cell.y), ranks[owner] == .alarming {
        return nil
      }
      return LineEnd(line: line, cell: cell, rank: ranks[index])
    }
    .sorted { $0.rank > $1.rank }
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

  /// Draws the lines through the highest and the lowest points into blank cells.
  func drawEdges(into canvas: inout Canvas, x: Int) {
    guard let edges else { return }
    let style = canvas.theme.dim
    edges.forEachLitCell { column, row, _, _ in
      guard canvas[x: x + column, y: row] == .blank, let glyph = edges.glyph(column: column, row: row, point: ".")
      else { return }
      canvas.put(glyph, style: style, x: x + column, y: row)
    }
  }
}

/// The end of a line in a plot.
struct LineEnd {
  var line: ChartLine
  /// Counted from the plot's first column.
  var cell: Point
  var rank: CellOwners.Rank
}
