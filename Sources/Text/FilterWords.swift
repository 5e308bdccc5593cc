import Foundation

/// What a person typed into a filter: every word must occur, in any order, whatever the case and the diacritics.
public struct FilterWords: Sendable, Hashable {
  /// The words folded, without repeats, the longest first, since the longest is the rarest.
  let words: [[UInt8]]

  public init(_ text: SafeText) {
    var words: [[UInt8]] = []
    for word in text.string.split(whereSeparator: \.isWhitespace) {
      var bytes: [UInt8] = []
      FoldedText.fold(String(word), into: &bytes)
      if !bytes.isEmpty, !words.contains(bytes) { words.append(bytes) }
    }
    self.words = words.sorted { $0.count > $1.count }
  }

  /// Nothing was typed: everything matches.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether a text in which these words occur is sure to hold the other ones too, as when a person adds to what they have
  /// typed: each of the others is a part of one of these.
  public func isNarrower(than others: FilterWords) -> Bool {
    others.words.allSatisfy { other in words.contains { $0.firstRange(of: other) != nil } }
  }

  public func matches(_ text: FoldedText) -> Bool {
    words.allSatisfy { text.contains($0) }
  }

  /// Where the words occur in a text: ranges of characters (grapheme clusters), in order, joined where they touch.
  public func ranges(in text: SafeText) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var bytes: [UInt8] = []
    var owners: [Int] = []
    for (index, character) in text.string.enumerated() {
      FoldedText.fold(character, into: &bytes)
      while owners.count < bytes.count { owners.append(index) }
    }
    var marked = IndexSet()
    for word in words where word.count <= bytes.count {
      for start in 0...(bytes.count - word.count) where bytes[start...].starts(with: word) {
        marked.insert(integersIn: owners[start]...owners[start + word.count - 1])
      }
    }
    return marked.rangeView.map { $0 }
  }
}
