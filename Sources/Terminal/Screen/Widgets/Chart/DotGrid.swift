import Charting

/// A grid of dots finer than cells: Braille patterns of 2 × 4 dots, or one dot for each cell where there is only ASCII.
struct DotGrid: Sendable, Equatable {
  /// The dots of a cell, horizontally and vertically.
  static func dotsPerCell(_ theme: Theme) -> Size {
    theme.isASCII ? Size(width: 1, height: 1) : Size(width: 2, height: 4)
  }

  let columns: Int
  let rows: Int
  private let dots: Size
  /// One bit for each dot, in the order of the Unicode Braille patterns (The Unicode Standard, section 21.1).
  private var patterns: [UInt8]

  init(columns: Int, rows: Int, theme: Theme) {
    self.columns = columns
    self.rows = rows
    dots = Self.dotsPerCell(theme)
    patterns = Array(repeating: 0, count: columns * rows)
  }

  /// The number of dots from top to bottom.
  var height: Int { rows * dots.height }

  mutating func light(x: Int, y: Int) { light(x: x, rows: y...y) }

  mutating func light(_ span: LineSpan) { light(x: span.x, rows: span.rows) }

  /// Sets the dots of one column from a row to another, as far as they are in the grid.
  mutating func light(x: Int, rows: ClosedRange<Int>) {
    guard x >= 0, x < columns * dots.width, rows.upperBound >= 0, rows.lowerBound < height else { return }
    let (first, last) = (max(0, rows.lowerBound), min(rows.upperBound, height - 1))
    let (column, isRight) = (x / dots.width, x % dots.width > 0)
    for row in first / dots.height...last / dots.height {
      // The rows of the cell that are set, one bit each.
      let top = max(0, first - row * dots.height)
      let bottom = min(dots.height - 1, last - row * dots.height)
      let lit = (1 << UInt8(bottom + 1) - 1) & ~(1 << UInt8(top) - 1) as UInt8
      patterns[row * columns + column] |= Self.pattern(lit, isRight: isRight)
    }
  }

  /// Returns the dots of one of the two columns of a cell.
  ///
  /// - Parameter rows: One bit for each of the four rows, the lowest for the top.
  private static func pattern(_ rows: UInt8, isRight: Bool) -> UInt8 {
    // The upper three rows are numbered down the left column and then down the right one; the fourth came later.
    let (upper, lowest) = (rows & 0b111, rows >> 3)
    return isRight ? upper << 3 | lowest << 7 : upper | lowest << 6
  }

  /// Sets dots of a cell.
  ///
  /// - Parameter index: The index of the cell, row by row.
  mutating func light(_ pattern: UInt8, at index: Int) { patterns[index] |= pattern }

  /// Calls `body` with each cell that has dots, row by row, and its index.
  func forEachLitCell(_ body: (_ column: Int, _ row: Int, _ index: Int, _ dots: UInt8) -> Void) {
    let patterns = patterns.span
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        if patterns[index] != 0 { body(column, row, index, patterns[index]) }
      }
    }
  }

  /// Returns whether a cell has any dot.
  func isLit(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, column < columns, row < rows else { return false }
    return patterns[row * columns + column] != 0
  }

  /// Returns the glyph of a cell; `nil` for a cell without dots.
  ///
  /// - Parameter point: The glyph of a dot where a cell has only one.
  func glyph(column: Int, row: Int, point: Glyph) -> Glyph? {
    let pattern = patterns[row * columns + column]
    guard pattern != 0 else { return nil }
    guard dots.height > 1, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return point }
    return Glyph(scalar)
  }
}
