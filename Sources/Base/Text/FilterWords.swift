import Foundation

/// The words that a person typed into a filter. Every word must occur, in any order, whatever the case and the diacritics.
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

  /// A phrase, whose words must follow each other.
  public init(phrase: SafeText) {
    var bytes: [UInt8] = []
    FoldedText.fold(phrase.string, into: &bytes)
    words = bytes.isEmpty ? [] : [bytes]
  }

  /// Whether there are no words, which matches everything.
  public var isEmpty: Bool { words.isEmpty }

  /// Returns whether a text that contains these words certainly contains the others, as when a person types on: each of the
  /// others is a part of one of these.
  public func isNarrower(than others: FilterWords) -> Bool {
    others.words.allSatisfy { other in words.contains { $0.firstRange(of: other) != nil } }
  }

  public func matches(_ text: FoldedText) -> Bool {
    words.allSatisfy { text.contains($0) }
  }

  /// The number of different words.
  public var count: Int { words.count }

  /// Returns the number of words that occur in a text.
  public func count(in text: FoldedText) -> Int { words.count { text.contains($0) } }

  /// Returns the ranges of characters (grapheme clusters) where the words occur in a text, in order and joined where they
  /// touch.
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
