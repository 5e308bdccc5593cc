import Text

/// A part of a text that is laid out separately: a paragraph, some lines of code, a row of a table.
struct TextBlock: Sendable {
  enum Content: Sendable {
    case inline(Inline)
    case code(ArraySlice<SafeText>, CodeColours)
    case row(table: Int, row: Int)
    case rule
    /// An empty item of a list.
    case empty
    /// A line that the text's owner draws.
    case custom(Int)
  }

  var content: Content
  /// The innermost frame that contains the block.
  var frame: Int
  /// The frame of the blank line before the block; `nil` without a blank line.
  var air: Int?
  /// The depth from which on the block is the first in its frames.
  var begins: Int
  /// The number of what the owner draws at the right end of the first line.
  var aside: Int?
}

/// A block laid out for a width, as far as its lines have been needed.
///
/// A long paragraph is wrapped only as far as needed, because it may be as long as the whole text. All other blocks are
/// short.
struct LaidBlock: Sendable {
  /// The blank line before the block, and all other lines except those of a long paragraph.
  private var lines: [TextLine] = []
  private var long: LongParagraph?
  /// The cells before the first line, before the following lines, and before blank lines.
  private let signs: (first: [Cell], next: [Cell], blank: [Cell])
  /// Whether a label precedes the first line, even if that is empty.
  private let hasLabel: Bool
  /// The number of what the owner draws beside the first line.
  private let aside: Int?
  /// The number of blank lines before the block.
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
    case .code(let lines, let code): content = Self.lines(code.cells(of: lines, theme), width: room, theme)
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

  /// The number of lines laid out so far.
  var count: Int { lines.count + (long?.count ?? 0) }

  /// Whether all lines have been laid out.
  var isWhole: Bool { long?.isWhole ?? true }

  /// Lays out lines up to the given number, or all.
  mutating func layOut(_ count: Int) { long?.count(to: count - lines.count) }

  /// Lays out lines up to the one that contains a glyph, or all.
  mutating func layOut(through glyph: Int) { long?.count(through: glyph) }

  /// Returns lines that have been laid out.
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

  /// Returns the glyph with which a line begins, or the line's own number where lines do not depend on the width. The blank
  /// line comes before all of them.
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

  /// Returns the line and the cell that show a glyph of one of the block's texts, as far as they have been laid out.
  func cell(of glyph: Int, inText text: Int) -> (line: Int, cell: Int)? {
    let isBefore = { (part: TextLine.Part) in part.text == text && part.start <= glyph }
    let number = isParagraph ? line(of: glyph) : lines.lastIndex { $0.parts.contains(where: isBefore) }
    guard let number, let part = lines(number..<number + 1).first?.parts.last(where: isBefore) else { return nil }
    return (number, min(part.cells.lowerBound + glyph - part.start, part.cells.upperBound))
  }

  private static func lines(_ code: [[Cell]], width: Int, _ theme: Theme) -> [TextLine] {
    // Two blank columns if the width allows.
    let indent = Array(repeating: Cell.blank, count: TextLine.codeIndent(width: width))
    let bar = indent + [Cell(theme.glyphs.codeBar, style: theme.dim), .blank]
    return code.enumerated().map { number, cells in
      var line = TextLine(bar + cells, codeStart: bar.count)
      line.parts = [TextLine.Part(text: number, start: 0, cells: bar.count..<line.cells.count)]
      return line
    }
  }
}

extension TextLine {
  /// Returns the number of blank columns before the bar of code.
  static func codeIndent(width: Int) -> Int { width >= 30 ? 2 : 0 }
}
