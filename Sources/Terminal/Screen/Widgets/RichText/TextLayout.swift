import Locks
import Text

/// A text of sections as lines of a maximum width, each block laid out when it is first needed.
///
/// A line is identified by its ``Place``, because the number of lines before it is unknown until all of them are laid out.
/// Laid-out blocks are kept, so that a text is wrapped once while a person scrolls through it.
public struct TextLayout: Sendable {
  /// The position of a line in the text.
  public struct Place: Sendable, Hashable, Comparable {
    public var section: Int
    var block = 0
    var line = 0

    /// The first line of a section.
    public init(section: Int) { self.section = section }

    init(_ block: BlockKey, line: Int = 0) {
      (section, self.block, self.line) = (block.section, block.block, line)
    }

    var key: BlockKey { BlockKey(section: section, block: block) }

    public static func < (one: Place, other: Place) -> Bool {
      (one.section, one.block, one.line) < (other.section, other.block, other.line)
    }
  }

  public let sections: [TextSection]
  public let width: Int
  private let memory = Memory()

  /// The blocks laid out so far. Locked, and not part of the value, because drawing lays out what it shows: a cache does not
  /// change the content of lines.
  private final class Memory: Sendable {
    struct State: Sendable {
      var blocks: [BlockKey: LaidBlock] = [:]
      var tables: [BlockKey: TableLayout] = [:]
      var lineNumbers: LineNumbers?
    }

    let state = LockedState(State())
  }

  public init(_ sections: [TextSection], width: Int) {
    self.sections = sections
    self.width = width
  }

  /// The first line of the text.
  public var start: Place { first.map { Place($0) } ?? Place(section: 0) }

  // MARK: - Lines

  /// Returns at most `count` lines from a place on.
  public func lines(from place: Place, _ count: Int) -> [(place: Place, line: TextLine)] {
    var result: [(place: Place, line: TextLine)] = []
    var next = BlockKey?.some(place.key)
    var start = place.line
    while let key = next, result.count < count {
      if contains(key) {
        let block = laid(key) { $0.layOut(Self.sum(start, count - result.count)) }
        let end = min(block.count, Self.sum(start, count - result.count))
        for (index, line) in block.lines(min(start, end)..<end).enumerated() {
          result.append((Place(key, line: start + index), line))
        }
      }
      next = self.block(after: key)
      start = 0
    }
    return result
  }

  /// Returns the place moved by a number of lines, clamped to the first and the last line.
  public func place(_ place: Place, movedBy lines: Int) -> Place {
    guard contains(place.key) else { return place }
    return lines < 0 ? moved(place, back: lines.magnitude) : moved(place, on: lines)
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }

  private func moved(_ place: Place, on lines: Int) -> Place { steps(from: place, on: lines).place }

  /// Returns the place moved on as far as the text goes, and by how many lines it is too short.
  private func steps(from place: Place, on lines: Int) -> (place: Place, left: Int) {
    var place = place
    var left = lines
    while left > 0 {
      let block = laid(place.key) { [place] in $0.layOut(Self.sum(place.line + 1, left)) }
      let step = min(left, max(0, block.count - 1 - place.line))
      place.line += step
      left -= step
      guard left > 0, let next = self.block(after: place.key) else { break }
      place = Place(next)
      left -= 1
    }
    return (place, left)
  }

  private func moved(_ place: Place, back lines: UInt) -> Place {
    var place = place
    var left = lines
    while left > 0 {
      let step = min(left, UInt(place.line))
      place.line -= Int(step)
      left -= step
      guard left > 0, let previous = block(before: place.key) else { break }
      place = Place(previous, line: lastLine(of: previous))
      left -= 1
    }
    return place
  }

  /// Returns the first line of the last page of `lines` lines.
  public func lastPage(of lines: Int) -> Place {
    guard let last = block(before: BlockKey(section: sections.count, block: 0)) else { return start }
    return place(Place(last, line: lastLine(of: last)), movedBy: 1 - lines)
  }

  /// Returns whether the text ends within `lines` lines.
  public func ends(within lines: Int, from place: Place) -> Bool {
    // Counted block by block: each line would be copied.
    contains(place.key) ? steps(from: place, on: lines).left > 0 : self.lines(from: place, lines + 1).count <= lines
  }

  private func lastLine(of key: BlockKey) -> Int { laid(key) { $0.layOut(.max) }.count - 1 }

  // MARK: - Blocks

  /// The number of blocks and of lines that have been laid out.
  public var laidOut: (blocks: Int, lines: Int) {
    memory.state.withLock { ($0.blocks.count, $0.blocks.values.reduce(0) { $0 + $1.count }) }
  }

  private func laid(_ key: BlockKey, _ layOut: (inout LaidBlock) -> Void) -> LaidBlock {
    memory.state.withLock { memory in
      let section = sections[key.section]
      var block =
        memory.blocks[key].take()
        ?? LaidBlock(section.blocks[key.block], of: section, width: width) { table in
          let tableKey = BlockKey(section: key.section, block: table)
          if let known = memory.tables[tableKey] { return known }
          let room = section.frames.width(of: section.blocks[key.block].frame, in: width)
          let layout = TableLayout(section.tables[table], width: room)
          memory.tables[tableKey] = layout
          return layout
        }
      layOut(&block)
      memory.blocks[key] = block
      return block
    }
  }

