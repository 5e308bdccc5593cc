import Screen
import Text

/// A line with a text field: its name and text at the left, the result at the right.
///
///     Filter  zürich                                                4 of 57
package struct FieldLine {
  var label: SafeText
  var field: FilterState
  /// The text at the right; `nil` without a result.
  var note: SafeText?

  package init(label: SafeText, field: FilterState, note: SafeText? = nil) {
    (self.label, self.field, self.note) = (label, field, note)
  }

  /// Draws the line over the first row of a canvas. Without a visible field, only the note is drawn.
  package func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    // The text has as much room as it needs, up to half of the line.
    let start =
      field.isShown
      ? min(DisplayWidth.of(label) + 2 + DisplayWidth.of(field.field.text) + 3, canvas.width / 2) : 0
    let noteWidth =
      note.map {
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
