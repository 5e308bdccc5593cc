import Charting
import Text

extension ChartPlot {
  /// A value written beside its point of a line.
  struct PointLabel: Hashable {
    var text: SafeText
    var x: Int
    var y: Int
    var width: Int
    /// Whether this is the newest value; the others are the lowest and the highest.
    var isEnd = false
    /// The look of the line whose mark precedes the text, if the position does not show which line it belongs to.
    var look: LineLook?
    /// The line that the label belongs to, if there are several.
    var line: ChartLine.ID?

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
    return Point(x: column, y: min(row, lowestRow))
  }

  /// With fewer rows or columns only the newest value is labelled.
  private static let leastForExtremes = Size(width: 30, height: 6)

  /// Returns the labels of the newest points and, for a single line, of the highest and the lowest one, as far as there is
  /// room: never over a line, and apart from each other. Equal charts have equal labels.
  func pointLabels(beside picture: LinePicture, valueText: (Double) -> SafeText) -> [PointLabel] {
    var free = FreePlaces(plot: self, picture: picture)
    addEnds(to: &free, valueText)
    addOutliers(to: &free, valueText)
    if !isOfMany { addExtremes(to: &free, valueText) }
    return free.labels
  }

  private func addEnds(to free: inout FreePlaces, _ valueText: (Double) -> SafeText) {
    // A legend tells the values at a cursor; the newest ones beside them would contradict it.
    var ends = isOfMany && chart.cursor != nil ? [] : free.ends
    if isOfMany {
      let column = EndLabels(of: ends, on: self, valueText)
      ends.removeAll { end in column.ends.contains { $0.line.id == end.line.id } }
      for label in column.placed(where: free.isFree) { free.add([label]) }
    }
    var without: [(end: LineEnd, text: SafeText)] = []
    for end in ends {
      guard let value = end.newest else { continue }
      let text = valueText(value)
      if !free.add([label(text, .right, of: end)]) { without.append((end, text)) }
    }
    // Labels that find no place beside their point are placed after all others.
    for (end, text) in without {
      let sides = isOfMany ? Side.besideOtherEnds : [.above, .below]
      free.add(sides.map { label(text, $0, of: end, look: isOfMany ? end.line.look : nil) })
    }
  }

  private func addOutliers(to free: inout FreePlaces, _ valueText: (Double) -> SafeText) {
    for mark in edgeMarks {
      guard let value = mark.point.value else { continue }
      let isNewest = lines.contains { $0.series.latest == mark.point }
      free.add(
        [.right, .left, .farRight, .farLeft].map { label(valueText(value), $0, of: mark.cell, isEnd: isNewest) })
    }
  }

  private func addExtremes(to free: inout FreePlaces, _ valueText: (Double) -> SafeText) {
    guard size.width >= Self.leastForExtremes.width, rows >= Self.leastForExtremes.height,
      let extremes = lines.first?.series.extremes(in: chart.viewport.time),
      let lowest = extremes.lowest.value, let highest = extremes.highest.value,
      // A flat line has neither.
      value.position(of: lowest) - value.position(of: highest) >= Double(2 * value.dotsPerCell)
    else { return }

    for (point, sides) in [(extremes.highest, Side.beyondHighest), (extremes.lowest, Side.beyondLowest)] {
      // The lower end of the axis, often 0, is labelled by the axis.
      guard let value = point.value, value != self.value.domain.lowerBound, let cell = cell(of: point) else { continue }
      let text = valueText(value)
      guard !free.labels.contains(where: { $0.text == text }) else { continue }
      free.add(sides.map { label(text, $0, of: cell) })
    }
  }

  private enum Side {
    case above, below, left, right
    /// One column further away than `left` and `right`, for a steep line.
    case farLeft, farRight
    /// To the right, the given number of rows below.
    case rightBelow(Int)

    /// The sides of an extreme on which its label may stand, the best first.
    static let beyondHighest: [Side] = [.above, .right, .left]
    static let beyondLowest: [Side] = [.below, .right, .left]
    /// The sides of an end whose right side is taken.
    static let besideOtherEnds: [Side] = [
      .rightBelow(-1), .rightBelow(1), .rightBelow(-2), .rightBelow(2), .above, .below,
    ]
  }

  /// Returns the label of a line's end.
  private func label(_ text: SafeText, _ side: Side, of end: LineEnd, look: LineLook? = nil) -> PointLabel {
    var label = label(text, side, of: end.cell, isEnd: true, look: look)
    label.line = isOfMany ? end.line.id : nil
    return label
  }

  /// Returns a label beside a point, or centred above or below it.
  private func label(
    _ text: SafeText, _ side: Side, of cell: Point, isEnd: Bool = false, look: LineLook? = nil
  ) -> PointLabel {
    let width = DisplayWidth.of(text) + (look == nil ? 0 : 2)
    let column = plotX + cell.x
    let centred = max(plotX + 1, min(column - width / 2, size.width - width))
    let (x, y) =
      switch side {
      case .above: (centred, cell.y - 1)
      case .below: (centred, cell.y + 1)
      case .left: (column - 1 - width, cell.y)
      case .right: (column + 2, cell.y)
      case .farLeft: (column - 2 - width, cell.y)
      case .farRight: (column + 3, cell.y)
      case .rightBelow(let rows): (column + 2, cell.y + rows)
      }
    return PointLabel(text: text, x: x, y: y, width: width, isEnd: isEnd, look: look)
  }
}

/// The cells that labels may take, and those already taken.
private struct FreePlaces {
  let plot: ChartPlot
  let picture: LinePicture
  let ends: [LineEnd]
  private(set) var labels: [ChartPlot.PointLabel] = []

  init(plot: ChartPlot, picture: LinePicture) {
    self.plot = plot
    self.picture = picture
    ends = picture.ends(on: plot)
  }

  /// Adds a label at the first of its places that is free. Returns whether there is one.
  @discardableResult
  mutating func add(_ places: [ChartPlot.PointLabel]) -> Bool {
    guard let label = places.first(where: isFree) else { return false }
    labels.append(label)
    return true
  }

  /// Returns whether a label is inside the plot, with a free column between it and the lines, their ends and other labels, and
  /// nearer to its own line than to others.
  func isFree(_ label: ChartPlot.PointLabel) -> Bool {
    // Ticks of annotations at the top edge would be hidden by a label, while lines remain visible below it.
    let top = plot.annotationStyle == .ticks ? 1 : 0
    guard label.y >= top, label.y <= plot.lowestRow, label.x > plot.plotX, label.x + label.width <= plot.size.width
    else { return false }
    let around = label.x - 1...label.x + label.width
    return !ends.contains { $0.cell.y == label.y && around.contains(plot.plotX + $0.cell.x) }
      && !labels.contains { $0.isNear(label) }
      && !around.contains { picture.line.isLit(column: $0 - plot.plotX, row: label.y) }
      && isNearestToItsOwn(label)
  }

  /// Whether the first line above or below a label is the one that it belongs to. To the right of all lines there is none.
  private func isNearestToItsOwn(_ label: ChartPlot.PointLabel) -> Bool {
    guard let line = label.line else { return true }
    let columns = label.x - plot.plotX..<label.x - plot.plotX + label.width
    for distance in 1...plot.rows {
      let rows = [label.y - distance, label.y + distance]
      let owners = rows.flatMap { row in columns.compactMap { picture.owner(column: $0, row: row) } }
      if !owners.isEmpty { return owners.allSatisfy { $0 == line } }
    }
    return true
  }
}
