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
/// A paragraph that is long is wrapped as far as it is needed, since it may be as long as the whole text. Any other block is
/// short.
struct LaidBlock: Sendable {
  /// The blank line before the block, and all others but those of a long paragraph.
  private var lines: [TextLine] = []
  private var long: LongParagraph?
  /// Before the first line, before those behind it, and before lines that have nothing in them.
  private let signs: (first: [Cell], next: [Cell], blank: [Cell])
  /// A label stands before the first line, also where that has nothing in it.
  private let hasLabel: Bool
  /// What the owner draws beside the first line.
  private let aside: Int?
  /// How many blank lines come first.
  private let air: Int
  let isParagraph: Bool

  init(_ block: TextBlock, of section: TextSection, width: Int, table: (Int) -> TableLayout) {
    let (theme, frames) = (section.theme, section.frames)
    let room = frames.width(of: block.frame, in: width)
    var content: [TextLine] = []
    var airFrame = block.air
    var isParagraph = false
    switch block.content {
    case .inline(let inline):
      isParagraph = true
      var wrapper = LineWrapper(inline, width: room)
      while content.count <= LongParagraph.pageLength, let line = wrapper.next() { content.append(TextLine(line)) }
      if content.count > LongParagraph.pageLength {
        content = []
        long = LongParagraph(LineWrapper(inline, width: room))
      }
    case .code(let code): content = Self.lines(of: code, width: room, theme)
    case .row(let number, let row):
      let layout = table(number)
      content = layout.lines(row, of: section.tables[number], theme)
      if layout.hasAir, row > 0, !content[0].cells.isEmpty { airFrame = block.frame }
    case .rule:
      content = [TextLine(Array(repeating: Cell(theme.glyphs.horizontal, style: theme.dim), count: room))]
    case .empty: content = [TextLine()]
    case .custom(let number): content = [TextLine(custom: number)]
    }
    if !content.isEmpty { content[0].aside = block.aside }
    aside = block.aside
    (air, self.isParagraph, hasLabel) = (airFrame == nil ? 0 : 1, isParagraph, block.begins != .max)
    if let airFrame { lines.append(TextLine(frames.signs(of: airFrame, begins: .max, isBlank: true, theme))) }
    signs = (
      frames.signs(of: block.frame, begins: block.begins, isBlank: false, theme),
      frames.signs(of: block.frame, begins: .max, isBlank: false, theme),
      frames.signs(of: block.frame, begins: .max, isBlank: true, theme)
    )
    for (index, line) in content.enumerated() { lines.append(line.behind(signs(index, line.cells))) }
  }

  private func signs(_ line: Int, _ cells: [Cell]) -> [Cell] {
    if line == 0, hasLabel || !cells.isEmpty { return signs.first }
    return cells.isEmpty ? signs.blank : signs.next
  }

  /// How many lines are laid out so far.
  var count: Int { lines.count + (long?.count ?? 0) }

  /// Whether these are all.
  var isWhole: Bool { long?.isWhole ?? true }

  /// Lays out lines until there are so many, or all.
  mutating func layOut(_ count: Int) { long?.count(to: count - lines.count) }

  /// Lays out lines until one has a glyph, or all.
  mutating func layOut(through glyph: Int) { long?.count(through: glyph) }

  /// Lines that are laid out.
  func lines(_ range: Range<Int>) -> [TextLine] {
    let range = range.clamped(to: 0..<count)
    guard let long, range.upperBound > lines.count else { return Array(lines[range]) }
    let first = max(0, range.lowerBound - lines.count)
    let rest = long.lines(first..<range.upperBound - lines.count).enumerated().map { index, line in
      var line = TextLine(line).behind(signs(first + index, line.cells))
      if first + index == 0 { line.aside = aside }
      return line
    }
    return lines[min(range.lowerBound, lines.count)...] + rest
  }

  // MARK: - Places that do not depend on the width

  /// The glyph with which a line begins; a line's own number where no width moves it. Before all of them is the blank line.
  func glyph(ofLine line: Int) -> Int {
    guard line >= air else { return -1 }
    return isParagraph ? lines(line..<line + 1).first?.parts.first?.start ?? 0 : line - air
  }

  /// The line that has a glyph, as far as it is laid out.
  func line(of glyph: Int) -> Int {
    guard glyph >= 0 else { return 0 }
    if let long { return air + long.line(of: glyph) }
    guard isParagraph else { return min(air + glyph, lines.count - 1) }
    return max(air, lines.partitioningIndex { ($0.parts.first?.start ?? -1) > glyph } - 1)
  }

  /// The line and the cell that show a glyph of one of the block's texts, as far as they are laid out.
  func cell(of glyph: Int, inText text: Int) -> (line: Int, cell: Int)? {
    let isBefore = { (part: TextLine.Part) in part.text == text && part.start <= glyph }
    let number = isParagraph ? line(of: glyph) : lines.lastIndex { $0.parts.contains(where: isBefore) }
    guard let number, let part = lines(number..<number + 1).first?.parts.last(where: isBefore) else { return nil }
    return (number, min(part.cells.lowerBound + glyph - part.start, part.cells.upperBound))
  }

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
