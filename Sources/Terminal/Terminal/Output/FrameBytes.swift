import CCurses
import Screen

/// The bytes of a frame, put together in the order in which the terminal reads them.
///
/// It knows the terminal's cursor, look and link at each byte, and writes the shortest sequences that lead from there to the
/// next cell.
struct FrameBytes {
  var capabilities: TerminalCapabilities
  let writesLinks: Bool
  private var looks: TerminalLooks
  private(set) var bytes: [UInt8] = []
  /// The cursor's place; `nil` if it is unknown, as after the last column, where terminals wait in different ways.
  private(set) var cursor: Point?
  private var isCursorVisible: Bool?
  private var style = Style.plain
  private var link = CellLink.none
  private var size = Size.zero

  init(capabilities: TerminalCapabilities, looks: TerminalLooks, writesLinks: Bool) {
    (self.capabilities, self.looks, self.writesLinks) = (capabilities, looks, writesLinks)
  }

  // MARK: - A frame

  /// Begins the frame of a canvas.
  mutating func begin(_ canvas: Canvas) {
    bytes.removeAll(keepingCapacity: true)
    size = canvas.size
    looks.exact = canvas.theme.roles.exact
  }

  /// Ends a frame: moves the cursor to its place, shows or hides it, and leaves the terminal without a look and a link.
  mutating func end(cursor new: Canvas.Cursor?) {
    take(style: .plain)
    take(link: .none)
    if let new { move(to: new.place) }
    let isVisible = new?.isSeen == true
    if isCursorVisible != isVisible {
      bytes += isVisible ? capabilities.showCursor : capabilities.hideCursor
      isCursorVisible = isVisible
    }
  }

  mutating func append(_ text: String) { bytes += text.utf8 }

  /// Forgets what is known of the cursor, and clears the screen.
  mutating func clear() {
    bytes += capabilities.reset + capabilities.clear
    (style, cursor, isCursorVisible) = (.plain, Point(x: 0, y: 0), nil)
  }

  // MARK: - Cells

  /// Writes neighbouring cells of a row.
  ///
  /// - Precondition: They begin and end with whole glyphs, and lie within the size of the frame.
  mutating func write(_ cells: ArraySlice<Cell>, x: Int, y: Int) {
    var index = cells.startIndex
    while index < cells.endIndex {
      let cell = cells[index]
      let column = x + index - cells.startIndex
      let end = cells[index...].firstIndex { $0 != cell } ?? cells.endIndex
      if cell.isErased, let erased = erase(cells, from: index, to: end, column: column, y: y) {
        index = erased
        continue
      }
      if cell.width > 0 { write(cell, count: cell.width == 2 ? 1 : end - index, x: column, y: y) }
      index = cell.width == 1 ? end : index + 1
    }
  }

  /// Erases blanks if that is shorter than writing them.
  ///
  /// - Returns: the index after them; `nil` if they are to be written.
  private mutating func erase(_ cells: ArraySlice<Cell>, from start: Int, to same: Int, column: Int, y: Int) -> Int? {
    // Blanks that look the same may have different styles.
    let end = cells[same...].firstIndex { !$0.isErased } ?? cells.endIndex
    let count = end - start
    let standard = capabilities.standard
    if column + count == size.width, standard.contains(.eraseToEnd), count > 3 {
      prepareToErase(x: column, y: y)
      bytes += "\u{1B}[K".utf8
      return end
    }
    // After erased characters the cursor has to move over them.
    guard standard.contains(.eraseCharacters), count > (end == cells.endIndex ? 6 : 11) else { return nil }
    prepareToErase(x: column, y: y)
    append(count, "X")
    return end
  }

  private mutating func prepareToErase(x: Int, y: Int) {
    move(to: Point(x: x, y: y))
    if !TerminalLooks.isErased(style) { take(style: .plain) }
    take(link: .none)
  }

  /// Writes a glyph a number of times.
  private mutating func write(_ cell: Cell, count: Int, x: Int, y: Int) {
    var count = count
    if capabilities.scrollsAtEnd, y == size.height - 1, x + count * Int(cell.width) == size.width {
      // The last place would scroll the screen, and stays as it is.
      count -= 1
      guard count > 0 else { return }
    }
    move(to: Point(x: x, y: y))
    if !(cell.isErased && TerminalLooks.isErased(style)) { take(style: cell.style) }
    take(link: writesLinks ? cell.link : .none)
    let before = bytes.count
    append(cell)
    let length = bytes.count - before
    let isRepeated =
      capabilities.repeatsCharacters && cell.width == 1 && cell.link == .none
      && cell.glyph.scalar != nil && (count - 1) * length > 3 + digits(count - 1)
    if isRepeated {
      append(count - 1, "b")
    } else {
      for _ in 1..<max(1, count) { bytes.append(contentsOf: bytes[before..<before + length]) }
    }
    let next = x + count * Int(cell.width)
    cursor = next < size.width ? Point(x: next, y: y) : nil
  }

