import Text

/// Breaks a paragraph into lines of at most so many columns, one line at a time.
///
/// Lines break at spaces and on either side of ideographs; a word that is wider than a line is broken inside. Works on
/// cells, so that a line keeps its styles and is only put on a canvas afterwards.
struct LineWrapper: Sendable {
  struct Line: Sendable {
    var cells: [Cell]
    /// The place of the first cell's glyph among all of the paragraph's.
    var start: Int
  }

  let width: Int
  private var glyphs: InlineGlyphs
  /// Glyphs that were taken; a line break counts as one.
  private var count = 0
  /// Lines that are ready: more than one where a word is wider than a line.
  private var ready: [Line] = []
  private var line = Line(cells: [], start: 0)
  private var lineWidth = 0
  private var word: [Cell] = []
  private var wordWidth = 0
  /// The space before the word, as the text around it.
  private var space: Cell?
  private var isAtEnd = false
  /// Only where the lines begin is asked for.
  private var isSkipping = false

  init(_ inline: Inline, width: Int) {
    self.width = min(max(2, width), .max - 1)
    glyphs = InlineGlyphs(inline)
  }

  /// Whether it can be asked for lines, or to skip them, whatever it did before.
  var isBetweenLines: Bool { ready.isEmpty }

  /// The next line; `nil` behind the last one.
  mutating func next() -> Line? {
    isSkipping = false
    return nextReady()
  }

  /// Skips the next line, which takes less than to make it.
  ///
  /// - Returns: where it begins; `nil` behind the last one.
  mutating func skip() -> Int? {
    isSkipping = true
    return nextReady()?.start
  }

  private mutating func nextReady() -> Line? {
    while ready.isEmpty {
      guard !isAtEnd else { return nil }
      let bytes = glyphs.nextWord(atMost: width - wordWidth + 1)
      if !bytes.isEmpty {
        for byte in bytes { word.append(glyphs.cell(byte)) }
        wordWidth += bytes.count
        count += bytes.count
        if wordWidth > width { breakWord() }
        continue
      }
      switch glyphs.next() {
      case .glyph(let cell): add(cell)
      case .space(let cell): addSpace(cell)
      case .lineBreak:
        finishWord()
        finishLine()
        // So that an empty line begins elsewhere than the one behind it.
        count += 1
      case nil:
        isAtEnd = true
        finishWord()
        if !line.cells.isEmpty { finishLine() }
      }
    }
    return ready.removeFirst()
  }

  private mutating func add(_ cell: Cell) {
    // Between ideographs, which are wide, a line may break anywhere.
    let isWide = cell.width == 2
    if isWide { finishWord() }
    word.append(cell)
    wordWidth += Int(cell.width)
    count += 1
    if wordWidth > width { breakWord() }
    if isWide { finishWord() }
  }

  private mutating func addSpace(_ cell: Cell) {
    finishWord()
    count += 1
    // At the beginning of a line white space says nothing.
    if lineWidth > 0 { space = cell }
  }

  private mutating func finishWord() {
    guard !word.isEmpty else { return }
    if lineWidth > 0, lineWidth + wordWidth + (space == nil ? 0 : 1) > width { finishLine() }
    if let space {
      line.cells.append(space)
      lineWidth += 1
      self.space = nil
    }
    if line.cells.isEmpty { line.start = count - word.count }
    line.cells += word
    lineWidth += wordWidth
    word.removeAll(keepingCapacity: true)
    wordWidth = 0
  }

  /// Puts as much of a word that is wider than a line on lines of its own as fills them.
  private mutating func breakWord() {
    if lineWidth > 0 { finishLine() }
    while wordWidth > width {
      let head = breakable()
      line.start = count - word.count
      line.cells += word[..<head]
      word.removeFirst(head)
      wordWidth = word.displayWidth
      finishLine()
    }
  }

  /// How many cells of a word that is too wide go into a line: as many as fit, or up to the last sign at which an
  /// address or an identifier is better broken, if that is not too far back.
  private func breakable() -> Int {
    var fitting = 0
    var columns = 0
    for cell in word {
      guard columns + Int(cell.width) <= width else { break }
      columns += Int(cell.width)
      fitting += 1
    }
    // A line holds at least one glyph, so that there is always progress.
    fitting = max(1, fitting)
    let best = word.prefix(fitting).lastIndex { Self.isBreakingSign($0.glyph) }.map { $0 + 1 } ?? 0
    return best > fitting / 2 ? best : fitting
  }

  private static func isBreakingSign(_ glyph: Glyph) -> Bool {
    switch glyph.scalar {
    case "/", "-", "_", ".", "?", "&", "=", ",": true
    default: false
    }
  }

  private mutating func finishLine() {
    if line.cells.isEmpty { line.start = count }
    if isSkipping {
      ready.append(Line(cells: [], start: line.start))
      line.cells.removeAll(keepingCapacity: true)
    } else {
      ready.append(line)
      line = Line(cells: [], start: count)
      line.cells.reserveCapacity(min(width, 128))
    }
    lineWidth = 0
    space = nil
  }
}

extension LineWrapper {
  static func lines(of inline: Inline, width: Int) -> [Line] {
    var wrapper = LineWrapper(inline, width: width)
    var lines: [Line] = []
    while let line = wrapper.next() { lines.append(line) }
    return lines
  }
}
