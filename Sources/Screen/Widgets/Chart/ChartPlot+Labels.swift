import Charting
import Text

extension ChartPlot {
  /// A value told beside its point of the line.
  struct PointLabel: Hashable {
    var text: SafeText
    var x: Int
    var y: Int
    var width: Int
    /// The newest value; the others are the lowest and the highest.
    var isEnd = false

    /// Whether the two share a cell or touch.
    func isNear(_ other: PointLabel) -> Bool {
      y == other.y && x <= other.x + other.width && other.x <= x + width
    }
  }

  /// The series' newest point, where it is in view.
  private var end: Series.Point? {
    chart.series.latest.flatMap { chart.viewport.time.contains($0.time) ? $0 : nil }
  }

  /// The cell of the newest point, counted from the plot's first column.
  var endCell: Point? { end.flatMap(cell) }

  private func cell(of point: Series.Point) -> Point? {
    guard let column = time.cell(of: point.time), let row = point.value.flatMap(value.cell) else { return nil }
    return Point(x: column, y: min(row, lowestRow))
  }

  /// With fewer rows or columns only the newest value is told.
  private static let leastForExtremes = Size(width: 30, height: 6)

  /// Returns the labels of the newest, the highest and the lowest point, those for which there is room: never over the
  /// line, and apart from each other. The same chart has the same labels.
  func pointLabels(beside picture: LinePicture, valueText: (Double) -> SafeText) -> [PointLabel] {
    var labels: [PointLabel] = []
    func add(_ places: [PointLabel]) {
      if let label = places.first(where: { isFree($0, beside: picture, and: labels) }) { labels.append(label) }
    }

    if let cell = endCell, let value = end?.value {
      let text = valueText(value)
      let sides: [Side] = [.right, .above, .below]
      add(sides.map { label(text, $0, of: cell, isEnd: true) })
    }
    guard size.width >= Self.leastForExtremes.width, rows >= Self.leastForExtremes.height,
      let extremes = chart.series.extremes(in: chart.viewport.time),
      let lowest = extremes.lowest.value, let highest = extremes.highest.value,
      // A flat line has neither.
      value.position(of: lowest) - value.position(of: highest) >= Double(2 * value.dotsPerCell)
    else { return labels }

    for (point, sides) in [(extremes.highest, Side.beyondHighest), (extremes.lowest, Side.beyondLowest)] {
      // The lower end of the axis, often 0, is told by the axis.
      guard let value = point.value, value != self.value.domain.lowerBound, let cell = cell(of: point) else { continue }
      let text = valueText(value)
      guard !labels.contains(where: { $0.text == text }) else { continue }
      add(sides.map { label(text, $0, of: cell) })
    }
    return labels
  }

  private enum Side {
    case above, below, left, right

    /// The sides of an extreme that its label may stand on, the best first.
    static let beyondHighest: [Side] = [.above, .right, .left]
    static let beyondLowest: [Side] = [.below, .right, .left]
  }

  /// A label beside a point, or centred above or below it.
  private func label(_ text: SafeText, _ side: Side, of cell: Point, isEnd: Bool = false) -> PointLabel {
    let width = DisplayWidth.of(text)
    let column = plotX + cell.x
    let centred = max(plotX + 1, min(column - width / 2, size.width - width))
    let (x, y) =
      switch side {
      case .above: (centred, cell.y - 1)
      case .below: (centred, cell.y + 1)
      case .left: (column - 1 - width, cell.y)
      case .right: (column + 2, cell.y)
      }
    return PointLabel(text: text, x: x, y: y, width: width, isEnd: isEnd)
  }

  /// Whether a label is in the plot, with a free column between it and the line, the newest point and other labels.
  private func isFree(_ label: PointLabel, beside picture: LinePicture, and others: [PointLabel]) -> Bool {
    // Ticks of annotations at the top edge would be lost behind a label, while lines remain visible below it.
    let top = annotationStyle == .ticks ? 1 : 0
    guard label.y >= top, label.y <= lowestRow, label.x > plotX, label.x + label.width <= size.width else {
      return false
    }
    let around = label.x - 1...label.x + label.width
    if let end = endCell, end.y == label.y, around.contains(plotX + end.x) { return false }
    return !others.contains { $0.isNear(label) }
      && !around.contains { picture.line.isLit(column: $0 - plotX, row: label.y) }
  }
}
