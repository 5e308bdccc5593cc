import Charting
import Text

extension ChartPlot {
  /// The value of a limit, right of the plot, where it takes no tick's place.
  struct LimitLabel: Sendable, Hashable {
    var text: SafeText
    var row: Int
    var isPassed: Bool
  }

  /// The labels may take this fraction of the width.
  private static let labelShare = 8

  /// Returns the columns right of the plot for the labels of limits, with a blank one before them; 0 where there are no limits or
  /// the chart is too narrow. It does not depend on which limits are in view.
  static func limitWidth(of chart: Chart, width: Int) -> Int {
    guard let longest = chart.limits.map({ DisplayWidth.of(text(of: $0)) }).max() else { return 0 }
    return (longest + 1) * labelShare <= width ? longest + 1 : 0
  }

  /// Returns the labels of the visible limits; of several in one row, that of one that is passed.
  ///
  /// A limit that is drawn in the row of the time axis, or of a tick with another value (further away than an eighth of a row),
  /// has no label, which would stand at the end of that line.
  static func limitLabels(of chart: Chart, on value: LinearScale, _ ticks: [Tick]) -> [LimitLabel] {
    func isOwn(_ row: Int, of limit: ChartLimit) -> Bool {
      guard let tick = ticks.first(where: { $0.cell == row }) else { return row < value.cells - 1 }
      return abs(tick.value - limit.value) <= value.cellSpan / 8
    }
    var labels: [Int: LimitLabel] = [:]
    for limit in chart.limits {
      guard let row = value.cell(of: limit.value), isOwn(row, of: limit), labels[row]?.isPassed != true,
        labels[row] == nil || limit.isPassed
      else { continue }
      labels[row] = LimitLabel(text: text(of: limit), row: row, isPassed: limit.isPassed)
    }
    return labels.values.sorted { $0.row < $1.row }
  }

  /// The exact value, if it has no more than two digits after the point.
  private static func text(of limit: ChartLimit) -> SafeText {
    let exact = (0...2).first { decimals in
      let power = [1.0, 10, 100][decimals]
      return (limit.value * power).rounded() / power == limit.value
    }
    return SafeText(limit.value, decimals: exact ?? 1)
  }

  /// Draws the visible limits into blank cells, a column away from labels, and their values right of the plot.
  func drawLimits(into canvas: inout Canvas, around labels: [PointLabel]) {
    for limit in chart.limits {
      guard let row = value.cell(of: limit.value) else { continue }
      let style = limit.isPassed ? canvas.theme.alarm : canvas.theme.dim
      let taken = labels.filter { $0.y == row }.map { $0.x - 1...$0.x + $0.width }
      // An ASCII dash is as wide as its cell.
      for x in stride(from: plotX, to: plotX + columns, by: canvas.theme.isASCII ? 2 : 1)
      where canvas[x: x, y: row] == .blank && !taken.contains(where: { $0.contains(x) }) {
        canvas.put(canvas.glyphs.limit, style: style, x: x, y: row)
      }
    }
    for label in limitLabels {
      let style = label.isPassed ? canvas.theme.alarm : canvas.theme.dim
      canvas.draw(label.text, style, x: plotX + columns + 1, y: label.row)
    }
  }
}
