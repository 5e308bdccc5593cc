/// A few letters that a person types to find something by its name.
///
/// Every letter must occur, in the order typed, whatever the case and the diacritics. Words separated by spaces match in any
/// order. Matches are ranked as fzf does it: letters at the start of words count more than letters inside them, consecutive
/// letters more than scattered ones, and the start of the name most. Of equal matches the name that begins with the text is the
/// best.
///
/// ```swift
/// FuzzyPattern("np").match("next pane")?.ranges   // [0..<1, 5..<6]
/// ```
public struct FuzzyPattern: Sendable, Hashable {
  /// The folded words.
  private let words: [[UInt8]]
  /// The same with a space between any two.
  private let text: [UInt8]

  public init(_ text: SafeText) {
    words = text.string.split(whereSeparator: \.isWhitespace).map { word in
      var bytes: [UInt8] = []
      FoldedText.fold(String(word), into: &bytes)
      return bytes
    }
    .filter { !$0.isEmpty }
    self.text = Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  /// Whether there are no letters, which matches everything.
  public var isEmpty: Bool { words.isEmpty }

  /// How well a name matches, and where.
  public struct Match: Sendable, Hashable {
    /// A higher score is a better match. The scores of one pattern can be compared.
    public var score: Int
    /// The characters (grapheme clusters) of the name that match, in order and joined where they touch.
    public var ranges: [Range<Int>]
    /// Whether the name begins with the text.
    public var isStart = false

    /// The match of an empty pattern.
    static let whole = Match(score: 0, ranges: [])
  }

  /// Matches a name, or an alias of it.
  ///
  /// - Parameter alias: Is searched for words that the name does not match. It must contain all their letters together. A
  ///   match in it has no range and counts less.
  /// - Returns: `nil` if a word occurs in neither.
  public func match(_ name: SafeText, alias: SafeText = "") -> Match? {
    let candidate = FuzzyCandidate(name)
    let other = alias.isEmpty ? nil : FuzzyCandidate(alias)
    var match = Match.whole
    var places: Set<Int> = []
    for word in words {
      if let found = candidate.match(word) {
        match.score += found.score
        places.formUnion(found.places)
      } else if let other, other.contains(word), let found = other.match(word) {
        match.score += found.score / 2
      } else {
        return nil
      }
    }
    match.ranges = Self.ranges(of: places.sorted())
    match.isStart = !isEmpty && candidate.begins(with: text)
    return match
  }

  /// Returns the words of an alias in which a word was found that the name does not match.
  public func words(of alias: SafeText, besides name: SafeText) -> [SafeText] {
    let candidate = FuzzyCandidate(name)
    let missing = words.filter { candidate.match($0) == nil }
    return alias.string.split(whereSeparator: \.isWhitespace).map { SafeText(oneLine: String($0)) }
      .filter { word in
        let candidate = FuzzyCandidate(word)
        return missing.contains { candidate.contains($0) }
      }
  }

  private static func ranges(of places: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for place in places {
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<place + 1
      } else {
        ranges.append(place..<place + 1)
      }
    }
    return ranges
  }
}

extension FuzzyPattern {
  /// A value with its match.
  public struct Ranked<Value> {
    public var value: Value
    public var match: Match
  }

  /// Returns the values whose names match, the best first. Of equal matches those whose names begin with the text come first, then
  /// they are in order of their precedence, of the length of their names, and in their original order. An empty pattern leaves the values as they are.
  ///
  /// - Parameter precedence: A value with a smaller number comes before equal matches.
  public func rank<Value>(
    _ values: [Value], name: (Value) -> SafeText, alias: (Value) -> SafeText = { _ in "" },
    precedence: (Value) -> Int = { _ in 0 }
  ) -> [Ranked<Value>] {
    guard !isEmpty else { return values.map { Ranked(value: $0, match: .whole) } }
    return values.enumerated()
      .compactMap { index, value -> (key: (Int, Int, Int, Int, Int), ranked: Ranked<Value>)? in
        let name = name(value)
        guard let match = match(name, alias: alias(value)) else { return nil }
        return (
          (-match.score, match.isStart ? 0 : 1, precedence(value), name.string.count, index),
          Ranked(value: value, match: match)
        )
      }
      .sorted { $0.key < $1.key }
      .map(\.ranked)
  }
}

