import Text

/// A one-line text field. Its text may be longer than the field; while it is edited, the terminal's cursor is in it.
public struct TextField: Sendable, Hashable {
  public var text: SafeText
  /// The number of characters (grapheme clusters) before the insertion point; `nil` if the field is not being edited.
  public var cursor: Int?

  public init(_ text: SafeText, cursor: Int?) {
    self.text = text
    self.cursor = cursor
  }

  /// Draws the field over the first row of a canvas, scrolled so that the insertion point is visible.
  public func draw(_ style: Style, into canvas: inout Canvas) {
    let width = canvas.width
    guard width > 0 else { return }
    guard let cursor else {
      canvas.draw(text, style, x: 0, y: 0)
      return
    }
    let before = text.string.prefix(max(0, cursor)).reduce(0) { sum, character in
      sum + Glyphs(character).reduce(0) { $0 + $1.width }
    }
    // The insertion point needs a column of its own after the text.
    let scroll = max(0, before - (width - 1))
    var column = -scroll
    for (glyph, glyphWidth) in Glyphs(text) {
      canvas.put(glyph, width: glyphWidth, style: style, x: column, y: 0)
      column += glyphWidth
    }
    if scroll > 0 { canvas.put(canvas.glyphs.cut, style: canvas.theme.dim, x: 0, y: 0) }
    if column > width { canvas.put(canvas.glyphs.cut, style: canvas.theme.dim, x: width - 1, y: 0) }
    canvas.placeCursor(x: before - scroll, y: 0, isSeen: true)
  }
}
