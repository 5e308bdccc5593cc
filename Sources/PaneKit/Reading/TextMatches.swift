import Screen
import Text

/// The matches of a search in a text.
///
/// The text is folded once for a document, and searched once for its words, whatever the width; a frame looks up the lines
/// that it shows.
struct TextMatches: Sendable {
  /// Positions in the text, in order.
  private let matches: [Range<Int>]

  static let none = TextMatches(matches: [])

  private init(matches: [Range<Int>]) { self.matches = matches }

  init(_ index: TextIndex, of words: FilterWords) { matches = index.text.matches(of: words) }

  var count: Int { matches.count }

  subscript(match: Int) -> Range<Int> { matches[match] }

  /// Returns the first match at or after a position in the text; the end if there is none.
  func first(from start: Int) -> Int { matches.partitioningIndex { $0.lowerBound >= start } }

  /// Returns the matches that overlap a part of the text, each with the overlap.
  func parts(in range: Range<Int>) -> [(match: Int, part: Range<Int>)] {
    let first = matches.partitioningIndex { $0.upperBound > range.lowerBound }
    return matches[first...].prefix { $0.lowerBound < range.upperBound }.enumerated().map { index, match in
      (first + index, match.clamped(to: range))
    }
  }
}
