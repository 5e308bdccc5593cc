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

  /// The points of the lines under the cursor, the focused line's first.
  var cursorMarks: [(line: ChartLine, cell: Point)] {
    guard cursorCell != nil else { return [] }
    return lines.compactMap { line in
      point(of: line).flatMap(cell).map { (line, $0) }
    }
    .sorted { $0.line.id == chart.focused && $1.line.id != chart.focused }
  }

  /// Returns the text of the only line, or of the focused one with its name, at the cursor: `14:03:20  2.4 /s`, with the date
  /// if it is not today's, and with the point's own time if it differs from the column's. The seconds are left out where a
  /// column is a minute or more.
  ///
  /// - Parameter note: What is at the cursor besides, which comes last, and alone where there is no room for more.
  /// - Returns: shorter and shorter forms; empty where the cursor is out of view.
  func cursorTexts(note: SafeText?, _ valueText: (Double) -> SafeText) -> [SafeText] {
    let texts = cursorTexts(valueText)
    guard let note, !texts.isEmpty else { return texts }
    return texts.map { "\($0)  \(note)" } + [note]
  }

  private func cursorTexts(_ valueText: (Double) -> SafeText) -> [SafeText] {
    guard let cursor = chart.cursor, cursorCell != nil else { return [] }
    let date = Date(timeIntervalSince1970: cursor)
    let isToday = now.map { clock.isSameDay(date, $0) } ?? false
    let hours = hours(date)
    let whole: SafeText = isToday ? hours : "\(clock.date(date)) \(hours)"
    guard let line = isOfMany ? lines.first(where: { $0.id == chart.focused }) : lines.first else {
      return [whole, hours]
    }
    let name = isOfMany ? SafeText(oneLine: line.name) + " " : ""
    guard let point = point(of: line), let value = point.value.map(valueText) else {
      return ["\(whole)  \(name)no data", "\(hours)  no data", "no data"]
    }
    let own = Date(timeIntervalSince1970: point.time)
    let ownHours = self.hours(own)
    let isSameDay = clock.isSameDay(own, date)
    if isSameDay, ownHours == hours { return ["\(whole)  \(name)\(value)", "\(hours)  \(value)", value] }
    let ownTime: SafeText = isSameDay ? ownHours : "\(clock.date(own)) \(ownHours)"
    return [
      "\(whole)  \(name)\(value) at \(ownTime)", "\(hours)  \(value) at \(ownHours)", "\(value) at \(ownHours)", value,
    ]
  }

  /// Returns the point of a line at the cursor: within half a column where the line has no neighbour to be joined to.
  private func point(of line: ChartLine) -> Series.Point? {
    chart.cursor.flatMap { chart.point(of: line, at: $0, within: columnSpan / 2) }
  }

  private func hours(_ date: Date) -> SafeText { columnSpan < 60 ? clock.seconds(date) : clock.minutes(date) }
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
