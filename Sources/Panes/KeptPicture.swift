import Screen

/// A part of the screen as it was drawn last: it is drawn again only for another source, another size or another theme.
///
/// A frame puts the whole screen together, and most keys change little of it: a chart of thousands of points, or a pane
/// that nothing has happened in, is copied from the frame before.
///
/// That sources can be compared is asked where they are, and not of the type: to make a type with such a condition, the runtime
/// looks through all conformances of the program, ten thousand, before the first frame.
final class KeptPicture<Source> {
  private var source: Source?
  private var cells = Canvas(size: .zero)

  /// Forgets the picture: it is drawn again in the next frame.
  func invalidate() { source = nil }
}

extension KeptPicture where Source: Equatable {
  /// Draws the picture of a source over the whole canvas.
  ///
  /// - Parameters:
  ///   - source: what the picture depends on, besides the canvas' size and theme.
  ///   - picture: draws it into a blank canvas of the same size.
  func draw(_ source: Source, into canvas: inout Canvas, _ picture: (inout Canvas) -> Void) {
    let fits = cells.size == canvas.size && cells.theme == canvas.theme
    if self.source != source || !fits {
      if fits { cells.erase() } else { cells = Canvas(size: canvas.size, theme: canvas.theme) }
      cells.cursor = nil
      picture(&cells)
      self.source = source
    }
    canvas.blit(cells, x: 0, y: 0)
  }
}

/// The visible rows of a list as they were drawn last, each by a number that stays with it: while a selection moves or a list
/// scrolls, nearly all of them are the same.
final class KeptRows<Row> {
  /// A row as it was drawn last.
  private final class Drawn {
    let picture = KeptPicture<Row>()
    /// The lines that the row takes.
    var lines = 0
  }

  /// A row's two looks. Both are kept, since a selection comes and goes while all else stays.
  private struct Looks {
    let plain = Drawn()
    let selected = Drawn()
  }

  private var shown: [Int: Looks] = [:]
  private var before: [Int: Looks] = [:]

  /// Begins a frame: rows that it does not draw are forgotten with the next.
  func beginFrame() {
    swap(&shown, &before)
    shown.removeAll(keepingCapacity: true)
  }
}

extension KeptRows where Row: Equatable {
  /// Draws a row over the whole canvas.
  ///
  /// - Parameter draw: draws it into a blank canvas of the same size, and returns the lines that it takes.
  /// - Returns: those lines.
  func draw(
    _ row: Row, id: Int, isSelected: Bool, into canvas: inout Canvas, draw: (inout Canvas) -> Int
  ) -> Int {
    let looks = before[id] ?? Looks()
    shown[id] = looks
    let drawn = isSelected ? looks.selected : looks.plain
    drawn.picture.draw(row, into: &canvas) { drawn.lines = draw(&$0) }
    return drawn.lines
  }
}
