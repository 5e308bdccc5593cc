import Model
import Screen
import Text
import ViewModels

/// An open question: its text from the scrolled-to line on.
struct QuestionView {
  var reading: ReadingState
  var document: ReadingDocument?
  /// The line of the text that is to be the first visible one.
  var scroll: Int
  /// The tab from which it was opened.
  var tab: SafeText
  var origin: Origin

  /// The width of the text inside a border of some width.
  static func textWidth(inside width: Int) -> Int {
    min(ReadingDocument.maxWidth, max(1, width - 2 * PaneBorder.air))
  }

  /// Lines of text that are visible at once, given the lines inside the border.
  func visibleLines(_ height: Int) -> Int { Self.visibleLines(height, of: reading) }

  static func visibleLines(_ height: Int, of reading: ReadingState) -> Int {
    max(1, height - (reading.trouble == nil ? 0 : 1))
  }

  /// The first visible line.
  func firstLine(_ height: Int) -> Int {
    max(0, min(scroll, (document?.count ?? 0) - visibleLines(height)))
  }

  func border(_ height: Int, _ context: PaneContext, _ glyphs: GlyphSet) -> PaneBorder {
    let total = document?.count ?? 0
    let visible = visibleLines(height)
    let first = firstLine(height)
    let range: SafeText = reading.detail == nil ? "" : "\(first + 1)–\(min(total, first + visible)) of \(total)"
    return PaneBorder(
      title: "\(tab) \(glyphs.chevron) Question", status: [context.word(for: origin), range],
      isBusy: reading.load == .reloading,
      thumb: ScrollThumb(offset: first, visible: visible, total: total), thumbLines: 0..<visible)
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let air = PaneBorder.air
    let width = Self.textWidth(inside: canvas.width)
    let visible = visibleLines(canvas.height)
    let first = firstLine(canvas.height)
    canvas.within(Rect(x: air, y: 0, width: width, height: visible)) { text in
      document?.draw(from: first, context, into: &text)
      text.placeCursor(x: 0, y: 0)
      let below = (document?.count ?? 0) + 1
      if reading.detail == nil, reading.load == .loading, below < text.height {
        LoadingLine(text: "Loading the question and its answers").draw(context, x: 0, y: below, into: &text)
      }
    }
    if let trouble = reading.trouble {
      TroubleLine(trouble: trouble)
        .draw(context, x: air, y: canvas.height - 1, width: canvas.width - 2 * air, into: &canvas)
    }
  }
}
