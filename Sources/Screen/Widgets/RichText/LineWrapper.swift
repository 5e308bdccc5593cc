import Text

/// Breaks a paragraph into lines of at most so many columns.
///
/// Lines break at spaces and on either side of ideographs; a word that is wider than a line is broken inside. Works on
/// cells, so that a line keeps its styles and is only put on a canvas afterwards.
struct LineWrapper {
  let width: Int
  /// Where what is added from now on leads.
  var link = CellLink.none
  private(set) var lines: [[Cell]] = []
  private var line: [Cell] = []
  private var lineWidth = 0
  private var word: [Cell] = []
  private var wordWidth = 0
  /// The space before the word, as the text around it.
  private var space: Cell?

  init(width: Int) { self.width = max(2, width) }

  mutating func add(_ text: SafeText, _ style: Style) {
    if text.string.utf8Span.isKnownASCII {
      // Every byte takes one column.
      for byte in text.string.utf8 {
        if byte == UInt8(ascii: " ") {
          addSpace(style)
        } else {
          word.append(Cell(Glyph(code: UInt32(byte)), style: style, link: link))
          wordWidth += 1
        }
      }
      return
    }
    for (glyph, glyphWidth) in Glyphs(text) {
      if glyph == .space {
        addSpace(style)
      } else {
        let cell = Cell(glyph, style: style, width: UInt8(glyphWidth), link: link)
        // Between ideographs, which are wide, a line may break anywhere.
        if glyphWidth == 2 { finishWord() }
        word.append(cell)
        wordWidth += glyphWidth
        if glyphWidth == 2 { finishWord() }
      }
    }
  }

  private mutating func addSpace(_ style: Style) {
    finishWord()
    // At the beginning of a line white space says nothing.
    if lineWidth > 0 { space = Cell(.space, style: style, link: link) }
  }

  /// Text that stays with the word before it, spaces included.
  mutating func addGlued(_ text: SafeText, _ style: Style) {
    for (glyph, glyphWidth) in Glyphs(text) {
      word.append(Cell(glyph, style: style, width: UInt8(glyphWidth), link: link))
      wordWidth += glyphWidth
    }
  }

  /// A forced break.
  mutating func breakLine() {
    finishWord()
    finishLine()
  }

  /// The lines, the last one finished.
  mutating func finish() -> [[Cell]] {
    finishWord()
    if !line.isEmpty { finishLine() }
    defer { lines = [] }
    return lines
  }

  private mutating func finishWord() {
    guard !word.isEmpty else { return }
    defer {
      word.removeAll(keepingCapacity: true)
      wordWidth = 0
    }
    let needed = wordWidth + (space == nil ? 0 : 1)
    if lineWidth > 0, lineWidth + needed > width { finishLine() }
    if let space {
      line.append(space)
      lineWidth += 1
      self.space = nil
    }
    if wordWidth <= width - lineWidth {
      line += word
      lineWidth += wordWidth
      return
    }
    var rest = word[...]
    while rest.displayWidth > width - lineWidth {
      let head = rest.prefix(breakable(in: rest))
      line += head
      rest = rest.dropFirst(head.count)
      finishLine()
    }
    line += rest
    lineWidth += rest.displayWidth
  }

  /// How many cells of a word that is too wide go into this line: as many as fit, or up to the last sign at which an
  /// address or an identifier is better broken, if that is not too far back.
  private func breakable(in word: ArraySlice<Cell>) -> Int {
    var fitting = 0
    var columns = lineWidth
    for cell in word {
      guard columns + Int(cell.width) <= width else { break }
      columns += Int(cell.width)
      fitting += 1
    }
    // A line holds at least one glyph, so that there is always progress.
    fitting = max(1, fitting)
    let afterSign = word.prefix(fitting).lastIndex { Self.breakingSigns.contains($0.glyph) }
    let best = afterSign.map { $0 - word.startIndex + 1 } ?? 0
    return best > fitting / 2 ? best : fitting
  }

  private static let breakingSigns = Set("/-_.?&=,".unicodeScalars.map { Glyph($0) })

  private mutating func finishLine() {
    lines.append(line)
    line = []
    lineWidth = 0
    space = nil
  }
}
