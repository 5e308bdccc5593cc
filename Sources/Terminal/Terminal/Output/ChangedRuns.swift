import Foundation
import Screen

/// Neighbouring cells of one row that must be drawn.
struct Run: Hashable {
  var row: Int
  var columns: Range<Int>
}

/// Returns the runs in which two canvases of the same size differ, top to bottom, left to right.
///
/// A run never begins or ends within a wide glyph.
///
/// - Parameter gap: The most equal cells between two changed ones of a run: a few cells too many cost less than another run.
func changedRuns(from old: Canvas, to new: Canvas, joining gap: Int = Painter.gap) -> [Run] {
  precondition(old.size == new.size, "canvases of different sizes have nothing in common")
  let width = new.size.width
  var runs: [Run] = []
  for row in 0..<new.size.height {
    let (before, after) = (old.cells[row * width..<(row + 1) * width], new.cells[row * width..<(row + 1) * width])
    if !areEqual(before, after) { appendRuns(from: before, to: after, row: row, joining: gap, onto: &runs) }
  }
  return runs
}

/// Compares rows as bytes, which cells consist of: every frame is drawn completely, and most rows have not changed.
private func areEqual(_ one: ArraySlice<Cell>, _ other: ArraySlice<Cell>) -> Bool {
  one.withUnsafeBytes { one in
    other.withUnsafeBytes { other in
      // An empty slice may have no address. The pointers are used only within the call.
      guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
      return one.count == other.count && memcmp(start, otherStart, one.count) == 0
    }
  }
}

private func appendRuns(
  from before: ArraySlice<Cell>, to after: ArraySlice<Cell>, row: Int, joining gap: Int, onto runs: inout [Run]
) {
  let (first, width) = (after.startIndex, after.count)
  var column = 0
  while column < width {
    guard before[first + column] != after[first + column] else {
      column += 1
      continue
    }
    let start = after[first + column].width == 0 && column > 0 ? column - 1 : column
    // The end of the last changed cell, and the position of the search.
    var end = column + 1
    column = end
    while column < width, column <= end + gap {
      if before[first + column] != after[first + column] { end = column + 1 }
      column += 1
    }
    if end < width, after[first + end].width == 0 { end += 1 }
    column = max(column, end)
    runs.append(Run(row: row, columns: start..<end))
  }
}
