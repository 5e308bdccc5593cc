import Charting
import Text

/// The symbols that the interface draws with, in Unicode and in ASCII.
///
/// A canvas for ASCII replaces every other character, too (``Canvas/put(_:width:style:x:y:)``), so widgets need not
/// distinguish the two.
public struct GlyphSet: Sendable, Hashable {
  // Borders
  public var horizontal: Glyph
  public var vertical: Glyph
  public var topLeft: Glyph
  public var topRight: Glyph
  public var bottomLeft: Glyph
  public var bottomRight: Glyph
  /// Where a vertical line meets the upper and the lower side.
  public var joinTop: Glyph
  public var joinBottom: Glyph
  /// Where a horizontal line meets the left and the right side.
  public var joinLeft: Glyph
  public var joinRight: Glyph

  // Lists and texts
  /// In front of the selected row.
  public var selectionBar: Glyph
  /// The mark where a text was cut.
  public var cut: Glyph
  /// In front of preformatted text and of quotes.
  public var codeBar: Glyph
  /// In front of a list's items.
  public var bullet: SafeText
  /// The sign of an accepted answer.
  public var tick: SafeText
  /// The sign of what a rule of the settings holds for.
  public var rule: SafeText
  /// The sign of a closed question.
  public var closed: SafeText
  /// The sign before a score.
  public var votes: SafeText
  /// Between tags.
  public var dot: SafeText
  /// Between levels: a tab and its open question.
  public var chevron: SafeText
  /// The signs for more tabs or columns of code on either side.
  public var moreLeft: Glyph
  public var moreRight: Glyph
  /// The thumb of a scroll bar, on a border.
  public var thumb: Glyph
  /// The sign of something that is still going on.
  public var ellipsis: SafeText
  /// The degree sign before the C of Celsius.
  public var degrees: SafeText

  // Charts
  public var valueTick: Glyph
  public var timeTick: Glyph
  /// The corner of the two axes, with and without a tick of the value axis.
  public var origin: Glyph
  public var corner: Glyph
  /// A time that is marked at the upper edge of a chart.
  public var annotation: Glyph
  /// The foot of the chart's cursor on the time axis.
  public var cursorFoot: Glyph
  /// A point of a line where there is no Braille.
  public var point: Glyph
  /// The sample under the chart's cursor.
  public var marked: Glyph
  /// The ends of several lines, by ``LineLook/mark``; with ASCII by ``LineLook/letter``.
  public var lineMarks: [Glyph]
  /// The points of several lines where there is no Braille, by ``LineLook/letter``.
  public var linePoints: [Glyph]
  /// A limit, and its sign in a legend, which is upright because a dash before a number would look like a minus.
  public var limit: Glyph
  public var limitMark: Glyph
  /// The chart's cursor. It differs from the value axis.
  public var cursor: Glyph
  /// A point above or below what a chart shows.
  public var above: Glyph
  public var below: Glyph

  /// The pictures of the spinner in order.
  public var spinner: [Glyph]

  public static let unicode = GlyphSet(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
    bottomRight: "╯", joinTop: "┬", joinBottom: "┴", joinLeft: "├", joinRight: "┤",
    selectionBar: "▌", cut: "…", codeBar: "│", bullet: "•", tick: "✓", rule: "§", closed: "×",
    votes: "▲", dot: "·", chevron: "›", moreLeft: "‹", moreRight: "›", thumb: "┃",
    ellipsis: "…", degrees: "°",
    valueTick: "┤", timeTick: "┬", origin: "┼", corner: "└", annotation: "╷",
    cursorFoot: "┴", point: "•", marked: "●",
    lineMarks: ["●", "▲", "◆", "○", "■", "△", "◇", "□"], linePoints: [], limit: "╌", limitMark: "╎",
    cursor: "┃", above: "▲", below: "▼",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

  public static let ascii = GlyphSet(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", joinTop: "+", joinBottom: "+", joinLeft: "+", joinRight: "+",
    selectionBar: ">", cut: "~", codeBar: "|", bullet: "*", tick: "*", rule: "=", closed: "x",
    votes: "^", dot: "-", chevron: ">", moreLeft: "<", moreRight: ">", thumb: "#",
    ellipsis: "...", degrees: " ",
    valueTick: "+", timeTick: "+", origin: "+", corner: "+", annotation: "|",
    cursorFoot: "+", point: "*", marked: "@",
    lineMarks: letters(from: "A"), linePoints: letters(from: "a"), limit: "-", limitMark: ":",
    cursor: ":", above: "^", below: "v",
    spinner: ["|", "/", "-", "\\"])
}

extension GlyphSet {
  private static func letters(from first: Unicode.Scalar) -> [Glyph] {
    (0..<UInt32(LineLook.letterCount)).map { Glyph(code: first.value + $0) }
  }

  /// Returns the mark of a line at its end and in a legend.
  public func mark(of look: LineLook) -> Glyph {
    lineMarks.count == LineLook.letterCount ? lineMarks[look.letter] : lineMarks[look.mark]
  }

  /// Returns a point of a line where there is no Braille.
  func point(of look: LineLook) -> Glyph { linePoints.isEmpty ? point : linePoints[look.letter] }
}

extension Theme {
  public var glyphs: GlyphSet { isASCII ? .ascii : .unicode }
}
