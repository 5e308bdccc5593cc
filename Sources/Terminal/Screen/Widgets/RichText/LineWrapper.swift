import Text

/// Breaks a paragraph into lines of a maximum width, one line at a time.
///
/// Lines break at spaces and on either side of ideographs; a word that is wider than a line is broken inside. It works on
/// cells, so that a line keeps its styles.
struct LineWrapper: Sendable {
  struct Line: Sendable {
    var cells: [Cell]
    /// The index of the glyph in the first cell among all glyphs of the paragraph.
    var start: Int
  }

  let width: Int
  private var glyphs: InlineGlyphs
  /// The number of glyphs taken; a line break counts as one.
  private var count = 0
  /// Finished lines: several if a word is wider than a line.
  private var ready: [Line] = []
  private var line = Line(cells: [], start: 0)
  private var lineWidth = 0
  private var word: [Cell] = []
  private var wordWidth = 0
  /// The space before the word, in the style of the text around it.
  private var space: Cell?
  private var isAtEnd = false
  /// Whether only the starts of lines are needed.
  private var isSkipping = false

  init(_ inline: Inline, width: Int) {
    self.width = min(max(2, width), .max - 1)
    glyphs = InlineGlyphs(inline)
  }

  /// Whether the next call may ask for a line or skip one, whatever came before.
  var isBetweenLines: Bool { ready.isEmpty }

  /// Returns the next line; `nil` after the last one.
  mutating func next() -> Line? {
    isSkipping = false
    return nextReady()
  }

  /// Skips the next line, which is faster than returning it.
  ///
  /// - Returns: the start of the line; `nil` after the last one.
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
        // Counted, so that an empty line starts at another index than the line after it.
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
    // A line may break between ideographs, which are wide.
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
    // White space at the beginning of a line is dropped.
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

  /// Breaks a word that is wider than a line into as many full lines as needed.
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

  /// Returns how many cells of a word that is too wide go into a line: as many as fit, or up to the last character at which
  /// an address or an identifier is better broken, if it is not too far back.
  private func breakable() -> Int {
    var fitting = 0
    var columns = 0
    for cell in word {
      guard columns + Int(cell.width) <= width else { break }
      columns += Int(cell.width)
      fitting += 1
    }
    // At least one glyph, so that there is always progress.
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
