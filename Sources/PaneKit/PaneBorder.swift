import Screen
import Text

/// A pane's border: its title at the left, its status at the right, and a spinner beside the title while the content is being
/// reloaded.
package struct PaneBorder {
  var title: SafeText
  /// Joined with dots; empty ones are left out. Where not all fit beside the title, the first are left out.
  var status: [SafeText]
  var isBusy: Bool
  /// An alarm, shown before the status.
  var alarm: SafeText = ""
  /// The visible part of the content, drawn over the right side.
  package var thumb: ScrollThumb?
  /// The lines inside the border beside which the thumb's bar is drawn.
  package var thumbLines: Range<Int> = 0..<0

  package init(
    title: SafeText, status: [SafeText], isBusy: Bool, alarm: SafeText = "", thumb: ScrollThumb? = nil,
    thumbLines: Range<Int> = 0..<0
  ) {
    (self.title, self.status, self.isBusy) = (title, status, isBusy)
    (self.alarm, self.thumb, self.thumbLines) = (alarm, thumb, thumbLines)
  }

  package func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let line = context.isFocused ? theme.accent : theme.dim
    var spans = [Span(title, context.isFocused ? theme.strong : theme.plain)]
    if isBusy {
      spans.append(Span(" \(SafeText(oneLine: Spinner.glyph(at: context.now, glyphs).string))", theme.accent))
    }
    var status = status.filter { !$0.isEmpty }
    while !status.isEmpty, !Self.fits([alarm] + status, beside: title, width: canvas.width) { status.removeFirst() }
    let words = status.joined(separator: " \(glyphs.dot) ")
    var told = words.isEmpty ? [] : [Span(words, theme.dim)]
    if !alarm.isEmpty {
      told = [Span(alarm, theme.alarm)] + (words.isEmpty ? [] : [Span(" \(glyphs.dot) ", theme.dim)]) + told
    }
    canvas.border(line, title: spans, status: told)
    thumb?.draw(line, x: canvas.width - 1, y: 1 + thumbLines.lowerBound, height: thumbLines.count, into: &canvas)
  }

  /// The columns of the dot between two words of the status, with its spaces.
  static let statusGap = 3

  /// Returns the columns for a status beside a title, without corners, lines, spaces and the spinner.
  static func statusRoom(beside title: SafeText, width: Int) -> Int { width - 11 - DisplayWidth.of(title) }

  /// Returns whether the words of a status fit beside a title.
  package static func fits(_ status: [SafeText], beside title: SafeText, width: Int) -> Bool {
    let words = status.filter { !$0.isEmpty }
    return words.reduce(-statusGap) { $0 + DisplayWidth.of($1) + statusGap } <= statusRoom(beside: title, width: width)
  }

  /// Returns the area inside a border.
  package static func inside(_ size: Size) -> Rect {
    Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2)
  }

  /// Returns the area of some lines inside a border, with a margin at either side; `nil` without lines.
  package static func place(of lines: Range<Int>, size: Size) -> Rect? {
    let inside = inside(size)
    guard !lines.isEmpty, inside.width > 2 * air else { return nil }
    return Rect(
      x: inside.x + air, y: inside.y + lines.lowerBound, width: inside.width - 2 * air, height: lines.count)
  }

  /// The columns between a border and text.
  package static let air = 2
}

/// A line that says what is being loaded for the first time.
package struct LoadingLine {
  var text: SafeText

  package init(text: SafeText) {
    self.text = text
  }

  package func draw(_ context: PaneContext, x: Int, y: Int, into canvas: inout Canvas) {
    canvas.put(Spinner.glyph(at: context.now, canvas.glyphs), style: canvas.theme.accent, x: x, y: y)
    canvas.draw("\(text)\(canvas.glyphs.ellipsis)", canvas.theme.dim, x: x + 2, y: y, maxWidth: canvas.width - x - 2)
  }
}
