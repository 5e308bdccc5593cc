import CCurses
import Screen

/// Brings canvases onto ncurses' screen, each as the difference from the one before.
struct Painter {
  /// More than one row in so many is a large change.
  private static let largeShare = 4

  /// What is on the screen; without size when that is not known.
  private var shown = Canvas(size: .zero)
  private var pairs: ColourPairs
  /// Reused from run to run.
  private var cells: [screen_cell] = []

  init(pairs: ColourPairs) { self.pairs = pairs }

  /// Forgets what is on the screen: the next canvas is painted whole.
  mutating func invalidate() {
    shown = Canvas(size: .zero)
    screen_repaint()
  }

  /// Shows the canvas.
  ///
  /// A terminal may still read a frame in pieces. What changes much of the screen is marked as one frame, so that the terminal
  /// does not show half of it.
  mutating func show(_ canvas: Canvas) {
    var isLarge = true
    if shown.size == canvas.size {
      let runs = changedRuns(from: shown, to: canvas)
      if runs.isEmpty, shown.cursor == canvas.cursor { return }
      for run in runs { draw(run, of: canvas) }
      // From top to bottom: a row's runs follow each other.
      let rows = zip(runs, runs.dropFirst()).count { $0.row != $1.row } + 1
      isLarge = rows > canvas.size.height / Self.largeShare
      for run in runs { shown.copyRow(run.row, of: canvas) }
      shown.cursor = canvas.cursor
    } else {
      for row in 0..<canvas.size.height { draw(Run(row: row, columns: 0..<canvas.size.width), of: canvas) }
      shown = canvas
    }
    screen_show(
      CInt(canvas.cursor?.y ?? -1), CInt(canvas.cursor?.x ?? -1), isLarge ? Sequences.frameBegins : "",
      isLarge ? Sequences.frameEnds : "")
  }

  private mutating func draw(_ run: Run, of canvas: Canvas) {
    cells.removeAll(keepingCapacity: true)
    let row = run.row * canvas.size.width
    for cell in canvas.cells[(row + run.columns.lowerBound)..<(row + run.columns.upperBound)] {
      cells.append(
        screen_cell(
          scalars: scalars(of: cell.glyph), attributes: UInt32(cell.style.attributes.rawValue),
          pair: pairs.number(for: cell.style), width: cell.width))
    }
    screen_draw(CInt(run.row), CInt(run.columns.lowerBound), cells, CInt(cells.count))
  }

  /// The glyph as C has it: zero where there is no mark.
  private func scalars(of glyph: Glyph) -> (UInt32, UInt32, UInt32, UInt32, UInt32) {
    if let scalar = glyph.scalar { return (scalar.value, 0, 0, 0, 0) }
    let scalars = glyph.scalars
    func value(_ index: Int) -> UInt32 { index < scalars.count ? scalars[index].value : 0 }
    return (value(0), value(1), value(2), value(3), value(4))
  }
}
