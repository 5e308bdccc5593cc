import Text

/// Breaks a paragraph into lines of at most so many columns.
///
/// Lines break at spaces and on either side of ideographs; a word that is wider than a line is broken inside. Works on
/// cells, so that a line keeps its styles and is only put on a canvas afterwards.
struct LineWrapper {
  let width: Int
  private(set) var lines: [[Cell]] = []
  private var line: [Cell] = []
  private var lineWidth = 0
  private var word: [Cell] = []
  private var wordWidth = 0
  /// The space before the word, in the style of the text around it.
  private var space: Style?

  init(width: Int) { self.width = max(2, width) }

  mutating func add(_ text: SafeText, _ style: Style) {
    for (glyph, glyphWidth) in Glyphs(text) {
      if glyph == .space {
        finishWord()
        // At the beginning of a line white space says nothing.
        if lineWidth > 0 { space = style }
      } else {
        let cell = Cell(glyph, style: style, width: UInt8(glyphWidth))
        // Between ideographs, which are wide, a line may break anywhere.
        if glyphWidth == 2 { finishWord() }
        word.append(cell)
        wordWidth += glyphWidth
        if glyphWidth == 2 { finishWord() }
      }
    }
  }

  /// Text that stays with the word before it, spaces included.
  mutating func addGlued(_ text: SafeText, _ style: Style) {
    for (glyph, glyphWidth) in Glyphs(text) {
      word.append(Cell(glyph, style: style, width: UInt8(glyphWidth)))
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
      word = []
      wordWidth = 0
    }
    let needed = wordWidth + (space == nil ? 0 : 1)
    if lineWidth > 0, lineWidth + needed > width { finishLine() }
    if let space {
      line.append(Cell(.space, style: space))
      lineWidth += 1
      self.space = nil
    }
    for cell in word {
      if lineWidth + Int(cell.width) > width { finishLine() }
      line.append(cell)
      lineWidth += Int(cell.width)
    }
  }

  private mutating func finishLine() {
    lines.append(line)
    line = []
    lineWidth = 0
    space = nil
  }
}
