import Text

/// A part of a text, such as a post: blocks that do not depend on a width.
///
/// Creating it lays out nothing. A ``TextLayout`` lays out the blocks that are needed.
public struct TextSection: Sendable {
  let theme: Theme
  private(set) var blocks: [TextBlock] = []
  private(set) var frames: [TextFrame] = []
  private(set) var tables: [TextTable] = []
  /// For each block the size of the section up to its end, in approximate glyphs. A line counts as at least ``lineSize``.
  private(set) var ends: [Int] = []
  /// For each piece of code its frame and the columns of its widest line.
  private(set) var codeWidths: [(frame: Int, columns: Int)] = []
  /// Whether it contains a link or a block of code.
  public private(set) var hasParts = false

  private let base: Style
  /// The language of code whose author names none.
  private var language: CodeLanguage?
  /// The frame that blocks are added to.
  private var frame = TextFrame.none
  /// The frame of a blank line before the next block, if there is to be one.
  private var air: Int?
  /// The depth from which on the next block is the first in its frames.
  private var begins = Int.max

  static let lineSize = 64

  /// - Parameters:
  ///   - base: The style of text without a style of its own; the theme's plain one if `nil`.
  ///   - indent: The columns by which everything is indented.
  public init(theme: Theme, base: Style? = nil, indent: Int = 0) {
    self.theme = theme
    self.base = base ?? theme.plain
    if indent > 0 { open(.indent, columns: indent) }
  }

  public var isEmpty: Bool { blocks.isEmpty }

  /// The size of all blocks.
  var size: Int { ends.last ?? 0 }

  // MARK: - What stands in it

  /// Adds a blank line before the next block, if one follows.
  public mutating func addBlank() { air = frame }

  public mutating func add(_ text: SafeText, _ style: Style) { append(.text(text, style)) }

  /// Adds a paragraph in several styles.
  public mutating func add(_ spans: [Span]) { append(.styled(spans.map { StyledRun(text: $0.text, style: $0.style) })) }

  /// Adds a paragraph with a margin at its left, which an empty one has as well.
  ///
  /// - Parameters:
  ///   - first: The margin of the first line.
  ///   - next: The margin of the following lines, as wide as `first`.
  public mutating func add(_ spans: [Span], behind first: [Span], then next: [Span]) {
    within(.gutter(first: first, next: next), columns: first.width) { section in
      let count = section.blocks.count
      section.add(spans)
      if section.blocks.count == count { section.append(.empty, size: Self.lineSize) }
    }
  }

  /// Adds a line that the text's owner draws, with the owner's number for it.
  public mutating func add(line number: Int) { append(.custom(number), size: Self.lineSize) }

  /// - Parameters:
  ///   - language: The language of code whose author names none.
  ///   - links: The numbers assigned so far; those of this body are added.
  public mutating func add(_ body: RichText, language: CodeLanguage? = nil, links: inout LinkNumbers) {
    self.language = language
    let linked = LinkedRuns(
      targets: body.links, numbers: links.numbers(of: body), style: theme.dim, code: theme.inlineCode)
    if !body.links.isEmpty { hasParts = true }
    add(body.blocks, linked, isTight: false)
  }

  /// Adds a body after a bullet, with free columns at its right.
  ///
  /// - Parameters:
  ///   - aside: The owner's number of what it draws in those columns beside the first line.
  ///   - links: The numbers assigned so far; those of this body are added.
  public mutating func add(item body: RichText, aside: Int, columns: Int, links: inout LinkNumbers) {
    within(.margin, columns: columns) { section in
      section.within(.bullet, columns: 2) { section in
        let first = section.blocks.count
        section.add(body, links: &links)
        if section.blocks.count == first { section.append(.empty, size: Self.lineSize) }
        section.blocks[first].aside = aside
      }
    }
  }

  /// Adds the numbered targets of a text's links: `[1] https://docs.swift.org/…`.
  public mutating func add(targetsOf links: LinkNumbers) {
    for (index, target) in links.targets.enumerated() {
      // `[12] `
      within(.target(index + 1), columns: "\(index + 1)".utf8.count + 3) {
        $0.append(.target(target, $0.theme.dim))
      }
    }
  }

  // MARK: - Blocks

  private mutating func add(_ blocks: [RichText.Block], _ links: LinkedRuns, isTight: Bool) {
    let first = self.blocks.count
    for block in blocks {
      let count = self.blocks.count
      // Only between visible blocks.
      if count > first, !isTight { air = frame }
      add(block, links)
      if self.blocks.count == count, count > first { air = nil }
    }
  }

  private mutating func add(_ block: RichText.Block, _ links: LinkedRuns) {
    switch block {
    case .paragraph(let runs):
      append(.runs(runs, links, base: base))
    case .heading(let level, let runs):
      append(.runs(runs, links, base: level <= 2 ? theme.strong.with(.underline) : theme.strong))
    case .code(let lines, let language): add(code: lines, in: language ?? self.language)
    case .quote(let blocks): within(.quote, columns: 2) { $0.add(blocks, links, isTight: false) }
    case .list(let isOrdered, let start, let items): add(items, from: isOrdered ? start : nil, links)
    case .table(let rows, let hasHead, let alignments):
      guard rows.contains(where: { !$0.isEmpty }) else { return }
      tables.append(TextTable(rows: rows, hasHead: hasHead, alignments: alignments, links: links))
      for (index, row) in rows.enumerated() {
        let size = row.reduce(0) { $1.reduce($0) { $0 + Inline.size(of: $1.text) } }
        append(.row(table: tables.count - 1, row: index), size: size)
      }
    case .rule: append(.rule, size: Self.lineSize)
    }
  }

