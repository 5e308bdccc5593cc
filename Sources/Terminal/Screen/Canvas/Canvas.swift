/// A grid of cells that panes and widgets draw into and a ``Display`` puts on a terminal.
///
/// A canvas may be kept from frame to frame: each frame begins with ``erase()``, and the display compares the canvas with the
/// screen.
///
/// A widget draws into a part of the screen with ``within(_:_:)``: inside, coordinates count from the part's corner, ``size``
/// is the part's, and nothing outside it changes, whatever the widget draws.
///
/// Invariant: a wide glyph takes two neighbouring cells, its own and a continuation. Overwriting one of them blanks the
/// other, so half a character never remains.
public struct Canvas: Sendable {
  /// All cells of the grid, row by row.
  public private(set) var cells: [Cell]
  /// The terminal's cursor; `nil` where nothing has a place for it, which hides it.
  public var cursor: Cursor?
  /// What the terminal can show. A canvas for ASCII contains only ASCII.
  public let theme: Theme
  /// Whether characters have been left out that nothing in ASCII resembles.
  public private(set) var hasOmissions = false
  /// The place in the grid after the last character that was left out.
  private var omissionEnd: Point?

  /// The columns and rows of the whole grid.
  private let grid: Size
  /// The current part, in the grid's coordinates. It may reach beyond the grid.
  private var frame: Rect
  /// The part of the frame that may be written.
  private var clip: Rect

  /// The terminal's cursor. Screen readers and magnifiers follow it also where it is hidden.
  public struct Cursor: Sendable, Hashable {
    /// The position in the grid.
    public var place: Point
    /// Whether it is shown, as in a field that takes text.
    public var isSeen: Bool

    public init(_ place: Point, isSeen: Bool = false) {
      self.place = place
      self.isSeen = isSeen
    }
  }

  public init(size: Size, theme: Theme = Theme()) {
    grid = Size(width: max(0, size.width), height: max(0, size.height))
    self.theme = theme
    frame = Rect(x: 0, y: 0, width: grid.width, height: grid.height)
    clip = frame
    cells = Array(repeating: .blank, count: grid.width * grid.height)
  }

  /// The size of the current part, which is the whole grid except inside ``within(_:_:)``.
  public var size: Size { Size(width: frame.width, height: frame.height) }
  public var width: Int { frame.width }
  public var height: Int { frame.height }
  public var bounds: Rect { Rect(x: 0, y: 0, width: frame.width, height: frame.height) }
  public var glyphs: GlyphSet { theme.glyphs }

  /// A cell of the current part. Outside it cells are blank, and writing has no effect.
  public subscript(x x: Int, y y: Int) -> Cell {
    get {
      let point = Point(x: frame.x + x, y: frame.y + y)
      return clip.contains(point) ? cells[point.y * grid.width + point.x] : .blank
    }
    set {
      put(newValue.glyph, width: Int(newValue.width), style: newValue.style, link: newValue.link, x: x, y: y)
    }
  }

  // MARK: - Drawing

  /// Draws into a part as if it were a canvas of its own.
  public mutating func within(_ part: Rect, _ draw: (inout Canvas) throws -> Void) rethrows {
    let outer = (frame, clip)
    frame = Rect(x: frame.x + part.x, y: frame.y + part.y, width: part.width, height: part.height)
    clip = clip.intersection(frame)
    defer { (frame, clip) = outer }
    try draw(&self)
  }

  /// Writes a glyph. A wide one of which only half fits into the part becomes a space.
  public mutating func put(_ glyph: Glyph, width: Int = 1, style: Style, link: CellLink = .none, x: Int, y: Int) {
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
    if theme.isASCII, glyph.code >= 0x80 {
      write(Cell(folded(glyph, width: width, at: point), style: style, link: link), at: point)
      if isWide { write(Cell(.space, style: style, link: link), at: Point(x: point.x + 1, y: point.y)) }
      return
    }
    write(Cell(glyph, style: style, width: isWide ? 2 : 1, link: link), at: point)
    if isWide { write(.continuation(style: style, link: link), at: Point(x: point.x + 1, y: point.y)) }
  }

  /// Returns what resembles a glyph in ASCII. Of neighbouring glyphs that nothing resembles, the first is `?` and the others
  /// are spaces, so that a word in another script is one sign.
  private mutating func folded(_ glyph: Glyph, width: Int, at point: Point) -> Glyph {
    if let likeness = glyph.scalars.first.flatMap(ASCIIFolding.fold) { return Glyph(likeness) }
    hasOmissions = true
    defer { omissionEnd = Point(x: point.x + width, y: point.y) }
    return omissionEnd == point ? .space : Glyph("?")
  }

  /// Draws another canvas into this one with its corner at a place, and takes over its cursor.
  public mutating func blit(_ other: Canvas, x: Int, y: Int) {
    hasOmissions = hasOmissions || other.hasOmissions
    let width = other.grid.width
    let part = Rect(x: frame.x + x, y: frame.y + y, width: width, height: other.grid.height)
    if theme == other.theme, clip.intersection(part) == part {
      copy(other.cells[...], to: part)
    } else {
      for row in 0..<other.grid.height { draw(other.cells[row * width..<(row + 1) * width], x: x, y: y + row) }
    }
    if let cursor = other.cursor {
      placeCursor(x: x + cursor.place.x, y: y + cursor.place.y, isSeen: cursor.isSeen)
    }
  }

