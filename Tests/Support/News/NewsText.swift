import PaneKit
import Screen
import Text

/// An open item as a text: title, points and lines.
struct NewsText: LaidOutText {
  typealias Anchor = TextLayout.Anchor

  struct Source: Sendable, Equatable {
    var item: NewsItem
    var width: Int
    var theme: Theme
  }

  let source: Source
  let layout: TextLayout

  init(_ source: Source) {
    self.source = source
    let (item, theme) = (source.item, source.theme)
    var section = TextSection(theme: theme)
    section.add(item.title, theme.strong)
    section.add(SafeText(item.points, "point", "points"), theme.dim)
    section.addBlank()
    for line in item.text {
      if line.isEmpty { section.addBlank() } else { section.add(line, theme.plain) }
    }
    layout = TextLayout([section], width: source.width)
  }

  /// All lines are wrapped.
  var overhang: Int { 0 }

  func changed(to source: Source) -> NewsText { NewsText(source) }

  func hasSameText(as other: NewsText) -> Bool {
    source.item == other.source.item && source.theme == other.source.theme
  }

  func anchor(of place: TextLayout.Place) -> Anchor { layout.anchor(of: place) }
  func place(of anchor: Anchor) -> TextLayout.Place? { layout.place(of: anchor, in: 0) }

  /// Draws as many lines as fit, starting at `first`.
  func draw(from first: TextLayout.Place, into canvas: inout Canvas) {
    for (row, item) in layout.lines(from: first, canvas.height).enumerated() {
      canvas.draw(item.line.cells, x: 0, y: row)
    }
  }
}
