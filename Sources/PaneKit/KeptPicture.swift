import Screen

/// A cached part of the screen: it is drawn again only for another source, another size or another theme.
///
/// A frame composes the whole screen, and most keys change little of it: a chart of thousands of points, or an unchanged
/// pane, is copied from the frame before.
///
/// The condition that sources are `Equatable` is on the methods and not on the type: to create a type with such a condition,
/// the runtime searches all ten thousand conformances of the program, before the first frame. Methods are inlinable, since a pane's
/// module draws some dozens of rows a frame: for a type that is known only at run time each costs some thousand instructions.
package final class KeptPicture<Source> {
  @usableFromInline var source: Source?
  @usableFromInline var cells = Canvas(size: .zero)

  @inlinable package init() {}

  /// Discards the picture, so that the next frame draws it.
  func invalidate() { source = nil }
}

extension KeptPicture where Source: Equatable {
  /// Draws the picture of a source over the whole canvas.
  ///
  /// - Parameters:
  ///   - source: The dependencies of the picture, besides the canvas' size and theme.
  ///   - picture: Draws it into a blank canvas of the same size.
  @inlinable package func draw(_ source: Source, into canvas: inout Canvas, _ picture: (inout Canvas) -> Void) {
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

/// The cached visible rows of a list, each identified by a stable id: when a selection moves or a list scrolls, nearly
/// all of them stay the same.
package final class KeptRows<Row> {
  /// A cached row.
  @usableFromInline final class Drawn {
    @usableFromInline let picture = KeptPicture<Row>()
    /// The height of the row in lines.
    @usableFromInline var lines = 0

    @inlinable init() {}
  }

  /// The two looks of a row. Both are cached, because a selection comes and goes while everything else stays.
  @usableFromInline struct Looks {
    @usableFromInline let plain = Drawn()
    @usableFromInline let selected = Drawn()

    @inlinable init() {}
  }

  @usableFromInline var shown: [ListScroll.RowID: Looks] = [:]
  @usableFromInline var before: [ListScroll.RowID: Looks] = [:]

  @inlinable package init() {}

  /// Begins a frame: rows that it does not draw are removed in the next one.
  package func beginFrame() {
    swap(&shown, &before)
    shown.removeAll(keepingCapacity: true)
  }
}

extension KeptRows where Row: Equatable {
  /// Draws a row over the whole canvas.
  ///
  /// - Parameter draw: Draws it into a blank canvas of the same size, and returns its lines.
  /// - Returns: the lines of the row.
  @inlinable package func draw(
    _ row: Row, id: ListScroll.RowID, isSelected: Bool, into canvas: inout Canvas, draw: (inout Canvas) -> Int
  ) -> Int {
    let looks = before[id] ?? Looks()
    shown[id] = looks
    let drawn = isSelected ? looks.selected : looks.plain
    drawn.picture.draw(row, into: &canvas) { drawn.lines = draw(&$0) }
    return drawn.lines
  }
}
