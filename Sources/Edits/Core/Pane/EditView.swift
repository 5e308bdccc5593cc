import PaneKit
import Screen
import Text

/// An open edit in its frame.
struct EditView {
  var text: EditText
  /// The names of the rules that hold for edits.
  var rules: [EditAnnotation.Key: SafeText] = [:]

  /// The width of the text inside a border with the given width.
  static func textWidth(inside width: Int) -> Int {
    min(EditDocument.maxWidth, max(1, width - 2 * PaneBorder.air))
  }

  /// The number of visible lines of text, given the lines inside the border.
  static func visibleLines(_ height: Int, of state: EditState) -> Int {
    max(1, height - (hasTroubleLine(state) ? 1 : 0) - (state.opened.search.isShown ? 1 : 0))
  }

  /// Whether an error has a line of its own. Without text, the whole place is available for it.
  private static func hasTroubleLine(_ state: EditState) -> Bool { state.trouble != nil && state.answer != nil }

  /// Draws the edit over the complete canvas.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let inside = PaneBorder.inside(canvas.size)
    let title: SafeText = "Wikipedia \(canvas.glyphs.chevron) Edit"
    guard let state = text.state, let document = text.document else {
      // Beside a row that is no edit.
      PaneBorder(title: title, status: [], isBusy: false).draw(context, into: &canvas)
      canvas.draw(
        "This event has no text to show", canvas.theme.dim, x: inside.x + PaneBorder.air, y: inside.y,
        maxWidth: Self.textWidth(inside: inside.width))
      return
    }
    let visible = Self.visibleLines(inside.height, of: state)
    let range = state.answer == nil ? "" : document.range(from: text.place, visible: visible)
    let rule = RuleMark.words(state.opened.event.event.annotationKey.flatMap { rules[$0] }, canvas.glyphs)
    let words = [context.word(for: state.opened.origin), range]
    let forms = [[rule] + words, words, [rule]]
    PaneBorder(
      title: title, status: forms.first { PaneBorder.fits($0, beside: title, width: canvas.width) } ?? words,
      isBusy: state.load == .reloading, thumb: document.thumb(from: text.place, visible: visible),
      thumbLines: 0..<visible
    ).draw(context, into: &canvas)
    let air = PaneBorder.air
    let width = Self.textWidth(inside: inside.width)
    canvas.within(Rect(x: inside.x + air, y: inside.y, width: width, height: inside.height)) { canvas in
      canvas.within(Rect(x: 0, y: 0, width: width, height: visible)) { lines in
        document.draw(from: text.place, marking: text.search, context, into: &lines)
        lines.placeCursor(x: 0, y: 0)
        if state.answer == nil {
          MissingText(trouble: state.trouble, loading: state.load == .loading ? "Loading what was changed" : nil)
            .draw(context, below: document.layout.count ?? 0, into: &lines)
        }
      }
      if let trouble = state.trouble, Self.hasTroubleLine(state) {
        TroubleLine(trouble: trouble).draw(context, x: 0, y: canvas.height - 1, width: width, into: &canvas)
      }
      // Last, because the cursor is in the field while it takes text.
      guard state.opened.search.isShown else { return }
      let line = canvas.height - (Self.hasTroubleLine(state) ? 2 : 1)
      canvas.within(Rect(x: 0, y: line, width: width, height: 1)) {
        FieldLine(label: "Search", field: state.opened.search, note: text.search.note).draw(into: &$0)
      }
    }
  }
}
