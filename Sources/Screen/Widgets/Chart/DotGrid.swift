/// Dots finer than cells, brought to glyphs: Braille patterns of 2 × 4 dots, or one dot a cell where there is only ASCII.
struct DotGrid: Sendable, Equatable {
  /// Dots of a cell, across and down.
  static func dotsPerCell(_ theme: Theme) -> Size {
    theme.isASCII ? Size(width: 1, height: 1) : Size(width: 2, height: 4)
  }

  let columns: Int
  let rows: Int
  private let dots: Size
  /// One bit a dot, in the order of the Unicode Braille patterns (The Unicode Standard, section 21.1).
  private var patterns: [UInt8]

  init(columns: Int, rows: Int, theme: Theme) {
    self.columns = columns
    self.rows = rows
    dots = Self.dotsPerCell(theme)
    patterns = Array(repeating: 0, count: columns * rows)
  }

  /// Dots from top to bottom.
  var height: Int { rows * dots.height }

  mutating func light(x: Int, y: Int) {
    let column = x / dots.width
    let row = y / dots.height
    guard x >= 0, y >= 0, column < columns, row < rows else { return }
    patterns[row * columns + column] |= Self.bits[y % dots.height][x % dots.width]
  }

  /// Lights the dots of one column of dots from a row through another.
  mutating func light(x: Int, rows: ClosedRange<Int>) {
    for y in rows { light(x: x, y: y) }
  }

  /// Lights dots of a cell.
  ///
  /// - Parameter index: of the cell, row by row.
  mutating func light(_ pattern: UInt8, at index: Int) { patterns[index] |= pattern }

  /// The cells with lit dots, row by row: their indices and dots.
  var litCells: [(index: Int, dots: UInt8)] {
    patterns.enumerated().lazy.filter { $0.element != 0 }.map { (index: $0.offset, dots: $0.element) }
  }

  /// Lights the dots of a shade in one column of dots. The pattern is fixed to the grid, so that shades of neighbouring
  /// columns join to one area.
  mutating func light(_ shade: Shade, x: Int, from top: Int, through bottom: Int) {
    guard let phase = shade.phase(x) else { return }
    let first = max(0, top)
    var y = first + (phase - first % shade.period + shade.period) % shade.period
    while y <= min(bottom, height - 1) {
      light(x: x, y: y)
      y += shade.period
    }
  }

  /// Whether any dot of a cell is lit.
  func isLit(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, column < columns, row < rows else { return false }
    return patterns[row * columns + column] != 0
  }

  /// The glyph of a cell; `nil` where no dot is lit.
  ///
  /// - Parameter point: stands for a dot where a cell has only one.
  func glyph(column: Int, row: Int, point: Glyph) -> Glyph? {
    let pattern = patterns[row * columns + column]
    guard pattern != 0 else { return nil }
    guard dots.height > 1, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else { return point }
    return Glyph(scalar)
  }

  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}

extension DotGrid {
  /// An even pattern of dots.
  enum Shade {
    /// An eighth of the dots: a mesh that stands on its corner.
    case eighth
    /// A quarter of the dots: the same mesh, twice as close across.
    case quarter
    /// Half of the dots.
    case half

    /// In a column every so many dots one is lit.
    var period: Int { self == .half ? 2 : 4 }

    /// The first lit row of a column; `nil` where none is.
    func phase(_ x: Int) -> Int? {
      switch self {
      case .eighth: x.isMultiple(of: 4) ? 0 : x.isMultiple(of: 2) ? 2 : nil
      case .quarter, .half: x.isMultiple(of: 2) ? 0 : period / 2
      }
    }
  }
}
