import CCurses
import Screen

/// Draws canvases on ncurses' screen, each as the difference from the one before.
struct Painter {
  /// A change of more than one row in this many is large.
  private static let largeShare = 4

  /// The canvas on the screen; of size zero if that is unknown.
  private var shown = Canvas(size: .zero)
  private var pairs: ColourPairs
  /// Reused from run to run.
  private var cells: [screen_cell] = []
  /// Whether the terminal supports links.
  private let writesLinks: Bool
  /// Cells that are or were part of a link, which are drawn after all others.
  private var linked: [Run] = []

  init(pairs: ColourPairs, writesLinks: Bool = false) {
    self.pairs = pairs
    self.writesLinks = writesLinks
  }

  /// Forgets what is on the screen, so that the next canvas is drawn completely.
  mutating func invalidate() {
    shown = Canvas(size: .zero)
    screen_repaint()
  }

  /// Shows the canvas.
  ///
  /// A terminal may read a frame in pieces. A large change is marked as one frame, so that the terminal does not show half of
  /// it.
  mutating func show(_ canvas: Canvas) {
    var isLarge = true
    if shown.size == canvas.size {
      let runs = withLinks(changedRuns(from: shown, to: canvas), of: canvas)
      if runs.isEmpty, shown.cursor == canvas.cursor { return }
      for run in runs { draw(run, of: canvas) }
      // Runs are in order of their rows.
      let rows = zip(runs, runs.dropFirst()).count { $0.row != $1.row } + 1
      isLarge = rows > canvas.size.height / Self.largeShare
      isLarge = isLarge || !linked.isEmpty
      drawLinks(of: canvas)
      for run in runs { shown.copyRow(run.row, of: canvas) }
      shown.cursor = canvas.cursor
    } else {
      // ncurses does not write a cell again if only its link has changed.
      if writesLinks, shown.cells.contains(where: { $0.link != .none }) { screen_repaint() }
      for row in 0..<canvas.size.height { draw(Run(row: row, columns: 0..<canvas.size.width), of: canvas) }
      drawLinks(of: canvas)
      shown = canvas
    }
    screen_show(
      CInt(canvas.cursor?.y ?? -1), CInt(canvas.cursor?.x ?? -1), isLarge ? Sequences.frameBegins : "",
      isLarge ? Sequences.frameEnds : "")
  }

  /// The runs, and with them all rows with links that ncurses may write again.
  ///
  /// It moves lines where that is shorter, and having erased a line's beginning it writes the cell behind that again, whether it has
  /// changed or not. It knows nothing of links, so a cell that looks as it should would lack its link, or keep another one.
  private func withLinks(_ runs: [Run], of canvas: Canvas) -> [Run] {
    guard writesLinks, let first = runs.first else { return runs }
    let width = canvas.size.width
    func hasLink(_ canvas: Canvas, _ row: Int) -> Bool {
      canvas.cells[row * width..<(row + 1) * width].contains { $0.link != .none }
    }
    // One row is moved nowhere.
    let isOneRow = runs.allSatisfy { $0.row == first.row }
    let rows = isOneRow ? first.row..<first.row + 1 : 0..<canvas.size.height
    let linkedRows = Set(rows.filter { hasLink(canvas, $0) || hasLink(shown, $0) })
    if linkedRows.isEmpty { return runs }
    let whole = linkedRows.map { Run(row: $0, columns: 0..<width) }
    return (runs.filter { !linkedRows.contains($0.row) } + whole).sorted {
      ($0.row, $0.columns.lowerBound) < ($1.row, $1.columns.lowerBound)
    }
  }

  private mutating func draw(_ run: Run, of canvas: Canvas) {
    cells.removeAll(keepingCapacity: true)
    let row = run.row * canvas.size.width
    let isKnown = shown.size == canvas.size
    var isHidden = false
    for index in (row + run.columns.lowerBound)..<(row + run.columns.upperBound) {
      let cell = canvas.cells[index]
      let old = isKnown ? shown.cells[index] : .blank
      // Both halves of a wide glyph, whose right one may be as it was: else what follows would stand a column further left.
      if cell.width > 0 { isHidden = writesLinks && (cell.link != .none || cell != old && old.link != .none) }
      if isHidden {
        cells.append(placeholder(for: cell))
        markLinked(row: run.row, column: index - row, sameAs: { canvas.cells[row + $0].link == cell.link })
      } else {
        cells.append(screenCell(cell))
      }
    }
    screen_draw(CInt(run.row), CInt(run.columns.lowerBound), cells, CInt(cells.count))
  }