  private mutating func add(code lines: [SafeText], in language: CodeLanguage?) {
    hasParts = true
    guard !lines.isEmpty else { return }
    var columns = 0
    for line in lines where Self.mostColumns(of: line) > columns { columns = max(columns, DisplayWidth.of(line)) }
    codeWidths.append((frame, columns))
    let code = CodeColours(lines, language: language)
    for start in stride(from: 0, to: lines.count, by: CodeColours.pieceLength) {
      let piece = lines[start..<min(start + CodeColours.pieceLength, lines.count)]
      append(.code(piece, code), size: piece.count * Self.lineSize)
    }
  }

  /// Returns an upper bound of a text's columns, faster than counting them: a character beyond ASCII takes two bytes per
  /// column, or three bytes for two columns.
  private static func mostColumns(of text: SafeText) -> Int {
    let bytes = text.string.utf8
    if text.string.utf8Span.isKnownASCII { return bytes.count }
    let ascii = bytes.count { $0 < 0x80 }
    return ascii + (bytes.count - ascii) * 2 / 3
  }

  /// - Parameter first: The first number; `nil` for bullets.
  private mutating func add(_ items: [[RichText.Block]], from first: Int?, _ links: LinkedRuns) {
    let digits = first.map { max("\($0)".count, "\($0 + items.count - 1)".count) } ?? 0
    let columns = first == nil ? 2 : max(3, digits + 2)
    // Items of several paragraphs are separated by blank lines; items of one line each are not.
    let isTight = items.allSatisfy(Self.isShort)
    for (index, item) in items.enumerated() {
      if index > 0, !isTight { air = frame }
      within(first.map { .number($0 + index) } ?? .bullet, columns: columns) { section in
        let count = section.blocks.count
        section.add(item, links, isTight: isTight)
        if section.blocks.count == count { section.append(.empty, size: Self.lineSize) }
      }
    }
  }

  private static func isShort(_ item: [RichText.Block]) -> Bool {
    var paragraphs = 0
    for block in item {
      switch block {
      case .paragraph: paragraphs += 1
      case .list: break
      default: return false
      }
    }
    return paragraphs <= 1
  }

  private mutating func append(_ inline: Inline) {
    if !inline.isEmpty { append(.inline(inline), size: inline.size) }
  }

  private mutating func append(_ content: TextBlock.Content, size: Int) {
    blocks.append(TextBlock(content: content, frame: frame, air: air, begins: begins))
    ends.append(self.size + max(size, Self.lineSize) + (air == nil ? 0 : Self.lineSize))
    (air, begins) = (nil, .max)
  }

  // MARK: - Frames

  private mutating func open(_ kind: TextFrame.Kind, columns: Int) {
    let depth = frame == TextFrame.none ? 0 : frames[frame].depth + 1
    frames.append(TextFrame(kind: kind, columns: columns, parent: frame, depth: depth))
    frame = frames.count - 1
    begins = min(begins, depth)
  }

  private mutating func within(_ kind: TextFrame.Kind, columns: Int, _ add: (inout TextSection) -> Void) {
    open(kind, columns: columns)
    add(&self)
    frame = frames[frame].parent
    // The quote was empty, so no following block is the first in its frame.
    if begins != .max, frame == TextFrame.none || begins > frames[frame].depth { begins = .max }
  }
}

extension LinkNumbers {
  /// Assigns numbers to a body's links in the order of its text.
  ///
  /// - Returns: the number of each link; 0 for a link without a run.
  mutating func numbers(of body: RichText) -> [Int] {
    var numbers = Array(repeating: 0, count: body.links.count)
    var left = numbers.count
    number(body.blocks, of: body, &numbers, &left)
    return numbers
  }

  private mutating func number(
    _ blocks: [RichText.Block], of body: RichText, _ numbers: inout [Int], _ left: inout Int
  ) {
    for block in blocks {
      // Most texts have few links, and those near the start.
      guard left > 0 else { return }
      switch block {
      case .paragraph(let runs), .heading(_, let runs): number(runs, of: body, &numbers, &left)
      case .quote(let blocks): number(blocks, of: body, &numbers, &left)
      case .list(_, _, let items): for item in items { number(item, of: body, &numbers, &left) }
      case .table(let rows, _, _): for cell in rows.joined() { number(cell, of: body, &numbers, &left) }
      case .code, .rule: break
      }
    }
  }

  private mutating func number(
    _ runs: [RichText.Run], of body: RichText, _ numbers: inout [Int], _ left: inout Int
  ) {
    for run in runs {
      guard let link = run.link, numbers.indices.contains(link), numbers[link] == 0 else { continue }
      numbers[link] = number(of: body.links[link].target)
      left -= 1
    }
  }
}
