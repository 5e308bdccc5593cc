import Text

/// The labels of the newest values of several lines that end at the right edge of the data: one per row, in the order of
/// their ends from the top down, each as near to its end as the others allow.
struct EndLabels {
  private let plot: ChartPlot
  /// The labelled ends from the top down; of those in one row the highest value comes first.
  let ends: [LineEnd]
  private let texts: [SafeText]
  /// The column of the rightmost end.
  private let edge: Int
  /// For each cell the line whose mark is visible, which is the first of those that end there.
  private let topmost: [Point: String]

  /// The greatest distance in columns of an end from the rightmost end.
  private static let reach = 8
  /// The greatest distance in rows of a label from its end.
  private static let farthest = 2

  init(of ends: [LineEnd], on plot: ChartPlot, _ valueText: (Double) -> SafeText) {
    self.plot = plot
    let told = ends.filter { $0.newest != nil }
    let edge = told.map(\.cell.x).max() ?? 0
    self.edge = edge
    self.ends = told.filter { $0.cell.x >= edge - Self.reach }
      .sorted { ($0.cell.y, $1.newest ?? 0) < ($1.cell.y, $0.newest ?? 0) }
    topmost = Dictionary(ends.map { ($0.cell, $0.line.id) }) { first, _ in first }
    texts = self.ends.map { valueText($0.newest ?? 0) }
  }

  /// Returns the labels at the places that are nearest to their ends in total. A label without a place is left out.
  ///
  /// Rows are assigned from the top down by dynamic programming: `costs[row]` is the least cost of the ends so far if they
  /// take only rows above `row`.
  func placed(where isFree: (ChartPlot.PointLabel) -> Bool) -> [ChartPlot.PointLabel] {
    let rows = plot.lowestRow + 1
    guard rows > 0 else { return [] }
    var costs = [Double](repeating: 0, count: rows + 1)
    // For each end, by the number of available rows: the row and the label that it takes, or none.
    var choices: [[(row: Int, label: ChartPlot.PointLabel?)]] = []
    for index in ends.indices {
      let places = places(of: index, where: isFree)
      let absence = ends[index].line.id == plot.chart.focused ? 1000.0 : 100
      var next = [costs[0] + absence]
      var choice: [(row: Int, label: ChartPlot.PointLabel?)] = [(0, nil)]
      for row in 0..<rows {
        var best = (cost: costs[row + 1] + absence, row: row + 1, label: ChartPlot.PointLabel?.none)
        if next[row] <= best.cost { best = (next[row], choice[row].row, choice[row].label) }
        if let place = places[row], costs[row] + place.cost < best.cost {
          best = (costs[row] + place.cost, row, place.label)
        }
        next.append(best.cost)
        choice.append((best.row, best.label))
      }
      costs = next
      choices.append(choice)
    }
    var labels: [ChartPlot.PointLabel] = []
    var row = rows
    for choice in choices.reversed() {
      if let label = choice[row].label { labels.append(label) }
      row = choice[row].row
    }
    return labels
  }

  /// Returns the free places of an end's label by row, each with its distance from the end.
  private func places(
    of index: Int, where isFree: (ChartPlot.PointLabel) -> Bool
  ) -> [Int: (label: ChartPlot.PointLabel, cost: Double)] {
    let (end, text) = (ends[index], texts[index])
    var places: [Int: (label: ChartPlot.PointLabel, cost: Double)] = [:]
    let width = DisplayWidth.of(text)
    // An end below another one has no mark of its own that a label could stand beside.
    let hasMark = topmost[end.cell] == end.line.id
    for row in end.cell.y - Self.farthest...end.cell.y + Self.farthest {
      var label = ChartPlot.PointLabel(text: text, x: plot.plotX + edge + 2, y: row, width: width, isEnd: true)
      label.line = end.line.id
      if row == end.cell.y, hasMark {
        label.x = plot.plotX + end.cell.x + 2
        if isFree(label) {
          places[row] = (label, 0)
          continue
        }
        label.x = plot.plotX + edge + 2
      }
      label.look = end.line.look
      label.width += 2
      // Where lines end at the plot's edge, labels stand above and below them.
      label.x = min(label.x, plot.size.width - label.width)
      if isFree(label) { places[row] = (label, Double(abs(row - end.cell.y)) + 0.5) }
    }
    return places
  }
}
