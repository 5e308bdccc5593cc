import Text

extension Canvas {
  /// Fills a part with a glyph that is one column wide.
  public mutating func fill(_ part: Rect, with glyph: Glyph = .space, _ style: Style = .plain) {
    let part = part.intersection(bounds)
    for y in part.y..<part.maxY { put(glyph, style: style, x: part.x, y: y, count: part.width) }
  }

  /// Draws a row of cells that was laid out before. Continuations of wide glyphs are added.
  public mutating func draw(_ cells: [Cell], x: Int, y: Int) { draw(cells[...], x: x, y: y) }

  /// Draws a row of cells that was laid out before. Continuations of wide glyphs are added.
  public mutating func draw(_ cells: ArraySlice<Cell>, x: Int, y: Int) {
    var column = x
    for cell in cells where cell.width > 0 {
      put(cell.glyph, width: Int(cell.width), style: cell.style, link: cell.link, x: column, y: y)
      column += Int(cell.width)
    }
  }

  /// Draws a border along the edges, with a title at the left of its upper side and a status at the right of it.
  ///
  /// Where both do not fit, the status is left out, because the title says where a person is.
  public mutating func border(_ style: Style, title: [Span] = [], status: [Span] = []) {
    guard width >= 2, height >= 2 else { return }
    let glyphs = glyphs
    let right = width - 1
    let bottom = height - 1
    put(glyphs.horizontal, style: style, x: 1, y: 0, count: right - 1)
    put(glyphs.horizontal, style: style, x: 1, y: bottom, count: right - 1)
    for y in 1..<bottom {
      put(glyphs.vertical, style: style, x: 0, y: y)
      put(glyphs.vertical, style: style, x: right, y: y)
    }
    put(glyphs.topLeft, style: style, x: 0, y: 0)
    put(glyphs.topRight, style: style, x: right, y: 0)
    put(glyphs.bottomLeft, style: style, x: 0, y: bottom)
    put(glyphs.bottomRight, style: style, x: right, y: bottom)

    // `╭─ Title ──── status ─╮`: a corner, a line and a space on either side of each.
    let room = width - 6
    guard room > 0, !title.isEmpty else { return }
    put(.space, style: style, x: 2, y: 0)
    let titleWidth = draw(title, x: 3, y: 0, maxWidth: room)
    put(.space, style: style, x: 3 + titleWidth, y: 0)
    let statusWidth = status.width
    guard statusWidth > 0, titleWidth + statusWidth + 3 <= room else { return }
    let statusX = width - 3 - statusWidth
    put(.space, style: style, x: statusX - 1, y: 0)
    draw(status, x: statusX, y: 0)
    put(.space, style: style, x: statusX + statusWidth, y: 0)
  }

  /// Draws a vertical line from the upper to the lower side of a border, joined with both where no title or status stands.
  ///
  /// - Parameter border: The border's style.
  public mutating func divide(at x: Int, _ style: Style, border: Style) {
    guard x > 0, x < width - 1, height >= 2 else { return }
    let glyphs = glyphs
    for y in 1..<height - 1 { put(glyphs.vertical, style: style, x: x, y: y) }
    for (y, glyph) in [(0, glyphs.joinTop), (height - 1, glyphs.joinBottom)]
    where self[x: x, y: y].glyph == glyphs.horizontal {
      put(glyph, style: border, x: x, y: y)
    }
  }

  /// Draws a horizontal line from the left to the right side of a border, joined with both.
  ///
  /// - Parameter border: The border's style.
  public mutating func divide(atRow y: Int, _ style: Style, border: Style) {
    guard width >= 2, y > 0, y < height - 1 else { return }
    let glyphs = glyphs
    put(glyphs.horizontal, style: style, x: 1, y: y, count: width - 2)
    put(glyphs.joinLeft, style: border, x: 0, y: y)
    put(glyphs.joinRight, style: border, x: width - 1, y: y)
  }
}
