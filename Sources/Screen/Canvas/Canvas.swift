/// A grid of cells: what the screen shall show. Panes and widgets draw into it; a ``Display`` puts it on a terminal.
///
/// A widget is given a part of the screen with ``within(_:_:)``: inside, places count from the part's own corner, ``size``
/// is the part's, and nothing outside it is touched, whatever the widget draws.
///
/// Invariant: a wide glyph stands in two neighbouring cells, its own and a continuation; overwriting one of them blanks
/// the other, so a half character never remains.
public struct Canvas: Sendable, Hashable {
  /// Row by row, the whole grid.
  public private(set) var cells: [Cell]
  /// Where the terminal's cursor stands, in the whole grid; `nil` hides it.
  public private(set) var cursor: Point?
  /// What the terminal can show; a canvas for ASCII holds nothing but ASCII.
  public let theme: Theme

  /// The columns and rows of the whole grid.
  private let grid: Size
  /// The part being drawn in, in the grid's places; it may reach beyond the grid.
  private var frame: Rect
  /// What of the frame may be written.
  private var clip: Rect

  public init(size: Size, theme: Theme = Theme()) {
    grid = Size(width: max(0, size.width), height: max(0, size.height))
    self.theme = theme
    frame = Rect(x: 0, y: 0, width: grid.width, height: grid.height)
    clip = frame
    cells = Array(repeating: .blank, count: grid.width * grid.height)
  }

  /// The part being drawn in: the whole grid but inside ``within(_:_:)``.
  public var size: Size { Size(width: frame.width, height: frame.height) }
  public var width: Int { frame.width }
  public var height: Int { frame.height }
  public var bounds: Rect { Rect(x: 0, y: 0, width: frame.width, height: frame.height) }
  public var glyphs: GlyphSet { theme.glyphs }

  /// A cell of the part being drawn in; outside it, a blank cell that ignores what is written.
  public subscript(x x: Int, y y: Int) -> Cell {
    get {
      let point = Point(x: frame.x + x, y: frame.y + y)
      return clip.contains(point) ? cells[point.y * grid.width + point.x] : .blank
    }
    set { put(newValue.glyph, width: Int(newValue.width), style: newValue.style, x: x, y: y) }
  }

  /// Draws into a part as if it were a canvas of its own.
  public mutating func within(_ part: Rect, _ draw: (inout Canvas) throws -> Void) rethrows {
    let outer = (frame, clip)
    frame = Rect(x: frame.x + part.x, y: frame.y + part.y, width: part.width, height: part.height)
    clip = clip.intersection(frame)
    defer { (frame, clip) = outer }
    try draw(&self)
  }

  /// Writes a glyph; a wide one that does not fit into the part as a whole becomes a space.
  public mutating func put(_ glyph: Glyph, width: Int = 1, style: Style, x: Int, y: Int) {
    let point = Point(x: frame.x + x, y: frame.y + y)
    let isWide = width == 2
    let fits = clip.contains(point) && (!isWide || point.x + 1 < clip.maxX)
    guard fits else {
      // The half of a wide glyph that is inside.
      if clip.contains(point) { write(Cell(.space, style: style), at: point) }
      if isWide {
        let half = Point(x: point.x + 1, y: point.y)
        if clip.contains(half) { write(Cell(.space, style: style), at: half) }
      }
      return
    }
    if theme.isASCII, glyph.scalars.base >= 0x80 || glyph.scalars.mark1 != 0 {
      let base = Unicode.Scalar(glyph.scalars.base).map(ASCIIFolding.fold) ?? "?"
      write(Cell(Glyph(base), style: style), at: point)
      if isWide { write(Cell(Glyph(base), style: style), at: Point(x: point.x + 1, y: point.y)) }
      return
    }
    write(Cell(glyph, style: style, width: isWide ? 2 : 1), at: point)
    if isWide { write(.continuation(style: style), at: Point(x: point.x + 1, y: point.y)) }
  }

  /// Draws another canvas into this one, its corner at a place, and takes its cursor over.
  public mutating func blit(_ other: Canvas, x: Int, y: Int) {
    let part = Rect(x: frame.x + x, y: frame.y + y, width: other.grid.width, height: other.grid.height)
    let isWhole = theme == other.theme && clip.intersection(part) == part && !part.isEmpty
    for row in 0..<other.grid.height {
      let cells = other.cells[row * part.width..<(row + 1) * part.width]
      if isWhole { write(row: cells, at: Point(x: part.x, y: part.y + row)) } else { draw(cells, x: x, y: y + row) }
    }
    if let cursor = other.cursor { placeCursor(x: x + cursor.x, y: y + cursor.y) }
  }

  /// Puts the terminal's cursor at a place of the part being drawn in, if that is visible.
  public mutating func placeCursor(x: Int, y: Int) {
    let point = Point(x: frame.x + x, y: frame.y + y)
    if clip.contains(point) { cursor = point }
  }

  /// The cursor is not shown: what stands under an overlay gives it up.
  public mutating func hideCursor() { cursor = nil }

  /// Writes a cell of the grid and keeps the invariant for its neighbours.
  private mutating func write(_ cell: Cell, at point: Point) {
    let index = point.y * grid.width + point.x
    let old = cells[index]
    if old.width == 2, point.x + 1 < grid.width {
      cells[index + 1] = Cell(.space, style: cells[index + 1].style)
    } else if old.width == 0, cell.width != 0, point.x > 0 {
      cells[index - 1] = Cell(.space, style: cells[index - 1].style)
    }
    cells[index] = cell
  }

  /// Writes cells of the grid that keep the invariant among themselves. Only at their two ends can they halve what stood
  /// there.
  private mutating func write(row: ArraySlice<Cell>, at point: Point) {
    guard let first = row.first, let last = row.last else { return }
    write(first, at: point)
    write(last, at: Point(x: point.x + row.count - 1, y: point.y))
    let start = point.y * grid.width + point.x
    cells[start..<start + row.count] = row
  }
}
