import Charting
import Foundation
import Text

extension ChartPlot {
  /// A text in the plot: the value of a point beyond the edge, beside its mark, or since when there are values.
  struct PointLabel: Hashable {
    var text: SafeText
    var x: Int
    var y: Int
    var width: Int
    /// Whether it tells the newest value.
    var isNewest = false

    /// Returns whether two labels overlap or touch.
    func isNear(_ other: PointLabel) -> Bool {
      y == other.y && x <= other.x + other.width && other.x <= x + width
    }
  }

  /// The cell of the first line's newest point, counted from the plot's first column; `nil` where it is out of view.
  var endCell: Point? { lines.first?.series.latest.flatMap(cell) }

  /// Returns the cell of a point; `nil` where it is out of view.
  func cell(of point: Series.Point) -> Point? {
    guard chart.viewport.time.contains(point.time), let column = time.cell(of: point.time),
      let row = point.value.flatMap(value.cell)
    else { return nil }
    return Point(x: column, y: row)
  }

  /// Returns the labels as far as there is room: never over a line, and apart from each other. Equal charts have equal labels.
  func labels(
    beside picture: LinePicture, _ ends: [LineEnd], beginning: SafeText, _ valueText: (Double) -> SafeText
  ) -> [PointLabel] {
    var labels: [PointLabel] = []
    /// Whether a label is inside the plot, with a free column between it and the lines, their ends and other labels.
    func isFree(_ label: PointLabel) -> Bool {
      guard label.y >= 0, label.y <= lowestRow, label.x > plotX, label.x + label.width <= plotX + columns
      else { return false }
      let around = label.x - 1...label.x + label.width
      return !ends.contains { $0.cell.y == label.y && around.contains(plotX + $0.cell.x) }
        && !labels.contains { $0.isNear(label) }
        && !around.contains { picture.line.isLit(column: $0 - plotX, row: label.y) }
    }
    for mark in edgeMarks {
      guard let value = mark.point.value else { continue }
      let text = valueText(value)
      let (column, width) = (plotX + mark.cell.x, DisplayWidth.of(text))
      let isNewest = lines.contains { $0.series.latest == mark.point }
      // One column further away for a steep line.
      let places = [column + 2, column - 1 - width, column + 3, column - 2 - width]
        .map { PointLabel(text: text, x: $0, y: mark.cell.y, width: width, isNewest: isNewest) }
      if let label = places.first(where: isFree) { labels.append(label) }
    }
    if let label = beginningForms(beginning).first(where: isFree) { labels.append(label) }
    return labels
  }

  /// Returns the texts that say since when there are values, where these are few: `counted since 06:11`, `since 06:11`.
  private func beginningForms(_ word: SafeText) -> [PointLabel] {
    guard let beginning = chart.lateBeginning else { return [] }
    let date = Date(timeIntervalSince1970: beginning)
    let isToday = now.map { clock.isSameDay(date, $0) } ?? false
    let time: SafeText = isToday ? clock.minutes(date) : "\(clock.day(date)) \(clock.minutes(date))"
    return ["\(word) since \(time)", "since \(time)"].map { (text: SafeText) in
      PointLabel(text: text, x: plotX + 2, y: lowestRow / 2, width: DisplayWidth.of(text))
    }
  }
}
