import Charting
import Screen
import Text

/// The names and values of the chart's lines, in one line below it: `● people 1.2   ▲ no account 0.4`.
struct EditorsLine {
  var chart: Chart
  /// The distance from the cursor within which an isolated point counts; see ``ChartLegend``.
  var tolerance: Double?

  /// The number of blank columns between two entries.
  private static let gap = 3

  func draw(into canvas: inout Canvas, valueText: (Double) -> SafeText) {
    let theme = canvas.theme
    var column = 0
    for row in ChartLegend(chart, tolerance: tolerance, valueText: valueText).rows {
      guard case .line(let look) = row.sign, column < canvas.width else { continue }
      let style = theme.line(look).with(.bold)
      canvas.put(canvas.glyphs.mark(of: look), style: style, x: column, y: 0)
      var spans = [Span(row.name, theme.plain)]
      if case .numbers(let value?, _) = row.content { spans += [Span(" "), Span(value, theme.strong)] }
      let width = canvas.draw(spans, x: column + 2, y: 0, maxWidth: max(0, canvas.width - column - 2))
      column += 2 + width + Self.gap
    }
  }
}

extension ShownEdits.Word {
  /// The title in a list of choices.
  var title: SafeText {
    switch self {
    case .editor(.people): "people with an account"
    case .editor(.anonymous): "people without an account"
    case .editor(.bots): "bots"
    case .pages(.articles): "articles"
    case .pages(.talk): "talk pages"
    case .pages(.user): "users' pages"
    case .pages(.other): "other pages, logs"
    case .major: "only edits that are not minor"
    }
  }

  /// The group that the word belongs to.
  var detail: SafeText {
    switch self {
    case .editor: "editor"
    case .pages: "page"
    case .major: "size"
    }
  }
}
