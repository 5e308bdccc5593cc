import Model
import PaneKit
import Screen
import Text

/// An open question, or one beside its list: its text from the first visible line on.
struct QuestionView {
  var reading: ReadingState
  var document: ReadingDocument?
  /// The first visible line of the text.
  var place: ReadingDocument.Place
  /// The columns of code scrolled out to the left.
  var column = 0
  var search = TextSearch()
  /// The tab from which it was opened.
  var tab: SafeText
  var origin: Origin
  /// Whether the text is not requested because the day's requests run low.
  var isPaused = false
  /// The names of the rules that hold for it.
  var rule: SafeText?

  /// Returns the width of the text inside a border.
  static func textWidth(inside width: Int) -> Int {
    min(ReadingDocument.maxWidth, max(1, width - 2 * PaneBorder.air))
  }

  /// Returns the number of visible lines of text, given the lines inside the border.
  func visibleLines(_ height: Int) -> Int { Self.visibleLines(height, of: reading) }

  static func visibleLines(_ height: Int, of reading: ReadingState) -> Int {
    max(1, height - (hasTroubleLine(reading) ? 1 : 0) - (reading.search.isShown ? 1 : 0))
  }

  /// Returns the line of the search field, given the lines inside the border.
  static func fieldLine(_ height: Int, of reading: ReadingState) -> Int {
    height - (hasTroubleLine(reading) ? 2 : 1)
  }

  /// Returns whether a trouble has a line of its own. Without the question's text the whole area is used.
  private static func hasTroubleLine(_ reading: ReadingState) -> Bool {
    reading.trouble != nil && reading.detail != nil
  }

  /// - Parameter width: The width of the whole pane.
  func border(_ height: Int, width: Int, _ context: PaneContext, _ glyphs: GlyphSet) -> PaneBorder {
    let visible = visibleLines(height)
    let range = reading.detail == nil ? nil : document?.range(from: place, visible: visible)
    let answer = document.flatMap { document in
      let isAtEnd = place > document.start && document.layout.ends(within: visible, from: place)
      let number = isAtEnd ? document.answers.count : document.answer(at: place) ?? 0
      return number > 0 ? "answer \(number) of \(document.answers.count)" as SafeText : nil
    }
    let age: SafeText = reading.isFromThePast ? reading.loadedAt.map(context.age) ?? "" : ""
    let title: SafeText = "\(tab) \(glyphs.chevron) Question"
    let rule = RuleMark.words(rule, glyphs)
    let forms: [[SafeText]] = [
      [rule, context.word(for: origin), age, answer ?? "", range ?? ""],
      [context.word(for: origin), age, answer ?? "", range ?? ""],
      [context.word(for: origin), age, range ?? ""],
    ]
    return PaneBorder(
      title: title, status: forms.first { PaneBorder.fits($0, beside: title, width: width) } ?? forms[2],
      isBusy: reading.isReloading,
      thumb: document?.thumb(from: place, visible: visible), thumbLines: 0..<visible)
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let air = PaneBorder.air
    let width = Self.textWidth(inside: canvas.width)
    let visible = visibleLines(canvas.height)
    canvas.within(Rect(x: air, y: 0, width: width, height: visible)) { text in
      document?.draw(from: place, column: column, marking: search, context, into: &text)
      text.placeCursor(x: 0, y: 0)
      if reading.detail == nil { drawMissing(context, into: &text) }
    }
    if let trouble = reading.trouble, Self.hasTroubleLine(reading) {
      TroubleLine(trouble: trouble)
        .draw(context, x: air, y: canvas.height - 1, width: canvas.width - 2 * air, into: &canvas)
    }
    // Last, because while the field takes text the cursor is in it.
    guard reading.search.isShown else { return }
    let line = Self.fieldLine(canvas.height, of: reading)
    canvas.within(Rect(x: air, y: line, width: width, height: 1)) {
      FieldLine(label: "Search", field: reading.search, note: search.note).draw(into: &$0)
    }
  }

  /// Draws the placeholder of a missing text.
  private func drawMissing(_ context: PaneContext, into text: inout Canvas) {
    let head = document?.layout.count ?? 0
    let loading: SafeText? = reading.load == .loading ? "Loading the question and its answers" : nil
    MissingText(trouble: reading.trouble, loading: loading).draw(context, below: head, into: &text)
    if isPaused, reading.trouble == nil, loading == nil {
      let sentence: SafeText = "Few requests are left today: Enter loads the question"
      for (row, line) in RichTextLayout.wrap(sentence, text.theme.dim, width: text.width).enumerated() {
        text.draw(line, x: 0, y: head + 1 + row)
      }
    }
  }
}
