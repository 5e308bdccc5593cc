import Screen

/// A part of the screen whose content moves up or down, so that the terminal can move it.
struct ScrolledPart: Hashable {
  /// The lines among which content moves. Those that appear are blank.
  var rows: Range<Int>
  var columns: Range<Int>
  /// How many lines the content moves up; negative if down.
  var distance: Int

  /// The fewest changed rows that are searched: a key that changes less costs less than the search.
  private static let fewestRows = 8
  /// The fewest rows that must have moved.
  private static let fewestMoved = 3
  /// The most rows with the same content that say where it was.
  private static let mostSources = 4
  /// Unchanged columns between two parts of the screen that change for themselves.
  private static let gap = 3
  /// The bytes of moving lines, and the further ones of moving them within columns.
  private static let (movingCost, marginsCost) = (30, 22)

  /// Returns the part that moves between two canvases of the same size, if moving it leaves less to write.
  ///
  /// - Parameters:
  ///   - runs: The changes, in order of their rows.
  ///   - hasMargins: Whether a part of the columns can move.
  static func find(from old: Canvas, to new: Canvas, runs: [Run], hasMargins: Bool) -> ScrolledPart? {
    let rows = runs.indices.filter { $0 == 0 || runs[$0].row != runs[$0 - 1].row }.map { runs[$0].row }
    guard rows.count >= fewestRows else { return nil }
    let all = 0..<new.size.width
    let changed = changedColumns(from: old, to: new, rows: rows)
    guard
      var part = find(from: old, to: new, rows: rows, columns: changed)
        ?? (changed == all ? nil : find(from: old, to: new, rows: rows, columns: all))
    else { return nil }
    // Without margins the rest of these lines moves too, and is written again.
    if !hasMargins || old.cutsGlyph(part) { part.columns = all }
    var moved = old
    moved.scroll(part)
    let rest = cost(changedRuns(from: moved, to: new)) + movingCost + (part.columns == all ? 0 : marginsCost)
    return rest < cost(runs) ? part : nil
  }

  /// An estimate of the bytes that changes take.
  private static func cost(_ runs: [Run]) -> Int { runs.reduce(0) { $0 + $1.columns.count + 9 } }

  /// Returns the columns in which most changes lie, apart from others that change for themselves.
  private static func changedColumns(from old: Canvas, to new: Canvas, rows: [Int]) -> Range<Int> {
    let width = new.size.width
    var counts = Array(repeating: 0, count: width)
    for row in rows {
      for column in 0..<width where old.cells[row * width + column] != new.cells[row * width + column] {
        counts[column] += 1
      }
    }
    var best: (columns: Range<Int>, count: Int)?
    var start: Int?
    var (count, last) = (0, 0)
    for column in 0...width {
      if column < width, counts[column] > 0 {
        if start == nil { (start, count) = (column, 0) }
        count += counts[column]
        last = column
      } else if let first = start, column == width || column - last > gap {
        if count > best?.count ?? 0 { best = (first..<last + 1, count) }
        start = nil
      }
    }
    return best?.columns ?? 0..<width
  }

  /// Returns the part with the distance by which most of the changed rows move.
  private static func find(from old: Canvas, to new: Canvas, rows: [Int], columns: Range<Int>) -> ScrolledPart? {
    let (before, after) = (hashes(of: old, columns), hashes(of: new, columns))
    let height = before.count
    // Each row votes for the distances to the rows where its content was; blank rows are everywhere.
    var votes = Array(repeating: 0, count: 2 * height)
    for row in rows {
      let sources = before.indices.filter { before[$0] == after[row] }
      guard sources.count <= mostSources else { continue }
      for source in sources where source != row { votes[source - row + height] += 1 }
    }
    guard let most = votes.max(), most >= fewestMoved, let index = votes.firstIndex(of: most) else { return nil }
    let distance = index - height
    let moved = rows.filter { before.indices.contains($0 + distance) && after[$0] == before[$0 + distance] }
    guard let first = moved.first, let last = moved.last else { return nil }
    return ScrolledPart(
      rows: min(first, first + distance)..<max(last, last + distance) + 1, columns: columns, distance: distance)
  }

  /// Returns a number for the content of each row. Equal ones mean most probably equal content, and what is written depends on
  /// the cells alone.
  private static func hashes(of canvas: Canvas, _ columns: Range<Int>) -> [UInt64] {
    let width = canvas.size.width
    // Cells consist of bytes, eight each, and all of these are inside. The pointer is used only within the call.
    return canvas.cells.withUnsafeBytes { bytes in
      (0..<canvas.size.height).map { row in
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
          hash =
            (hash ^ bytes.load(fromByteOffset: index * MemoryLayout<Cell>.stride, as: UInt64.self)) &* 0x100_0000_01B3
          hash ^= hash >> 29
        }
        return hash
      }
    }
  }
}

extension Canvas {
  /// Returns whether a part begins or ends within wide glyphs.
  fileprivate func cutsGlyph(_ part: ScrolledPart) -> Bool {
    part.rows.contains { row in
      [part.columns.lowerBound, part.columns.upperBound].contains { column in
        column < size.width && cells[row * size.width + column].width == 0
      }
    }
  }

  /// Moves the content of a part as the terminal does.
  mutating func scroll(_ part: ScrolledPart) {
    moveRows(
      of: Rect(x: part.columns.lowerBound, y: part.rows.lowerBound, width: part.columns.count, height: part.rows.count),
      up: part.distance)
  }
}
