import Charting
import Foundation
import Text

extension ChartPlot {
  /// The cursor's column in the plot; `nil` where it is out of view.
  var cursorCell: Int? { chart.cursor.flatMap(time.cell) }

  /// The points of the lines that the cursor tells, the focused line's first.
  var cursorMarks: [(line: ChartLine, cell: Point)] {
    guard cursorCell != nil else { return [] }
    return lines.compactMap { line in
      point(of: line).flatMap(cell).map { (line, $0) }
    }
    .sorted { $0.line.id == chart.focused && $1.line.id != chart.focused }
  }

  /// What the cursor tells of the only line, or of the focused one by its name: `14:03:20  2.4 /s`, with the date where that is
  /// not today's, and with the point's own time where that is written otherwise than the column's. Hours and minutes are
  /// enough where a column is a minute or more.
  ///
  /// - Returns: the same in fewer and fewer words; empty where the cursor is out of view.
  func cursorTexts(_ valueText: (Double) -> SafeText) -> [SafeText] {
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

  /// The point of a line that is told: half a column away at most where the line has no neighbour to be joined to.
  private func point(of line: ChartLine) -> Series.Point? {
    chart.cursor.flatMap { chart.point(of: line, at: $0, within: columnSpan / 2) }
  }

  private func hours(_ date: Date) -> SafeText { columnSpan < 60 ? clock.seconds(date) : clock.minutes(date) }
}

extension Chart {
  /// The measured point of a line that is told at the cursor; `nil` in a gap.
  ///
  /// - Parameter tolerance: seconds from which a point is told that has ended its line or stands alone; a two-hundredth of the
  ///   view when `nil`.
  func point(of line: ChartLine, at cursor: Double, within tolerance: Double? = nil) -> Series.Point? {
    line.point(at: cursor, tolerance: tolerance ?? viewport.time.span / 200)
  }
}
