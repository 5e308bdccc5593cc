import Charting
import Text

extension ChartPlot {
  /// Draws the line of an earlier time, over which all else is drawn.
  func drawBackdrop(into canvas: inout Canvas, cache: inout ChartCache) {
    let cells = cache.backdrop(of: self, theme: canvas.theme)
    guard !cells.isEmpty else { return }
    var dots = DotGrid(columns: columns, rows: rows, theme: canvas.theme)
    for cell in cells { dots.light(cell.dots, at: cell.index) }
    for cell in cells {
      let (column, row) = (cell.index % columns, cell.index / columns)
      guard let glyph = dots.glyph(column: column, row: row, point: ".") else { continue }
      canvas.put(glyph, style: canvas.theme.dim, x: plotX + column, y: row)
    }
  }

  /// The columns of the plot by how many seconds earlier the line behind is there: several parts where clocks were changed, or
  /// a leap day passed, in view or in the time before.
  func parts(of shift: TimeShift) -> [(columns: Range<Int>, seconds: Double)] {
    var parts: [(columns: Range<Int>, seconds: Double)] = []
    for column in 0..<columns {
      let time = time.value(atCell: column)
      let seconds = (time - shift.earlier(than: time, utcOffset: utcOffset)).rounded()
      if let last = parts.last, last.seconds == seconds {
        parts[parts.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        parts.append((column..<column + 1, seconds))
      }
    }
    return parts
  }

  /// What the cursor tells of the earlier time: `day before 20.9`; `nil` without such a line.
  func backdropText(_ valueText: (Double) -> SafeText) -> SafeText? {
    guard let cursor = chart.cursor, let backdrop = chart.backdrop else { return nil }
    let value = backdrop.point(at: cursor, tolerance: columnSpan / 2, utcOffset: utcOffset)?.value.map(valueText)
    return "\(SafeText(oneLine: backdrop.shift.name)) \(value ?? "no data")"
  }
}
