import Text

/// The position of a text in the columns that it is given.
public enum Alignment: Sendable, Hashable {
  case left, centre, right
}

extension Canvas {
  /// Draws a text of one style.
  ///
  /// - Parameter maxWidth: The columns that the text may take; up to the edge if `nil`. A longer text is cut at its end, with
  ///   `…` in its last column and never in the middle of a wide character.
  /// - Returns: the columns taken.
  @discardableResult
  public mutating func draw(
    _ text: SafeText, _ style: Style = .plain, x: Int, y: Int, maxWidth: Int? = nil, alignment: Alignment = .left
  ) -> Int {
    draw(line: CollectionOfOne(Span(text, style)), x: x, y: y, maxWidth: maxWidth, alignment: alignment)
  }

  /// Draws a line of several styles as one text.
  @discardableResult
  public mutating func draw(
    _ spans: [Span], x: Int, y: Int, maxWidth: Int? = nil, alignment: Alignment = .left
  ) -> Int {
    draw(line: spans, x: x, y: y, maxWidth: maxWidth, alignment: alignment)
  }

  private mutating func draw(
    line spans: some Collection<Span>, x: Int, y: Int, maxWidth: Int?, alignment: Alignment
  ) -> Int {
    let available = maxWidth ?? (width - x)
    guard available > 0, y >= 0, y < height else { return 0 }
    let needed = spans.reduce(0) { $0 + $1.width }
    let taken = Swift.min(needed, available)
    let start =
      switch alignment {
      case .left: x
      case .centre: x + (available - taken) / 2
      case .right: x + available - taken
      }
    // A text that is cut leaves one column for the sign that says so.
    let end = needed > available ? start + available - 1 : start + needed
    var column = start
    for span in spans {
      guard put(span, x: &column, y: y, end: end) else {
        put(glyphs.cut, style: span.style, x: column, y: y)
        return column + 1 - start
      }
    }
    return column - start
  }

  /// Writes as much of a text as fits before a column.
  ///
  /// - Returns: whether all of it fitted.
  private mutating func put(_ span: Span, x column: inout Int, y: Int, end: Int) -> Bool {
    let text = span.text.string
    if text.utf8Span.isKnownASCII {
      let count = Swift.min(text.utf8.count, end - column)
      put(ascii: text.utf8, count: count, style: span.style, x: column, y: y)
      column += count
      return count == text.utf8.count
    }
    for (glyph, glyphWidth) in Glyphs(span.text) {
      guard column + glyphWidth <= end else { return false }
      put(glyph, width: glyphWidth, style: span.style, x: column, y: y)
      column += glyphWidth
    }
    return true
  }
}
