import Text

/// A text folded for searching, with the positions of the sections' blocks in it. It does not depend on a width.
///
/// Signs added by the layout, such as a list's bullets, are not part of it.
public struct TextIndex: Sendable {
  public private(set) var text = SearchText()
  private var entries: [Entry] = []

  /// One text of a block: a paragraph, a line of code, a table's cell.
  private struct Entry: Sendable {
    var key: BlockKey
    var text: Int
    /// The index of its first glyph.
    var start: Int
  }

  public init(_ sections: [TextSection]) {
    text.reserveCapacity(sections.reduce(0) { $0 + $1.size })
    for (number, section) in sections.enumerated() {
      for (index, block) in section.blocks.enumerated() {
        add(block, of: section, BlockKey(section: number, block: index))
      }
    }
  }

  private mutating func add(_ block: TextBlock, of section: TextSection, _ key: BlockKey) {
    switch block.content {
    case .inline(let inline):
      add(inline, key, 0)
    case .code(let lines, _):
      for (number, line) in lines.enumerated() {
        begin(key, number)
        if line.string.utf8Span.isKnownASCII {
          text.append(ascii: Array(line.string.utf8)[...])
        } else {
          for (glyph, _) in Glyphs(line) { text.append(glyph) }
        }
      }
    case .row(let table, let row):
      let table = section.tables[table]
      for column in table.rows[row].indices { add(table.inline(row, column, section.theme), key, column) }
    case .rule, .empty, .custom: break
    }
  }

  private mutating func add(_ inline: Inline, _ key: BlockKey, _ number: Int) {
    begin(key, number)
    var glyphs = InlineGlyphs(inline)
    while true {
      let words = glyphs.nextWords()
      if !words.isEmpty { text.append(ascii: words) }
      guard let item = glyphs.next() else { return }
      switch item {
      case .glyph(let cell): text.append(cell.glyph)
      case .space: text.append(ascii: UInt8(ascii: " "))
      case .lineBreak: text.append(ascii: UInt8(ascii: "\n"))
      }
    }
  }

  private mutating func begin(_ key: BlockKey, _ number: Int) {
    text.breakWord()
    entries.append(Entry(key: key, text: number, start: text.count))
  }

  // MARK: - Places

  /// Returns the parts of a line: positions in the text, and the cells that show them.
  public func parts(
    of line: TextLine, at place: TextLayout.Place
  ) -> [(glyphs: Range<Int>, cells: Range<Int>)] {
    line.parts.compactMap { part in
      let first = entry(place.key, part.text)
      guard first < entries.count, entries[first].key == place.key, entries[first].text == part.text else { return nil }
      let start = entries[first].start + part.start
      return (start..<start + part.cells.count, part.cells)
    }
  }

  /// Returns the index of the first glyph of a line.
  public func start(from place: TextLayout.Place, in layout: TextLayout) -> Int {
    let line = layout.lines(from: place, 1).first
    if let line, let start = parts(of: line.line, at: line.place).map(\.glyphs.lowerBound).min() { return start }
    let next = entry(place.key, 0)
    return next < entries.count ? entries[next].start : text.count
  }

  /// Returns the line that contains a glyph, and the glyph's cell in it.
  public func place(of glyph: Int, in layout: TextLayout) -> (place: TextLayout.Place, cell: Int)? {
    let index = entries.partitioningIndex { $0.start > glyph } - 1
    guard index >= 0 else { return nil }
    let entry = entries[index]
    return layout.place(of: glyph - entry.start, inText: entry.text, of: entry.key)
  }

  /// Returns the first entry at or after the given text of a block.
  private func entry(_ key: BlockKey, _ number: Int) -> Int {
    entries.partitioningIndex {
      ($0.key.section, $0.key.block, $0.text) >= (key.section, key.block, number)
    }
  }
}

extension SearchText {
  fileprivate mutating func append(_ glyph: Glyph) {
    guard let scalar = glyph.scalar else { return append(Character(glyph.string)) }
    if scalar.isASCII {
      append(ascii: UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(scalar)
    }
  }
}
