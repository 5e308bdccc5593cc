import Screen

/// Turns canvases into what the terminal reads, each as the difference from the one before.
struct Painter {
  /// A change of more than one row in this many is large.
  private static let largeShare = 4
  /// The most unchanged cells that are written again instead of moving the cursor over them.
  static let gap = 3

  /// The canvas on the screen; of size zero if that is unknown.
  private(set) var shown = Canvas(size: .zero)
  private var frame: FrameBytes

  /// - Parameters:
  ///   - colours: The number of the terminal's colours; 0 to use none.
  ///   - writesLinks: Whether the terminal supports links.
  init(description: TerminalDescription, colours: Int, writesLinks: Bool = false) {
    frame = FrameBytes(
      capabilities: TerminalCapabilities(description), looks: TerminalLooks(description, colours: colours),
      writesLinks: writesLinks)
  }

  /// Whether the terminal can move lines within columns.
  var hasMargins: Bool {
    get { frame.capabilities.hasMargins }
    set { frame.capabilities.hasMargins = newValue }
  }

  /// Forgets what is on the screen, so that the next canvas is drawn completely.
  mutating func invalidate() { shown = Canvas(size: .zero) }

  /// Returns the bytes that show a canvas; none if it is on the screen.
  ///
  /// A terminal may read a frame in pieces. A large change is marked as one frame, so that the terminal does not show half of
  /// it.
  mutating func show(_ canvas: Canvas) -> [UInt8] {
    // Equal cells look different where an exact colour is another one.
    let isKnown = shown.size == canvas.size && shown.theme.roles.exact == canvas.theme.roles.exact
    var runs = isKnown ? changedRuns(from: shown, to: canvas) : []
    if isKnown, runs.isEmpty, shown.cursor == canvas.cursor { return [] }
    frame.begin(canvas)
    let scrolled = isKnown ? scrolledPart(to: canvas, runs) : nil
    // Runs are in order of their rows.
    let rows = zip(runs, runs.dropFirst()).count { $0.row != $1.row } + 1
    let isLarge = !isKnown || scrolled != nil || rows > canvas.size.height / Self.largeShare
    if isLarge { frame.append(Sequences.frameBegins) }
    if !isKnown {
      frame.clear()
      shown = Canvas(size: canvas.size, theme: canvas.theme)
    }
    if let scrolled {
      frame.scroll(scrolled)
      shown.scroll(scrolled)
    }
    if !isKnown || scrolled != nil { runs = changedRuns(from: shown, to: canvas) }
    for run in Self.inOrder(runs, of: canvas) {
      let start = run.row * canvas.size.width
      frame.write(
        canvas.cells[start + run.columns.lowerBound..<start + run.columns.upperBound], x: run.columns.lowerBound,
        y: run.row)
    }
    frame.end(cursor: canvas.cursor)
    if isLarge { frame.append(Sequences.frameEnds) }
    for run in runs { shown.copyRow(run.row, of: canvas) }
    shown.cursor = canvas.cursor
    return frame.bytes
  }

  private func scrolledPart(to canvas: Canvas, _ runs: [Run]) -> ScrolledPart? {
    guard frame.scrolls(hasColumns: false) else { return nil }
    return .find(from: shown, to: canvas, runs: runs, hasMargins: frame.scrolls(hasColumns: true))
  }

  // MARK: - The order of runs

  /// Returns runs in an order that needs few movements and changes of looks: short ones that stand below each other, such as a
  /// border, follow each other.
  private static func inOrder(_ runs: [Run], of canvas: Canvas) -> [Run] {
    let runs = runs.flatMap { split($0, of: canvas) }
    let width = canvas.size.width
    func style(_ run: Run) -> Style { canvas.cells[run.row * width + run.columns.lowerBound].style }
    // The index of the first run of each row, or of a row below it.
    var starts = Array(repeating: runs.count, count: canvas.size.height + 2)
    for (index, run) in runs.enumerated().reversed() { starts[run.row] = index }
    for row in starts.indices.dropLast().reversed() { starts[row] = min(starts[row], starts[row + 1]) }
    var isTaken = Array(repeating: false, count: runs.count)
    var ordered: [Run] = []
    ordered.reserveCapacity(runs.count)
    for index in runs.indices where !isTaken[index] {
      var run = runs[index]
      ordered.append(run)
      guard run.columns.count == 1 else { continue }
      while let below = (starts[run.row + 1]..<starts[run.row + 2]).first(where: {
        !isTaken[$0] && runs[$0].columns == run.columns && style(runs[$0]) == style(run)
      }) {
        isTaken[below] = true
        run = runs[below]
        ordered.append(run)
      }
    }
    return ordered
  }

  /// Splits a run of a few cells in single ones.
  private static func split(_ run: Run, of canvas: Canvas) -> [Run] {
    let cells = canvas.cells[run.row * canvas.size.width..<(run.row + 1) * canvas.size.width]
    guard run.columns.count <= gap, run.columns.allSatisfy({ cells[cells.startIndex + $0].width == 1 }) else {
      return [run]
    }
    return run.columns.map { Run(row: run.row, columns: $0..<$0 + 1) }
  }
}
