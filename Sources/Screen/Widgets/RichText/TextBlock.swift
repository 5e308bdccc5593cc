import Text

/// A part of a text that is laid out by itself: a paragraph, some lines of code, a row of a table.
struct TextBlock: Sendable {
  enum Content: Sendable {
    case inline(Inline)
    case code(ArraySlice<SafeText>)
    case row(table: Int, row: Int)
    case rule
    /// An item of a list that says nothing.
    case empty
    /// A line that the text's owner draws.
    case custom(Int)
  }

  var content: Content
  /// The innermost frame that it stands in.
  var frame: Int
  /// The frame in which a blank line stands before it; `nil` where it follows at once.
  var air: Int?
  /// The depth from which on its frames begin with it.
  var begins: Int
  /// What the owner draws at the right end of its first line.
  var aside: Int?
}

/// A block at a width: the lines that were asked for so far.
///
/// A paragraph is wrapped line by line, since it may be as long as the whole text. Any other block is short.
struct LaidBlock: Sendable {
  private(set) var lines: [TextLine] = []
  /// Wraps what is left of a paragraph.
  private var wrapper: LineWrapper?
  /// Before the lines that are still to come.
  private var signs: [Cell] = []
  /// Before those of them that have nothing in them.
  private var blankSigns: [Cell] = []
  /// Whether a blank line comes first.
  private let hasAir: Bool
  private let isParagraph: Bool

  init(_ block: TextBlock, of section: TextSection, width: Int, table: (Int) -> TableLayout) {
    let (theme, frames) = (section.theme, section.frames)
    let room = frames.width(of: block.frame, in: width)
    var content: [TextLine] = []
    var air = block.air
    switch block.content {
    case .inline(let inline):
      wrapper = LineWrapper(inline, width: room)
      content = [wrapper?.next()].compactMap { $0 }.map { TextLine($0) }
    case .code(let code): content = Self.lines(of: code, width: room, theme)
    case .row(let number, let row):
      let layout = table(number)
      content = layout.lines(row, of: section.tables[number], theme)
      if layout.hasAir, row > 0 { air = block.frame }
    case .rule:
      content = [TextLine(Array(repeating: Cell(theme.glyphs.horizontal, style: theme.dim), count: room))]
    case .empty: content = [TextLine()]
    case .custom(let number): content = [TextLine(custom: number)]
    }
    if !content.isEmpty { content[0].aside = block.aside }
    hasAir = air != nil
    isParagraph = wrapper != nil
    if let air { lines.append(TextLine(frames.signs(of: air, begins: .max, isBlank: true, theme))) }
    for (index, line) in content.enumerated() {
      let begins = index == 0 ? block.begins : .max
      lines.append(line.behind(frames.signs(of: block.frame, begins: begins, isBlank: line.cells.isEmpty, theme)))
    }
    if wrapper != nil {
      signs = frames.signs(of: block.frame, begins: .max, isBlank: false, theme)
      blankSigns = frames.signs(of: block.frame, begins: .max, isBlank: true, theme)
    }
  }

  /// Whether all lines are there.
  var isWhole: Bool { wrapper == nil }

  /// Lays out lines until there are so many, or all.
  mutating func layOut(_ count: Int) {
    while lines.count < count, let line = wrapper?.next() {
      lines.append(TextLine(line).behind(line.cells.isEmpty ? blankSigns : signs))
    }
    // Not at the end of the paragraph yet, or there would be no line.
    if lines.count < count { wrapper = nil }
  }

  /// Lays out lines until one has a glyph, or all.
  mutating func layOut(through glyph: Int) {
    while !isWhole, (lines.last?.parts.first?.start ?? -1) <= glyph { layOut(lines.count + 1) }
  }

  // MARK: - Places that do not depend on the width

  /// The glyph with which a line begins; a line's own number where no width moves it. Before all of them is the blank line.
  func glyph(ofLine line: Int) -> Int {
    guard line >= first else { return -1 }
    return isParagraph ? lines[line].parts.first?.start ?? 0 : line - first
  }

  /// The line that has a glyph, as far as it is laid out.
  func line(of glyph: Int) -> Int {
    guard glyph >= 0 else { return 0 }
    guard isParagraph else { return min(first + glyph, lines.count - 1) }
    return max(first, lines.partitioningIndex { ($0.parts.first?.start ?? -1) > glyph } - 1)
  }

  /// The line and the cell that show a glyph of one of the block's texts, as far as they are laid out.
  func cell(of glyph: Int, inText text: Int) -> (line: Int, cell: Int)? {
    let last = { (part: TextLine.Part) in part.text == text && part.start <= glyph }
    let line = isParagraph ? self.line(of: glyph) : lines.lastIndex { $0.parts.contains(where: last) }
    guard let line, let part = lines[line].parts.last(where: last) else { return nil }
    return (line, min(part.cells.lowerBound + glyph - part.start, part.cells.upperBound))
  }

  /// The first line behind the blank one.
  private var first: Int { hasAir ? 1 : 0 }

  private static func lines(of code: ArraySlice<SafeText>, width: Int, _ theme: Theme) -> [TextLine] {
    // Two columns of air, but where columns are few.
    let indent = Array(repeating: Cell.blank, count: TextLine.codeIndent(width: width))
    let bar = indent + [Cell(theme.glyphs.codeBar, style: theme.dim), .blank]
    return code.enumerated().map { number, text in
      var line = TextLine(bar + TextLine.cells(CodeComment.spans(of: text, theme)), codeStart: bar.count)
      line.parts = [TextLine.Part(text: number, start: 0, cells: bar.count..<line.cells.count)]
      return line
    }
  }
}

extension TextLine {
  /// Columns of air before the bar of code.
  static func codeIndent(width: Int) -> Int { width >= 30 ? 2 : 0 }
}
