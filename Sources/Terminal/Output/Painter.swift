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
  /// Whether the terminal can strike text through.
  private let strikes: Bool
  /// Cells of one link each, or struck ones, or no longer such, which are written after all others.
  private var apart: [Run] = []
  /// Whether the screen may show such cells: most frames have none, and are not searched for them.
  private var mayShowApart = false

  init(pairs: ColourPairs, writesLinks: Bool = false, strikes: Bool = false) {
    self.pairs = pairs
    self.writesLinks = writesLinks
    self.strikes = strikes
  }

  /// Whether ncurses cannot write a cell as it is: ncurses knows neither links nor struck text.
  private func isApart(_ cell: Cell) -> Bool {
    writesLinks && cell.link != .none || strikes && cell.style.attributes.contains(.struck)
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
    let isKnown = shown.size == canvas.size
    let width = canvas.size.width
    let runs =
      isKnown
      ? changedRuns(from: shown, to: canvas)
      : (0..<canvas.size.height).map { Run(row: $0, columns: 0..<width) }
    if isKnown, runs.isEmpty, shown.cursor == canvas.cursor { return }
    let hadApart = mayShowApart && shown.cells.contains(where: isApart)
    // ncurses does not write a cell again if only its link has changed.
    if !isKnown, hadApart { screen_repaint() }
    findApart(in: runs, of: canvas)
    mayShowApart = hadApart || !apart.isEmpty
    // Runs are in order of their rows.
    let rows = zip(runs, runs.dropFirst()).count { $0.row != $1.row } + 1
    let isLarge = !isKnown || !apart.isEmpty || rows > canvas.size.height / Self.largeShare
    // What ncurses moved would take links along, of which it knows nothing, so it must move nothing: neither characters within
    // their line nor lines, and a single line is moved nowhere.
    let keepsPlaces = isKnown && hadApart
    screen_begin(isLarge ? Sequences.frameBegins : "", !keepsPlaces)
    var row = runs.first?.row
    for run in runs {
      if keepsPlaces, run.row != row { screen_write() }
      row = run.row
      fillCells(run, of: canvas)
      screen_draw(CInt(run.row), CInt(run.columns.lowerBound), cells, CInt(cells.count))
    }
    writeApart(of: canvas)
    if isKnown { for run in runs { shown.copyRow(run.row, of: canvas) } } else { shown = canvas }
    shown.cursor = canvas.cursor
    screen_show(CInt(canvas.cursor?.y ?? -1), CInt(canvas.cursor?.x ?? -1), isLarge ? Sequences.frameEnds : "")
  }

  /// Finds the links and the struck-through cells of all rows with changes and of the cursor's row, because ncurses may write
  /// unchanged cells of these rows again, for example to move the cursor over them. Also finds the cells that no longer have a
  /// link or a line through them, which ncurses would leave as they are if they look the same.
  private mutating func findApart(in runs: [Run], of canvas: Canvas) {
    apart.removeAll(keepingCapacity: true)
    guard writesLinks || strikes else { return }
    let isKnown = shown.size == canvas.size
    for row in Set(runs.map(\.row) + (canvas.cursor.map { [$0.y] } ?? [])).sorted() where row < canvas.size.height {
      let start = row * canvas.size.width
      var isMeant = false
      for column in 0..<canvas.size.width {
        let cell = canvas.cells[start + column]
        // A wide glyph is written whole.
        if cell.width > 0 { isMeant = isApart(cell) || isKnown && isApart(shown.cells[start + column]) }
        guard isMeant else { continue }
        if let run = apart.last, run.row == row, run.columns.upperBound == column,
          cell.width == 0 || canvas.cells[start + run.columns.lowerBound].link == cell.link
        {
          apart[apart.count - 1].columns = run.columns.lowerBound..<column + 1
        } else {
          apart.append(Run(row: row, columns: column..<column + 1))
        }
      }
    }
  }

  /// Writes the cells that were found past ncurses, which would write other cells with them, and not those that look the same.
  private mutating func writeApart(of canvas: Canvas) {
    guard !apart.isEmpty else { return }
    let (row, column) = (CInt(canvas.cursor?.y ?? 0), CInt(canvas.cursor?.x ?? 0))
    screen_begin_cells(row, column)
    for run in apart {
      fillCells(run, of: canvas)
      let link = canvas.cells[run.row * canvas.size.width + run.columns.lowerBound].link
      let address = writesLinks ? link.address : nil
      screen_write_cells(
        CInt(run.row), CInt(run.columns.lowerBound), cells, CInt(cells.count),
        address.map { Sequences.linkBegins(link.number, $0) } ?? "", address == nil ? "" : Sequences.linkEnds)
    }
    screen_end_cells(row, column)
  }

  private mutating func fillCells(_ run: Run, of canvas: Canvas) {
    let start = run.row * canvas.size.width
    cells.removeAll(keepingCapacity: true)
    for index in start + run.columns.lowerBound..<start + run.columns.upperBound {
      cells.append(screenCell(canvas.cells[index]))
    }
  }

  private mutating func screenCell(_ cell: Cell) -> screen_cell {
    screen_cell(
      scalars: scalars(of: cell.glyph), attributes: UInt32(cell.style.attributes.rawValue),
      pair: pairs.number(for: cell.style), width: cell.width)
  }

  /// Returns the scalars of a glyph for C: zero where there is no mark.
  private func scalars(of glyph: Glyph) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
    if let scalar = glyph.scalar { return (scalar.value, 0, 0, 0, 0) }
    let scalars = glyph.scalars
    func value(_ index: Int) -> UInt32 { index < scalars.count ? scalars[index].value : 0 }
    return (value(0), value(1), value(2), value(3), value(4))
  }
}
