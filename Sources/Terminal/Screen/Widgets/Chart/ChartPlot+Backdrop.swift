import Charting
import Text

extension ChartPlot {
  /// Draws the line of an earlier time, over which all else is drawn.
  func drawBackdrop(into canvas: inout Canvas, cache: inout ChartCache) {
    guard let raster = cache.backdrop(of: self, theme: canvas.theme) else { return }
    var dots = DotGrid(columns: columns, rows: rows, theme: canvas.theme)
    for cell in raster.cells { dots.light(cell.dots, at: cell.index) }
    for cell in raster.cells {
      let (column, row) = (cell.index % columns, cell.index / columns)
      guard let glyph = dots.glyph(column: column, row: row, point: ".") else { continue }
      canvas.put(glyph, style: canvas.theme.dim, x: plotX + column, y: row)
    }
  }

  /// What the cursor tells of the earlier time: `day before 20.9`; `nil` without such a line.
  func backdropText(_ valueText: (Double) -> SafeText) -> SafeText? {
    guard let cursor = chart.cursor, let backdrop = chart.backdrop else { return nil }
    let value = backdrop.point(at: cursor, tolerance: columnSpan / 2)?.value.map(valueText)
    return "\(SafeText(oneLine: backdrop.shift.name)) \(value ?? "no data")"
  }
}
