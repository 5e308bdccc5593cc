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

  /// The cells of its line in which a match begins.
  func cells(of match: Int, in text: DocumentText) -> Range<Int> {
    let line = line(of: match, in: text)
    return parts(inLine: line, of: text).first { $0.match == match }?.cells ?? 0..<0
  }
}

/// A document's text, folded for searching. Lines over posts are not part of it.
struct DocumentText: Sendable {
  fileprivate let text: SearchText
  /// By line: its first cell, counted through the document.
  fileprivate let lineStarts: [Int]
  private let count: Int

  init(_ document: ReadingDocument) {
    var text = SearchText()
    var starts: [Int] = []
    var before: Cell?
    starts.reserveCapacity(document.count)
    text.reserveCapacity(document.count * document.source.width)
    for line in document.lines {
      starts.append(text.count)
      guard case .text(let line) = line else {
        text.breakWord()
        before = nil
        continue
      }
      // A line breaks anywhere between ideographs.
      let goesOn = line.codeStart == nil && before?.width == 2 && line.cells.first?.width == 2
      if !goesOn { text.breakWord() }
      for cell in line.cells { text.append(cell.glyph) }
      before = line.cells.last
    }
    (self.text, self.lineStarts, count) = (text, starts, text.count)
  }

  /// The cells of a line.
  fileprivate func cells(ofLine line: Int) -> Range<Int> {
    lineStarts[line]..<(line + 1 < lineStarts.count ? lineStarts[line + 1] : count)
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
