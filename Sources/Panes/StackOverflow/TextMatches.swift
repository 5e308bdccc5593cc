import Screen
import Text

/// Where the words of a search stand in a laid-out text.
///
/// The text is folded once for a document, and searched once for its words; a frame looks up the lines that it shows.
struct TextMatches: Sendable {
  /// Cells of the text, counted from its first line on.
  private let matches: [Range<Int>]

  static let none = TextMatches(matches: [])

  private init(matches: [Range<Int>]) { self.matches = matches }

  init(_ text: DocumentText, of words: FilterWords) { matches = text.text.matches(of: words) }

  var count: Int { matches.count }

  /// The line in which a match begins.
  func line(of match: Int, in text: DocumentText) -> Int { text.line(of: matches[match].lowerBound) }

  /// The first match that begins in a line or after it; the end where there is none.
  func first(from line: Int, in text: DocumentText) -> Int {
    let start = text.lineStarts.indices.contains(line) ? text.lineStarts[line] : Int.max
    return matches.partitioningIndex { $0.lowerBound >= start }
  }

  /// The matches that a line has a part of, each with the cells of the line that are its own.
  func parts(inLine line: Int, of text: DocumentText) -> [(match: Int, cells: Range<Int>)] {
    let cells = text.cells(ofLine: line)
    let first = matches.partitioningIndex { $0.upperBound > cells.lowerBound }
    return matches[first...].prefix { $0.lowerBound < cells.upperBound }.enumerated().map { index, match in
      let part = match.clamped(to: cells)
      let start = text.lineStarts[line]
      return (first + index, part.lowerBound - start..<part.upperBound - start)
    }
  }
}

/// A document's text, folded for searching. Lines over posts are not part of it.
struct DocumentText: Sendable {
  fileprivate let text: SearchText
  /// By line: its first cell, counted through the document.
  fileprivate let lineStarts: [Int]
  /// By line: cells in front that belong to the layout, where a line goes on in the middle of a word.
  private let indents: [Int: Int]
  private let count: Int

  init(_ document: ReadingDocument) {
    let theme = document.source.theme
    let continuation = Cell(theme.glyphs.codeContinuation, style: theme.dim)
    var text = SearchText()
    var starts: [Int] = []
    var indents: [Int: Int] = [:]
    var before: Cell?
    starts.reserveCapacity(document.count)
    text.reserveCapacity(document.count * document.source.width)
    for (index, line) in document.lines.enumerated() {
      starts.append(text.count)
      guard case .cells(let cells) = line else {
        text.breakWord()
        before = nil
        continue
      }
      let indent = Self.indent(of: cells, continuedBy: continuation)
      if let indent { indents[index] = indent }
      // A line breaks anywhere between ideographs.
      let goesOn = indent != nil || (before?.width == 2 && cells.first?.width == 2)
      if !goesOn { text.breakWord() }
      for (column, cell) in cells.enumerated() {
        if column < indent ?? 0 { text.skip() } else { text.append(cell.glyph) }
      }
      before = cells.last
    }
    (self.text, self.lineStarts, self.indents, count) = (text, starts, indents, text.count)
  }

  /// How many cells stand before the code that a line goes on with; `nil` where it does not go on with any.
  private static func indent(of cells: [Cell], continuedBy sign: Cell) -> Int? {
    guard let first = cells.firstIndex(where: { $0.glyph != .space }), cells[first] == sign else { return nil }
    return first + 2
  }

  /// The cells of a line that are text.
  fileprivate func cells(ofLine line: Int) -> Range<Int> {
    let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : count
    return min(end, lineStarts[line] + (indents[line] ?? 0))..<end
  }

  fileprivate func line(of cell: Int) -> Int { lineStarts.partitioningIndex { $0 > cell } - 1 }
}

extension SearchText {
  fileprivate mutating func append(_ glyph: Glyph) {
    if let scalar = glyph.scalar, scalar.isASCII {
      append(ascii: UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(Character(glyph.string))
    }
  }
}
