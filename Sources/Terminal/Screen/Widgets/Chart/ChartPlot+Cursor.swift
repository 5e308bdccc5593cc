import Charting
import Foundation
import Text

extension ChartPlot {
  /// The cursor's column in the plot; `nil` where it is out of view.
  var cursorCell: Int? { chart.cursor.flatMap(time.cell) }

  /// The times of the first and the last annotation that the mark under the cursor stands for; `nil` if there is no mark.
  public var annotationsAtCursor: ClosedRange<Double>? {
    guard let cursorCell, annotationColumns.contains(cursorCell) else { return nil }
    return chart.annotationTimes(inCell: cursorCell, on: time)
  }

  /// The points of the lines under the cursor, the one that is drawn on top first.
  var cursorMarks: [(line: ChartLine, cell: Point)] {
    guard cursorCell != nil else { return [] }
    return lines.compactMap { line in
      point(of: line).flatMap(cell).map { (line, $0) }
    }
    .sorted { CellOwners.Rank($0.line.id, in: chart) > CellOwners.Rank($1.line.id, in: chart) }
  }

  /// Returns the text of the only line, or of the focused one with its name, at the cursor: `14:03:20  2.4 /s`, with the date
  /// if it is not today's. The seconds are left out where a column is a minute or more.
  ///
  /// There is one time: the cursor's, or that of the point with the value if it is more than a column away, where its mark is.
  ///
  /// The value of the line behind comes after that, then what is at the cursor besides, which stands alone where there is
  /// no room for more; how long a column is comes last.
  ///
  /// - Returns: shorter and shorter forms; empty where the cursor is out of view.
  func cursorTexts(_ notes: Notes, _ valueText: (Double) -> SafeText) -> [SafeText] {
    var texts = cursorTexts(valueText)
    guard !texts.isEmpty else { return [] }
    if let text = backdropText(valueText) { texts.insert("\(texts[0])  \(text)", at: 0) }
    if let note = notes.atCursor { texts = texts.map { "\($0)  \(note)" } + [note] }
    return (notes.column.map { ["\(texts[0])  \($0)"] } ?? []) + texts
  }

  private func cursorTexts(_ valueText: (Double) -> SafeText) -> [SafeText] {
    guard let cursor = chart.cursor, cursorCell != nil else { return [] }
    let line = isOfMany ? lines.first { $0.id == chart.focused } : lines.first
    let point = line.flatMap(point(of:)).flatMap { $0.value == nil ? nil : $0 }
    let time = point.map { abs($0.time - cursor) > columnSpan ? $0.time : cursor } ?? cursor
    let date = Date(timeIntervalSince1970: time)
    let hours = columnSpan < 60 ? clock.seconds(date) : clock.minutes(date)
    let isToday = now.map { clock.isSameDay(date, $0) } ?? false
    let whole: SafeText = isToday ? hours : "\(clock.date(date)) \(hours)"
    guard let line else { return [whole, hours] }
    let name = isOfMany ? SafeText(oneLine: line.name) + " " : ""
    let value = point?.value.map(valueText) ?? "no data"
    return ["\(whole)  \(name)\(value)", "\(whole)  \(value)", "\(hours)  \(value)", value]
  }

  /// Returns the point of a line at the cursor: within half a column where the line has no neighbour to be joined to.
  private func point(of line: ChartLine) -> Series.Point? {
    chart.cursor.flatMap { chart.point(of: line, at: $0, within: columnSpan / 2) }
  }
}

extension Chart {
  /// Returns the measured point of a line at the cursor; `nil` in a gap.
  ///
  /// - Parameter tolerance: The distance in seconds within which an isolated point or the end of a line counts; a
  ///   two-hundredth of the view if `nil`.
  func point(of line: ChartLine, at cursor: Double, within tolerance: Double? = nil) -> Series.Point? {
    line.point(at: cursor, tolerance: tolerance ?? viewport.time.span / 200)
  }
}
