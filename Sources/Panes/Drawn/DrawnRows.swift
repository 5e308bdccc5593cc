import Screen

/// The rows of a list as they were drawn last: a key that moves the selection draws two.
struct DrawnRows<Row: Equatable> {
  private var rows: [Drawn<Row>] = []

  /// As many rows as are visible at once are kept.
  mutating func keep(_ count: Int) {
    guard rows.count != count else { return }
    rows = Array(repeating: Drawn(), count: count)
  }

  /// Draws a row over the whole canvas.
  ///
  /// - Parameter place: a number that stays with a row while others come and go, and that neighbours count on from; so
  ///   that a list that scrolls, or grows at its beginning, finds its rows again. A wrong one costs a drawing, no more.
  mutating func draw(_ row: Row, place: Int, into canvas: inout Canvas, _ picture: (inout Canvas) -> Void) {
    guard !rows.isEmpty else { return picture(&canvas) }
    let slot = place % rows.count
    rows[slot < 0 ? slot + rows.count : slot].draw(row, into: &canvas, picture)
  }
}
