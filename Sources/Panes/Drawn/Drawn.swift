import Screen

/// A part of the screen as it was drawn last, and what it was a picture of: it is drawn again only when that has changed.
///
/// Most frames change little: a key moves a selection, the feed brings an edit. Comparing what a part shows with what it
/// showed before costs next to nothing, since what has not changed is the same storage, and copying cells costs far less
/// than laying text out.
struct Drawn<Source: Equatable> {
  private var source: Source?
  private var cells = Canvas(size: .zero)

  /// Draws over the whole canvas.
  ///
  /// - Parameters:
  ///   - source: all that the picture depends on besides the canvas' size and theme.
  ///   - isStanding: what was drawn last is still there, so that the same need not be written again.
  ///   - picture: draws it into an empty canvas.
  /// - Returns: whether the canvas was written to, and with it over whatever stood on this part.
  @discardableResult
  mutating func draw(
    _ source: Source, into canvas: inout Canvas, isStanding: Bool = false, _ picture: (inout Canvas) -> Void
  ) -> Bool {
    if !isPicture(of: source) || cells.size != canvas.size || cells.theme != canvas.theme {
      cells = Canvas(size: canvas.size, theme: canvas.theme)
      picture(&cells)
      self.source = source
    } else if isStanding {
      if let cursor = cells.cursor { canvas.placeCursor(x: cursor.x, y: cursor.y) }
      return false
    }
    canvas.blit(cells, x: 0, y: 0)
    return true
  }

  /// Draws some of its rows again, over what was drawn on them since.
  func restore(rows: Range<Int>, in canvas: inout Canvas) { canvas.blit(cells, rows: rows, x: 0, y: 0) }

  private func isPicture(of source: Source) -> Bool {
    // Comparing two optionals would copy both.
    guard let drawn = self.source else { return false }
    return drawn == source
  }
}
