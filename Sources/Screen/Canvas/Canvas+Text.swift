import Text

/// Where a text stands in the columns it is given.
public enum Alignment: Sendable, Hashable {
  case left, centre, right
}

extension Canvas {
  /// Draws a text of one style.
  ///
  /// - Parameter maxWidth: the columns it may take, up to the edge when `nil`. A text that is longer is cut at its end,
  ///   with `…` in its last column and never in the middle of a wide character.
  /// - Returns: the columns that it took.
  @discardableResult
  public mutating func draw(
    _ text: SafeText, _ style: Style = .plain, x: Int, y: Int, maxWidth: Int? = nil, alignment: Alignment = .left
  ) -> Int {
    draw([Span(text, style)], x: x, y: y, maxWidth: maxWidth, alignment: alignment)
  }

  /// Draws a line of several styles as one text.
  @discardableResult
  public mutating func draw(
    _ spans: [Span], x: Int, y: Int, maxWidth: Int? = nil, alignment: Alignment = .left
  ) -> Int {
    let available = maxWidth ?? (width - x)
    guard available > 0, y >= 0, y < height else { return 0 }
    let needed = spans.width
    let taken = Swift.min(needed, available)
    var column =
      switch alignment {
      case .left: x
      case .centre: x + (available - taken) / 2
      case .right: x + available - taken
      }
    let start = column
    // One column less when the text is cut, for the sign that says so.
    let end = needed > available ? column + available - 1 : column + needed
    for span in spans {
      for (glyph, glyphWidth) in Glyphs(span.text) {
        guard column + glyphWidth <= end else {
          if needed > available {
            put(glyphs.cut, style: span.style, x: column, y: y)
            column += 1
          }
          return column - start
        }
        put(glyph, width: glyphWidth, style: span.style, x: column, y: y)
        column += glyphWidth
      }
    }
    return column - start
  }
}
