import Screen

/// Neighbouring cells of one row that have to be drawn.
struct Run: Hashable {
  var row: Int
  var columns: Range<Int>
}

/// The runs in which two canvases of the same size differ, top to bottom, left to right.
///
/// A run never begins or ends within a wide glyph.
func changedRuns(from old: Canvas, to new: Canvas) -> [Run] {
  precondition(old.size == new.size, "canvases of different sizes have nothing in common")
  let width = new.size.width
  var runs: [Run] = []
  guard width > 0, old.cells != new.cells else { return runs }
  for row in 0..<new.size.height {
    let (before, after) = (
      old.cells[(row * width)..<((row + 1) * width)], new.cells[(row * width)..<((row + 1) * width)]
    )
    guard before != after else { continue }
    let first = row * width
    var column = 0
    while column < width {
      guard before[first + column] != after[first + column] else {
        column += 1
        continue
      }
      var start = column
      if after[first + start].width == 0, start > 0 { start -= 1 }
      var end = column + 1
      while end < width, after[first + end].width == 0 || before[first + end] != after[first + end] { end += 1 }
      runs.append(Run(row: row, columns: start..<end))
      column = end
    }
  }
  return runs
}
