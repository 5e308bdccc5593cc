/// The places of a list's rows in its window, for drawing and for finding the row under the mouse.
///
/// Rows have the same height; below each may stand a line of air, which the last one does without.
public struct ListRows: Sendable, Hashable {
  /// Lines that a row takes.
  public var rowHeight: Int
  /// Lines of air between two rows.
  public var spacing: Int
  /// Lines of the window.
  public var height: Int

  public init(rowHeight: Int = 1, spacing: Int = 0, height: Int) {
    self.rowHeight = max(1, rowHeight)
    self.spacing = max(0, spacing)
    self.height = max(0, height)
  }

  private var pitch: Int { rowHeight + spacing }

  /// How many whole rows fit.
  public var visible: Int { (height + spacing) / pitch }

  /// The first line of the n-th visible row.
  public func line(of position: Int) -> Int { position * pitch }

  /// The visible row that a line belongs to, its air included; `nil` below the last.
  public func position(atLine line: Int) -> Int? {
    let position = line / pitch
    return line >= 0 && line < height && position < visible ? position : nil
  }

  /// Draws the visible rows: what `draw` puts into each, and a bar and the cursor beside the selected one.
  ///
  /// - Parameters:
  ///   - rows: the indices to show, from the top.
  ///   - bar: the style of the selection's bar.
  ///   - draw: draws the row of an index into a canvas of the row's size.
  public func draw(
    _ rows: Range<Int>, selected: Int?, bar: Style, into canvas: inout Canvas, draw: (Int, inout Canvas) -> Void
  ) {
    drawMeasured(rows, selected: selected, bar: bar, into: &canvas) { index, row in
      draw(index, &row)
      return rowHeight
    }
  }

  /// Draws rows that may leave their last lines blank, as ``draw(_:selected:bar:into:draw:)`` does.
  ///
  /// - Parameter draw: returns the lines that it takes, beside which the bar stands.
  public func drawMeasured(
    _ rows: Range<Int>, selected: Int?, bar: Style, into canvas: inout Canvas, draw: (Int, inout Canvas) -> Int
  ) {
    for (position, index) in rows.enumerated() {
      canvas.within(place(of: position, in: canvas)) { row in
        let lines = min(draw(index, &row), rowHeight)
        guard index == selected else { return }
        for y in 0..<lines { row.put(row.glyphs.selectionBar, style: bar, x: 0, y: y) }
        row.placeCursor(x: 0, y: 0)
      }
    }
  }

  private func place(of position: Int, in canvas: Canvas) -> Rect {
    Rect(x: 0, y: line(of: position), width: canvas.width, height: rowHeight)
  }
}