  /// Records a cell that is or was part of a link, joined with the cell before it if both have the same link now.
  private mutating func markLinked(row: Int, column: Int, sameAs isSame: (Int) -> Bool) {
    if let last = linked.last, last.row == row, last.columns.upperBound == column, isSame(column - 1) {
      linked[linked.count - 1].columns = last.columns.lowerBound..<column + 1
    } else {
      linked.append(Run(row: row, columns: column..<column + 1))
    }
  }

  /// Draws the cells that a placeholder stands for. ncurses knows nothing of links and writes only differences, so each of
  /// these cells must look different before.
  private mutating func drawLinks(of canvas: Canvas) {
    guard !linked.isEmpty else { return }
    screen_begin_links(Sequences.frameBegins)
    // Cells that are no longer links come first: only a link's own cells may be written within it.
    for isLink in [false, true] {
      for run in linked {
        let start = run.row * canvas.size.width
        let link = canvas.cells[start + run.columns.lowerBound].link
        guard let address = link.address else {
          if !isLink { drawPart(run.row, run.columns, of: canvas) }
          continue
        }
        // Blanks at a link's ends are no part of it: erasing them, ncurses would write the cell behind them.
        let columns = trimmed(run.columns, from: start, of: canvas)
        if isLink {
          guard !columns.isEmpty else { continue }
          fillCells(run.row, columns, of: canvas)
          screen_draw_link(
            CInt(run.row), CInt(columns.lowerBound), cells, CInt(cells.count),
            Sequences.linkBegins(link.number, address),
            Sequences.linkEnds)
        } else {
          drawPart(run.row, run.columns.lowerBound..<columns.lowerBound, of: canvas)
          drawPart(run.row, columns.upperBound..<run.columns.upperBound, of: canvas)
        }
      }
    }
    linked.removeAll(keepingCapacity: true)
  }

  /// The columns without the blanks at both ends.
  private func trimmed(_ columns: Range<Int>, from start: Int, of canvas: Canvas) -> Range<Int> {
    // The right half of a wide glyph has a space for its glyph.
    func isBlank(_ column: Int) -> Bool {
      let cell = canvas.cells[start + column]
      return cell.glyph == .space && cell.width > 0
    }
    guard let first = columns.first(where: { !isBlank($0) }), let last = columns.last(where: { !isBlank($0) }) else {
      return columns.upperBound..<columns.upperBound
    }
    return first..<last + 1
  }

  private mutating func fillCells(_ row: Int, _ columns: Range<Int>, of canvas: Canvas) {
    let start = row * canvas.size.width
    cells.removeAll(keepingCapacity: true)
    for cell in canvas.cells[start + columns.lowerBound..<start + columns.upperBound] { cells.append(screenCell(cell)) }
  }

  private mutating func drawPart(_ row: Int, _ columns: Range<Int>, of canvas: Canvas) {
    guard !columns.isEmpty else { return }
    fillCells(row, columns, of: canvas)
    screen_draw(CInt(row), CInt(columns.lowerBound), cells, CInt(cells.count))
  }

  private mutating func screenCell(_ cell: Cell) -> screen_cell {
    screen_cell(
      scalars: scalars(of: cell.glyph), attributes: UInt32(cell.style.attributes.rawValue),
      pair: pairs.number(for: cell.style), width: cell.width)
  }

  /// Returns a cell that looks different from the given one.
  private func placeholder(for cell: Cell) -> screen_cell {
    let scalar: Unicode.Scalar = cell.glyph == .space && cell.width > 0 ? "_" : " "
    return screen_cell(scalars: (scalar.value, 0, 0, 0, 0), attributes: 0, pair: 0, width: 1)
  }

  /// Returns the scalars of a glyph for C: zero where there is no mark.
  private func scalars(of glyph: Glyph) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
    if let scalar = glyph.scalar { return (scalar.value, 0, 0, 0, 0) }
    let scalars = glyph.scalars
    func value(_ index: Int) -> UInt32 { index < scalars.count ? scalars[index].value : 0 }
    return (value(0), value(1), value(2), value(3), value(4))
  }
}
