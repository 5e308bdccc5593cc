import Text

/// A part of a text with a place of its own in it, such as a post: blocks, which know no width yet.
///
/// It is made without laying anything out. A ``TextLayout`` lays out those blocks that are needed.
public struct TextSection: Sendable {
  let theme: Theme
  private(set) var blocks: [TextBlock] = []
  private(set) var frames: [TextFrame] = []
  private(set) var tables: [TextTable] = []
  /// By block: the size of those up to it, in about as many glyphs, where a line counts for ``lineSize`` at least.
  private(set) var ends: [Int] = []
  /// The frame of each stretch of code, and the columns of its widest line.
  private(set) var codeWidths: [(frame: Int, columns: Int)] = []
  /// Whether there is a link or a block of code in it.
  public private(set) var hasParts = false

  private let base: Style
  /// The frame that blocks are added to.
  private var frame = TextFrame.none
  /// Where a blank line stands before the next block.
  private var air: Int?
  /// The depth from which on frames begin with the next block.
  private var begins = Int.max

  static let lineSize = 64
  /// Lines of code that are laid out together.
  private static let codeLines = 64

  /// - Parameters:
  ///   - base: the style of text that has none of its own; the theme's plain one when `nil`.
  ///   - indent: columns by which everything is set in.
  public init(theme: Theme, base: Style? = nil, indent: Int = 0) {
    self.theme = theme
    self.base = base ?? theme.plain
    if indent > 0 { open(.indent, columns: indent) }
  }

  public var isEmpty: Bool { blocks.isEmpty }

  /// The size of all blocks.
  var size: Int { ends.last ?? 0 }

  // MARK: - What stands in it

  /// Leaves a blank line before what is added next, if anything is.
  public mutating func addBlank() { air = frame }

  public mutating func add(_ text: SafeText, _ style: Style) { append(.text(text, style)) }

  /// Adds a paragraph in several styles.
  public mutating func add(_ spans: [Span]) { append(.styled(spans.map { StyledRun(text: $0.text, style: $0.style) })) }

  /// Adds a paragraph with a margin at its left, which an empty one has as well.
  ///
  /// - Parameters:
  ///   - first: what stands in the margin of the first line.
  ///   - next: what stands in that of the lines behind it, as wide as `first`.
  public mutating func add(_ spans: [Span], behind first: [Span], then next: [Span]) {
    within(.gutter(first: first, next: next), columns: first.width) { section in
      let count = section.blocks.count
      section.add(spans)
      if section.blocks.count == count { section.append(.empty, size: Self.lineSize) }
    }
  }

  /// Adds a line that the text's owner draws, and knows by a number.
  public mutating func add(line number: Int) { append(.custom(number), size: Self.lineSize) }

  /// - Parameter links: the numbers given so far; those of this body are added.
  public mutating func add(_ body: RichText, links: inout LinkNumbers) {
    let linked = LinkedRuns(targets: body.links, numbers: links.numbers(of: body), style: theme.dim)
    if !body.links.isEmpty { hasParts = true }
    add(body.blocks, linked, isTight: false)
  }

  /// Adds a body behind a bullet, with columns at its right that stay free.
  ///
  /// - Parameters:
  ///   - aside: what the text's owner draws in those columns, beside the first line, and knows by this number.
  ///   - links: the numbers given so far; those of this body are added.
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
      // Between the blocks, and not between those of which nothing is seen.
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
    case .code(let lines): add(code: lines)
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

  private mutating func add(code lines: [SafeText]) {
    hasParts = true
    guard !lines.isEmpty else { return }
    var columns = 0
    for line in lines where Self.mostColumns(of: line) > columns { columns = max(columns, DisplayWidth.of(line)) }
    codeWidths.append((frame, columns))
    for start in stride(from: 0, to: lines.count, by: Self.codeLines) {
      let piece = lines[start..<min(start + Self.codeLines, lines.count)]
      append(.code(piece), size: piece.count * Self.lineSize)
    }
  }

  /// At least the columns of a text, found out faster than these: what is not ASCII takes two bytes a column, or three for
  /// two.
  private static func mostColumns(of text: SafeText) -> Int {
    let bytes = text.string.utf8
    if text.string.utf8Span.isKnownASCII { return bytes.count }
    let ascii = bytes.count { $0 < 0x80 }
    return ascii + (bytes.count - ascii) * 2 / 3
  }

  /// - Parameter first: the first number; bullets when `nil`.
  private mutating func add(_ items: [[RichText.Block]], from first: Int?, _ links: LinkedRuns) {
    let digits = first.map { max("\($0)".count, "\($0 + items.count - 1)".count) } ?? 0
    let columns = first == nil ? 2 : max(3, digits + 2)
    // Items of several paragraphs need air between them; items of a line each would fall apart with it.
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
    // An empty quote: nothing begins with what comes behind it.
    if begins != .max, frame == TextFrame.none || begins > frames[frame].depth { begins = .max }
  }
}

extension LinkNumbers {
  /// Numbers a body's links in the order of its text.
  ///
  /// - Returns: by link; 0 for one that no run leads to.
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