  /// Replaces a row of the grid by the same row of another canvas with the same size and theme.
  public mutating func copyRow(_ row: Int, of other: Canvas) {
    precondition(grid == other.grid, "rows of canvases with different sizes have nothing in common")
    let range = row * grid.width..<(row + 1) * grid.width
    cells.replaceSubrange(range, with: other.cells[range])
    hasOmissions = hasOmissions || other.hasOmissions
  }

  /// Moves the rows of a part of the grid up, or down if `distance` is negative. The rows that appear are blank.
  ///
  /// - Precondition: The part is inside the grid, and no wide glyph reaches across its sides.
  public mutating func moveRows(of part: Rect, up distance: Int) {
    guard !part.isEmpty else { return }
    precondition(part.intersection(Rect(x: 0, y: 0, width: grid.width, height: grid.height)) == part)
    let rows = part.y..<part.maxY
    // Every line that a text is scrolled moves thousands of cells. All rows are inside the grid, as was just checked.
    cells.withUnsafeMutableBufferPointer { cells in
      for step in 0..<part.height {
        let row = distance > 0 ? part.y + step : part.maxY - 1 - step
        let start = row * grid.width + part.x
        let line = UnsafeMutableBufferPointer(rebasing: cells[start..<start + part.width])
        if rows.contains(row + distance) {
          let source = (row + distance) * grid.width + part.x
          _ = line.update(fromContentsOf: UnsafeBufferPointer(rebasing: cells[source..<source + part.width]))
        } else {
          line.update(repeating: .blank)
        }
      }
    }
  }

  /// Blanks the current part.
  public mutating func erase() {
    blankSides(of: clip)
    fillRows(of: clip, with: .blank)
  }

  /// Puts the terminal's cursor at a place of the current part if that is visible.
  ///
  /// - Parameter isSeen: Whether the cursor is shown there.
  public mutating func placeCursor(x: Int, y: Int, isSeen: Bool = false) {
    let point = Point(x: frame.x + x, y: frame.y + y)
    if clip.contains(point) { cursor = Cursor(point, isSeen: isSeen) }
  }

  /// Writes ASCII, each byte one column wide. Equivalent to ``put(_:width:style:x:y:)`` for each, in one go.
  ///
  /// - Parameter count: The number of bytes of the text to write.
  mutating func put(ascii text: String.UTF8View, count: Int, style: Style, x: Int, y: Int) {
    let start = Point(x: frame.x + x, y: frame.y + y)
    guard start.y >= clip.y, start.y < clip.maxY else { return }
    let bytes = text.span
    let (first, end) = (max(start.x, clip.x), min(start.x + count, clip.maxX))
    guard first < end else { return }
    for column in first..<end {
      let glyph = Glyph(code: UInt32(bytes[column - start.x]))
      write(Cell(glyph, style: style), at: Point(x: column, y: start.y))
    }
  }

  /// Writes a glyph that is one column wide into neighbouring cells of a row. Equivalent to ``put(_:width:style:link:x:y:)``
  /// for each, in one go.
  mutating func put(_ glyph: Glyph, style: Style, x: Int, y: Int, count: Int) {
    let line = Rect(x: frame.x + x, y: frame.y + y, width: count, height: 1).intersection(clip)
    guard !line.isEmpty else { return }
    let isFolded = theme.isASCII && glyph.code >= 0x80
    let shown = isFolded ? Glyph(glyph.scalars.first.flatMap(ASCIIFolding.fold) ?? "?") : glyph
    blankSides(of: line)
    fillRows(of: line, with: Cell(shown, style: style))
  }

  /// Writes a cell of the grid and restores the invariant for its neighbours.
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

  /// Prepares writing cells that satisfy the invariant among themselves over a part of the grid: only at its two sides can
  /// they cut a wide glyph in half.
  private mutating func blankSides(of part: Rect) {
    guard !part.isEmpty else { return }
    for y in part.y..<part.maxY {
      write(.blank, at: Point(x: part.x, y: y))
      write(.blank, at: Point(x: part.maxX - 1, y: y))
    }
  }

  /// Writes the same cell, one column wide, over a part of the grid.
  private mutating func fillRows(of part: Rect, with cell: Cell) {
    // Every frame blanks thousands of cells. The rows are inside the grid, as every clip is.
    cells.withUnsafeMutableBufferPointer { cells in
      for y in part.y..<part.maxY {
        let start = y * grid.width + part.x
        UnsafeMutableBufferPointer(rebasing: cells[start..<start + part.width]).update(repeating: cell)
      }
    }
  }

  /// Writes cells that satisfy the invariant among themselves over a part of the grid.
  private mutating func copy(_ source: ArraySlice<Cell>, to part: Rect) {
    guard !part.isEmpty else { return }
    blankSides(of: part)
    // Every frame copies thousands of cells. Both ranges are inside: the source holds the part row by row, and the part is
    // inside the grid, as its clip is.
    source.withUnsafeBufferPointer { source in
      cells.withUnsafeMutableBufferPointer { cells in
        for row in 0..<part.height {
          let start = (part.y + row) * grid.width + part.x
          _ = UnsafeMutableBufferPointer(rebasing: cells[start..<start + part.width])
            .update(fromContentsOf: source[row * part.width..<(row + 1) * part.width])
        }
      }
    }
  }
}

extension Canvas: Equatable {
  /// Returns whether two canvases look the same.
  public static func == (one: Canvas, other: Canvas) -> Bool {
    one.grid == other.grid && one.theme == other.theme && one.cursor == other.cursor && one.cells == other.cells
  }
}