/// A folded name in which words are searched.
private struct FuzzyCandidate {
  private let bytes: [UInt8]
  /// For each byte the index of its character.
  private let owners: [Int]
  /// For each byte the bonus of a match at its place.
  private let bonuses: [Int]

  // As in fzf's algo.go, whose weights make a gap of two letters cost as much as the start of a word is worth.
  private static let letter = 16
  private static let wordStart = 8
  /// The bonus of the name's start, in addition to that of a word's start.
  private static let nameStart = 3
  private static let follower = 5
  private static let gapStart = 3
  private static let gapLength = 1

  init(_ name: SafeText) {
    var bytes: [UInt8] = []
    var owners: [Int] = []
    var bonuses: [Int] = []
    var isInWord = false
    for (index, character) in name.string.enumerated() {
      let isWord = character.isLetter || character.isNumber
      FoldedText.fold(character, into: &bytes)
      let bonus = isWord && !isInWord ? Self.wordStart + (index == 0 ? Self.nameStart : 0) : 0
      // Only the first byte of a character begins a word.
      while owners.count < bytes.count {
        bonuses.append(owners.last == index ? 0 : bonus)
        owners.append(index)
      }
      isInWord = isWord
    }
    (self.bytes, self.owners, self.bonuses) = (bytes, owners, bonuses)
  }

  func begins(with text: [UInt8]) -> Bool { bytes.starts(with: text) }

  /// Returns whether the letters of a word follow each other somewhere.
  func contains(_ word: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  /// Returns the best way to find the letters of a word in their order, by the Smith-Waterman algorithm.
  func match(_ word: [UInt8]) -> (score: Int, places: Set<Int>)? {
    guard word.count <= bytes.count else { return nil }
    // For each letter of the word and byte of the name: the best score of a match that ends there, and the place of the
    // letter before.
    var scores: [[Int?]] = []
    var sources: [[Int]] = []
    for (row, letter) in word.enumerated() {
      var line = [Int?](repeating: nil, count: bytes.count)
      var from = [Int](repeating: -1, count: bytes.count)
      // The best score of the letters before, less the gap up to here, and its place.
      var best: (score: Int, place: Int)?
      for place in bytes.indices {
        if let known = best { best = (known.score - Self.gapLength, known.place) }
        if row > 0, place >= 2, let score = scores[row - 1][place - 2] {
          let opened = score - Self.gapStart
          if best.map({ opened >= $0.score }) ?? true { best = (opened, place - 2) }
        }
        guard bytes[place] == letter else { continue }
        if row == 0 {
          // A word's start counts double for the first letter typed.
          line[place] = Self.letter + 2 * bonuses[place]
          continue
        }
        let next = place > 0 ? scores[row - 1][place - 1].map { $0 + Self.follower } : nil
        if let next, next >= best?.score ?? .min {
          (line[place], from[place]) = (next + Self.letter + bonuses[place], place - 1)
        } else if let best {
          (line[place], from[place]) = (best.score + Self.letter + bonuses[place], best.place)
        }
      }
      scores.append(line)
      sources.append(from)
    }
    guard let last = scores.last,
      var place = last.indices.filter({ last[$0] != nil }).max(by: { left, right in
        // Of equal scores the earlier place.
        (last[left] ?? 0, right) < (last[right] ?? 0, left)
      }), let score = last[place]
    else { return nil }
    var places: Set<Int> = []
    for row in word.indices.reversed() {
      places.insert(owners[place])
      place = sources[row][place]
    }
    return (score, places)
  }
}
