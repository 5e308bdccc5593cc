import Charting
import Text

/// The signs that the interface draws with, in Unicode and in ASCII.
///
/// A canvas for ASCII folds every other character too (``Canvas/put(_:width:style:x:y:)``), so no widget asks which it is.
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

  // Lists and texts
  /// In front of the selected row.
  public var selectionBar: Glyph
  /// Where text was cut.
  public var cut: Glyph
  /// In front of preformatted text and of quotes.
  public var codeBar: Glyph
  /// In front of a list's items.
  public var bullet: SafeText
  /// An accepted answer.
  public var tick: SafeText
  /// A score.
  public var votes: SafeText
  /// Between tags.
  public var dot: SafeText
  /// Between levels: a tab and its open question.
  public var chevron: SafeText
  /// More on either side: tabs, columns of code.
  public var moreLeft: Glyph
  public var moreRight: Glyph
  /// The visible part, on a border.
  public var thumb: Glyph
  /// After what is still going on.
  public var ellipsis: SafeText
  /// The degree sign before the C of Celsius.
  public var degrees: SafeText

  // Charts
  public var valueTick: Glyph
  public var timeTick: Glyph
  /// The corner of the two axes, with and without a mark of the value axis.
  public var origin: Glyph
  public var corner: Glyph
  /// A vertical line through a chart, its upper end, and where it stands on the time axis.
  public var mark: Glyph
  public var markTop: Glyph
  public var markFoot: Glyph
  /// A point of a line, where there is no Braille.
  public var point: Glyph
  /// A sample that the chart's cursor is on.
  public var marked: Glyph
  /// The ends of several lines, by ``LineLook/mark``; with ASCII by ``LineLook/letter``.
  public var lineMarks: [Glyph]
  /// The points of several lines where there is no Braille, by ``LineLook/letter``.
  public var linePoints: [Glyph]
  /// A limit, and what stands for one in a legend: upright, since a dash before a number would be a minus.
  public var limit: Glyph
  public var limitMark: Glyph
  /// The chart's cursor, which a vertical line of another kind is not.
  public var cursor: Glyph
  /// A point above or below what a chart shows.
  public var above: Glyph
  public var below: Glyph

  /// The spinner's pictures, one after the other.
  public var spinner: [Glyph]

  public static let unicode = GlyphSet(
    horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰",
    bottomRight: "╯", joinTop: "┬", joinBottom: "┴",
    selectionBar: "▌", cut: "…", codeBar: "│", bullet: "•", tick: "✓",
    votes: "▲", dot: "·", chevron: "›", moreLeft: "‹", moreRight: "›", thumb: "┃",
    ellipsis: "…", degrees: "°",
    valueTick: "┤", timeTick: "┬", origin: "┼", corner: "└", mark: "│", markTop: "╷",
    markFoot: "┴", point: "•", marked: "●",
    lineMarks: ["●", "▲", "◆", "○", "■", "△", "◇", "□"], linePoints: [], limit: "╌", limitMark: "╎",
    cursor: "┃", above: "▲", below: "▼",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

  public static let ascii = GlyphSet(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+",
    bottomRight: "+", joinTop: "+", joinBottom: "+",
    selectionBar: ">", cut: "~", codeBar: "|", bullet: "*", tick: "*",
    votes: "^", dot: "-", chevron: ">", moreLeft: "<", moreRight: ">", thumb: "#",
    ellipsis: "...", degrees: " ",
    valueTick: "+", timeTick: "+", origin: "+", corner: "+", mark: "|", markTop: "|",
    markFoot: "+", point: "*", marked: "@",
    lineMarks: letters(from: "A"), linePoints: letters(from: "a"), limit: "-", limitMark: ":",
    cursor: ":", above: "^", below: "v",
    spinner: ["|", "/", "-", "\\"])
}

extension GlyphSet {
  private static func letters(from first: Unicode.Scalar) -> [Glyph] {
    (0..<UInt32(LineLook.letterCount)).map { Glyph(code: first.value + $0) }
  }

  /// What stands for a line at its end and in a legend.
  public func mark(of look: LineLook) -> Glyph {
    lineMarks.count == LineLook.letterCount ? lineMarks[look.letter] : lineMarks[look.mark]
  }

  /// A point of a line where there is no Braille.
  func point(of look: LineLook) -> Glyph { linePoints.isEmpty ? point : linePoints[look.letter] }
}

extension Theme {
  public var glyphs: GlyphSet { isASCII ? .ascii : .unicode }
}
