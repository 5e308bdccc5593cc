import Screen
import Text

/// A line with a text field: its name and text at the left, the result at the right.
///
///     Filter  zürich                                                4 of 57
///
/// A mistake in the text stands there as well if it fits, else in lines of its own below.
package struct FieldLine {
  var label: SafeText
  var field: FilterState
  /// The text at the right; `nil` without a result.
  var note: SafeText?
  var mistake: SafeText?

  package init(label: SafeText, field: FilterState, note: SafeText? = nil, mistake: SafeText? = nil) {
    (self.label, self.field, self.note, self.mistake) = (label, field, note, mistake)
  }

  /// Returns the number of lines below the first one that a mistake needs.
  package func linesBelow(width: Int) -> Int {
    guard field.isShown, let mistake, DisplayWidth.of(mistake) > width - textEnd else { return 0 }
    return RichTextLayout.wrap(mistake, .plain, width: width).count
  }

  /// The first column of what stands beside the whole text.
  private var textEnd: Int { DisplayWidth.of(label) + 2 + DisplayWidth.of(field.field.text) + 3 }

  /// Draws the line over the first row of a canvas, and a mistake that does not fit there over those below. Without a visible
  /// field, only the note is drawn.
  package func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    let below = min(linesBelow(width: canvas.width), canvas.height - 1)
    if below > 0, let mistake {
      canvas.within(Rect(x: 0, y: 1, width: canvas.width, height: below)) { $0.draw(sentence: mistake, theme.dim) }
    }
    // The text has as much room as it needs, up to half of the line.
    let start = field.isShown ? min(textEnd, canvas.width / 2) : 0
    let noteWidth =
      (below > 0 ? note : mistake ?? note).map {
        canvas.draw($0, theme.dim, x: start, y: 0, maxWidth: canvas.width - start, alignment: .right)
      } ?? 0
    guard field.isShown else { return }
    let label = canvas.draw(label, field.isEditing ? theme.strong : theme.dim, x: 0, y: 0)
    let place = Rect(x: label + 2, y: 0, width: canvas.width - label - 4 - noteWidth, height: 1)
    canvas.within(place) {
      TextField(field.field.text, cursor: field.isEditing ? field.field.cursor : nil).draw(theme.plain, into: &$0)
    }
  }
}

extension Canvas {
  /// Draws a sentence from the first line on, over as many lines as it needs. What does not fit is cut.
  mutating func draw(sentence: SafeText, _ style: Style) {
    let lines = RichTextLayout.wrap([Span(sentence, style)], width: width, most: height, cut: glyphs.cut)
    for (row, line) in lines.enumerated() { draw(line, x: 0, y: row) }
  }
}