  private func contains(_ key: BlockKey) -> Bool {
    sections.indices.contains(key.section) && sections[key.section].blocks.indices.contains(key.block)
  }

  private var first: BlockKey? { block(after: BlockKey(section: 0, block: -1)) }

  private func block(after key: BlockKey) -> BlockKey? {
    var next = BlockKey(section: key.section, block: key.block + 1)
    while next.section < sections.count {
      if contains(next) { return next }
      next = BlockKey(section: next.section + 1, block: 0)
    }
    return nil
  }

  private func block(before key: BlockKey) -> BlockKey? {
    if key.block > 0 { return BlockKey(section: key.section, block: key.block - 1) }
    return sections[..<min(key.section, sections.count)].lastIndex { !$0.isEmpty }
      .map { BlockKey(section: $0, block: sections[$0].blocks.count - 1) }
  }

  // MARK: - Where in the text

  /// The glyph with which a line begins, independent of the width: the index of its block in its section, and that of the
  /// glyph in the block.
  public struct Anchor: Sendable, Hashable {
    var block: Int
    var glyph: Int
  }

  public func anchor(of place: Place) -> Anchor {
    guard contains(place.key) else { return Anchor(block: place.block, glyph: 0) }
    let block = laid(place.key) { $0.layOut(place.line + 1) }
    return Anchor(block: place.block, glyph: block.glyph(ofLine: place.line))
  }

  /// Returns the line of a section that contains an anchor's glyph.
  public func place(of anchor: Anchor, in section: Int) -> Place {
    guard sections.indices.contains(section), !sections[section].isEmpty else { return Place(section: section) }
    let last = sections[section].blocks.count - 1
    let key = BlockKey(section: section, block: min(anchor.block, last))
    let block = laid(key) { $0.layOut(through: anchor.glyph) }
    return Place(key, line: anchor.block > last ? lastLine(of: key) : block.line(of: anchor.glyph))
  }

  /// Returns the last line of a section.
  public func end(ofSection section: Int) -> Place { place(of: Anchor(block: .max, glyph: 0), in: section) }

  /// Returns the line and the cell of a glyph in one of a block's texts.
  func place(of glyph: Int, inText text: Int, of key: BlockKey) -> (place: Place, cell: Int)? {
    laid(key) { $0.layOut(through: glyph) }.cell(of: glyph, inText: text).map { (Place(key, line: $0.line), $0.cell) }
  }

  /// Returns the fraction of the text before a place, from 0 to 1.
  public func progress(at place: Place) -> Double {
    let total = sections.reduce(0) { $0 + $1.size }
    guard total > 0, contains(place.key) else { return 0 }
    let section = sections[place.section]
    let start = place.block == 0 ? 0 : section.ends[place.block - 1]
    let size = section.ends[place.block] - start
    let before = sections[..<place.section].reduce(0) { $0 + $1.size } + start
    let block = laid(place.key) { $0.layOut(place.line + 1) }
    let glyph = max(0, block.glyph(ofLine: place.line))
    let inside = block.isParagraph ? min(size, glyph) : size * place.line / block.count
    return Double(before + inside) / Double(total)
  }

  // MARK: - Counting

  /// A text up to this size is laid out completely to count its lines, which takes a few milliseconds.
  public static let countedSize = 1 << 18

  /// The number of lines; `nil` where the text is too long to count them.
  public var count: Int? { lineNumbers?.count }

  /// Returns the number of a line, counted from 0; `nil` where the text is too long to count.
  public func number(of place: Place) -> Int? {
    guard contains(place.key) else { return nil }
    return lineNumbers.map { $0.starts[place.section][place.block] + place.line }
  }

  /// The number of columns by which the widest code exceeds the width.
  public var overhang: Int {
    sections.reduce(0) { widest, section in
      section.codeWidths.reduce(widest) { widest, code in
        let room = section.frames.width(of: code.frame, in: width)
        let signs = section.frames.columns(of: code.frame) + TextLine.codeIndent(width: room) + 2
        return max(widest, signs + code.columns - width)
      }
    }
  }

  /// The approximate number of lines.
  public var estimatedCount: Int { sections.reduce(0) { $0 + $1.size } / TextSection.lineSize }

  private struct LineNumbers: Sendable {
    var starts: [[Int]] = []
    var count = 0
  }

  private var lineNumbers: LineNumbers? {
    if let known = memory.state.withLock({ $0.lineNumbers }) { return known }
    guard sections.reduce(0, { $0 + $1.size }) <= Self.countedSize else { return nil }
    var numbers = LineNumbers()
    for (section, content) in sections.enumerated() {
      numbers.starts.append(
        content.blocks.indices.map { block in
          defer { numbers.count += lastLine(of: BlockKey(section: section, block: block)) + 1 }
          return numbers.count
        })
    }
    memory.state.withLock { [numbers] in $0.lineNumbers = numbers }
    return numbers
  }
}

/// Identifies a block of a text: its section, and its index there.
struct BlockKey: Sendable, Hashable, Comparable {
  var section: Int
  var block: Int

  static func < (one: BlockKey, other: BlockKey) -> Bool {
    (one.section, one.block) < (other.section, other.block)
  }
}