  /// Writes the glyph of a cell in as many columns as the cell has.
  ///
  /// A glyph whose width the C library sees differently (such as a newer emoji) may shift everything to its right, so a
  /// replacement character stands for it. Marks that take a column are left out.
  private mutating func append(_ cell: Cell) {
    if let scalar = cell.glyph.scalar {
      if scalar.value >= 0x20, scalar.value < 0x7F { return bytes.append(UInt8(truncatingIfNeeded: scalar.value)) }
      guard terminfo_width(scalar.value) == CInt(cell.width) else { return appendReplacement(cell) }
      return append(scalar)
    }
    let scalars = cell.glyph.scalars
    guard let base = scalars.first, terminfo_width(base.value) == CInt(cell.width) else {
      return appendReplacement(cell)
    }
    append(base)
    for mark in scalars.dropFirst() where terminfo_width(mark.value) == 0 { append(mark) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
  }

  private mutating func appendReplacement(_ cell: Cell) {
    append(terminfo_width(0xFFFD) == 1 ? "\u{FFFD}" : "?")
    if cell.width == 2 { bytes.append(UInt8(ascii: " ")) }
  }

  // MARK: - Looks and links

  private mutating func take(style new: Style) {
    guard new != style else { return }
    bytes += looks.change(from: style, to: new)
    style = new
  }

  private mutating func take(link new: CellLink) {
    guard new != link else { return }
    append(new.address.map { Sequences.linkBegins(new.number, $0) } ?? Sequences.linkEnds)
    link = new
  }

  // MARK: - The cursor

  /// A movement of the cursor up, down or along its line.
  private enum Step {
    case none
    case control(UInt8, count: Int)
    case sequence(Int, Unicode.Scalar)
  }

  /// Moves the cursor in the fewest bytes.
  mutating func move(to point: Point) {
    guard cursor != point else { return }
    let start = cursor
    cursor = point
    guard let start, let vertical = vertical(from: start.y, to: point.y),
      let horizontal = horizontal(from: start.x, to: point.x),
      length(vertical) + length(horizontal) < 4 + digits(point.x + 1) + digits(point.y + 1)
    else { return appendPosition(point) }
    append(vertical)
    append(horizontal)
  }

  private mutating func appendPosition(_ point: Point) {
    guard capabilities.standard.contains(.position) else {
      bytes += TerminalDescription.format("cup", point.y, point.x)
      return
    }
    append("\u{1B}[")
    if point != Point(x: 0, y: 0) {
      append(number: point.y + 1)
      bytes.append(UInt8(ascii: ";"))
      append(number: point.x + 1)
    }
    bytes.append(UInt8(ascii: "H"))
  }

  private func vertical(from start: Int, to end: Int) -> Step? {
    let (distance, standard) = (end - start, capabilities.standard)
    if distance == 0 { return Step.none }
    if distance > 0, distance <= 4, standard.contains(.lineFeed) {
      return .control(UInt8(ascii: "\n"), count: distance)
    }
    if distance > 0, standard.contains(.down) { return .sequence(distance, "B") }
    if distance < 0, standard.contains(.up) { return .sequence(-distance, "A") }
    return standard.contains(.row) ? .sequence(end + 1, "d") : nil
  }

  private func horizontal(from start: Int, to end: Int) -> Step? {
    let (distance, standard) = (end - start, capabilities.standard)
    if distance == 0 { return Step.none }
    if end == 0 { return .control(UInt8(ascii: "\r"), count: 1) }
    if distance < 0, distance >= -4, standard.contains(.backspace) { return .control(8, count: -distance) }
    if distance > 0, standard.contains(.right) { return .sequence(distance, "C") }
    if distance < 0, standard.contains(.left) { return .sequence(-distance, "D") }
    return standard.contains(.column) ? .sequence(end + 1, "G") : nil
  }

  private func length(_ step: Step) -> Int {
    switch step {
    case .none: 0
    case .control(_, let count): count
    case .sequence(let number, _): number == 1 ? 3 : 3 + digits(number)
    }
  }

  private mutating func append(_ step: Step) {
    switch step {
    case .none: break
    case .control(let byte, let count): for _ in 0..<count { bytes.append(byte) }
    case .sequence(let number, let final): append(number, final)
    }
  }

  /// Appends `ESC [`, a number unless it is 1, and a letter.
  private mutating func append(_ number: Int, _ final: Unicode.Scalar) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if number != 1 { append(number: number) }
    bytes.append(UInt8(ascii: final))
  }

  private mutating func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private func digits(_ number: Int) -> Int { number < 10 ? 1 : number < 100 ? 2 : 3 }

  // MARK: - Moving lines

  /// Lets the terminal move lines. The lines that appear are blank.
  mutating func scroll(_ part: ScrolledPart) {
    take(style: .plain)
    take(link: .none)
    let hasColumns = part.columns != 0..<size.width
    if hasColumns { append(Sequences.marginsBegin(part.columns)) }
    append("\u{1B}[\(part.rows.lowerBound + 1);\(part.rows.upperBound)r")
    // The region brings the cursor to the first place.
    cursor = Point(x: 0, y: 0)
    let count = abs(part.distance)
    if part.distance > 0, capabilities.standard.contains(.scrollUp) {
      append(count, "S")
    } else if part.distance < 0, capabilities.standard.contains(.scrollDown) {
      append(count, "T")
    } else {
      move(to: Point(x: 0, y: part.distance > 0 ? part.rows.upperBound - 1 : part.rows.lowerBound))
      for _ in 0..<count { bytes += part.distance > 0 ? capabilities.index : capabilities.reverseIndex }
    }
    append(hasColumns ? Sequences.regionEnds : "\u{1B}[r")
    cursor = Point(x: 0, y: 0)
  }

  /// Whether lines of the screen, or with `hasColumns` a part of them, can move.
  func scrolls(hasColumns: Bool) -> Bool {
    let standard = capabilities.standard
    guard standard.contains(.region), !hasColumns || capabilities.hasMargins else { return false }
    let hasNumbers = standard.isSuperset(of: [.scrollUp, .scrollDown])
    return hasNumbers || !hasColumns && !capabilities.index.isEmpty && !capabilities.reverseIndex.isEmpty
  }
}
