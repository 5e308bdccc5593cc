import CCurses
import Screen

/// Brings canvases onto ncurses' screen, each as the difference from the one before.
struct Painter {
  private var shown: Canvas?
  private var pairs: ColourPairs
  /// Reused from run to run.
  private var cells: [screen_cell] = []

  init(pairs: ColourPairs) { self.pairs = pairs }

  /// Forgets what is on the screen: the next canvas is painted whole.
  mutating func invalidate() {
    shown = nil
    screen_repaint()
  }

  mutating func show(_ canvas: Canvas) {
    let runs: [Run]
    if let shown, shown.size == canvas.size {
      runs = changedRuns(from: shown, to: canvas)
      if runs.isEmpty, shown.cursor == canvas.cursor { return }
    } else {
      runs = (0..<canvas.size.height).map { Run(row: $0, columns: 0..<canvas.size.width) }
    }
    for run in runs { draw(run, of: canvas) }
    shown = canvas
    screen_show(CInt(canvas.cursor?.y ?? -1), CInt(canvas.cursor?.x ?? -1))
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
