import Screen
import Text

/// A pane's border: its title on the left, its status on the right, and a spinner beside the title while the content is
/// being loaded again.
struct PaneBorder {
  var title: SafeText
  /// Joined with dots; empty ones are left out.
  var status: [SafeText]
  var isBusy: Bool
  /// What must be seen, before the status.
  var alarm: SafeText = ""
  /// Shows the visible part of the content, over the right side.
  var thumb: ScrollThumb?
  /// The first line inside that the thumb's bar belongs to, and how many.
  var thumbLines: Range<Int> = 0..<0

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let line = context.isFocused ? theme.accent : theme.dim
    var spans = [Span(title, context.isFocused ? theme.strong : theme.plain)]
    if isBusy {
      spans.append(Span(" \(SafeText(oneLine: Spinner.glyph(at: context.now, glyphs).string))", theme.accent))
    }
    let words = status.filter { !$0.isEmpty }.joined(separator: " \(glyphs.dot) ")
    var told = words.isEmpty ? [] : [Span(words, theme.dim)]
    if !alarm.isEmpty {
      told = [Span(alarm, theme.alarm)] + (words.isEmpty ? [] : [Span(" \(glyphs.dot) ", theme.dim)]) + told
    }
    canvas.border(line, title: spans, status: told)
    thumb?.draw(line, x: canvas.width - 1, y: 1 + thumbLines.lowerBound, height: thumbLines.count, into: &canvas)
  }

  /// Columns of the dot between two words of the status, with its spaces.
  static let statusGap = 3

  /// Columns that a status may have beside a title, with corners, lines, spaces and the spinner taken off: a longer one is
  /// left out as a whole.
  static func statusRoom(beside title: SafeText, width: Int) -> Int { width - 11 - DisplayWidth.of(title) }

  /// Whether the words of a status have room beside a title.
  static func fits(_ status: [SafeText], beside title: SafeText, width: Int) -> Bool {
    let words = status.filter { !$0.isEmpty }
    return words.reduce(-statusGap) { $0 + DisplayWidth.of($1) + statusGap } <= statusRoom(beside: title, width: width)
  }

  /// What is left for the content inside a border.
  static func inside(_ size: Size) -> Rect {
    Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
  }

  /// The place of some lines inside a border, with air on either side; `nil` where there are none.
  static func place(of lines: Range<Int>, size: Size) -> Rect? {
    let inside = inside(size)
    guard !lines.isEmpty, inside.width > 2 * air else { return nil }
    return Rect(
      x: inside.x + air, y: inside.y + lines.lowerBound, width: inside.width - 2 * air, height: lines.count)
  }

  /// Columns of air between a border and text.
  static let air = 2
}

/// A line that says that something is on its way for the first time, and what.
struct LoadingLine {
  var text: SafeText

  func draw(_ context: PaneContext, x: Int, y: Int, into canvas: inout Canvas) {
    canvas.put(Spinner.glyph(at: context.now, canvas.glyphs), style: canvas.theme.accent, x: x, y: y)
    canvas.draw("\(text)\(canvas.glyphs.ellipsis)", canvas.theme.dim, x: x + 2, y: y, maxWidth: canvas.width - x - 2)
  }
}
