/// The positions of a list's rows in its window, for drawing and for finding the row under the mouse.
///
/// Rows have the same height. A blank line may follow each except the last.
public struct ListRows: Sendable, Hashable {
  /// The height of a row in lines.
  public var rowHeight: Int
  /// The blank lines between two rows.
  public var spacing: Int
  /// The height of the window in lines.
  public var height: Int

  public init(rowHeight: Int = 1, spacing: Int = 0, height: Int) {
    self.rowHeight = max(1, rowHeight)
    self.spacing = max(0, spacing)
    self.height = max(0, height)
  }

  private var pitch: Int { rowHeight + spacing }

  /// The number of whole rows that fit.
  public var visible: Int { (height + spacing) / pitch }

  /// Returns the first line of the n-th visible row.
  public func line(of position: Int) -> Int { position * pitch }

  /// Returns the visible row that contains a line, including the blank lines below it; `nil` below the last row.
  public func position(atLine line: Int) -> Int? {
    let position = line / pitch
    return line >= 0 && line < height && position < visible ? position : nil
  }

  /// Draws the visible rows with `draw`, and a bar and the cursor beside the selected one.
  ///
  /// - Parameters:
  ///   - rows: The indices of the visible rows, from the top.
  ///   - bar: The style of the selection's bar.
  ///   - draw: Draws the row with an index into a canvas of the row's size.
  public func draw(
    _ rows: Range<Int>, selected: Int?, bar: Style, into canvas: inout Canvas, draw: (Int, inout Canvas) -> Void
  ) {
    drawMeasured(rows, selected: selected, bar: bar, into: &canvas) { index, row in
      draw(index, &row)
      return rowHeight
    }
  }

  /// Draws rows whose last lines may stay blank. See ``draw(_:selected:bar:into:draw:)``.
  ///
  /// - Parameter draw: Returns the lines that it takes, beside which the bar is drawn.
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
