/// A long text, folded once, in which words are found.
///
/// A place is the index of a character among those that were appended.
public struct SearchText: Sendable {
  private var bytes: [UInt8] = []
  /// For each byte the place of its character.
  private var owners: [Int32] = []
  /// The number of places.
  public private(set) var count = 0
  /// The foldings of characters beyond ASCII. Folding is slow, and a text has few different ones.
  private var folded: [Character: [UInt8]] = [:]
  private var foldedScalars: [UInt32: [UInt8]] = [:]

  public init() {}

  public mutating func reserveCapacity(_ count: Int) {
    bytes.reserveCapacity(count)
    owners.reserveCapacity(count)
  }

  /// Appends an ASCII character.
  public mutating func append(ascii: UInt8) {
    bytes.append(ascii >= UInt8(ascii: "A") && ascii <= UInt8(ascii: "Z") ? ascii | 0x20 : ascii)
    owners.append(Int32(clamping: count))
    count += 1
  }

  /// Appends ASCII characters.
  public mutating func append(ascii more: ArraySlice<UInt8>) {
    bytes.append(contentsOf: more.lazy.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 })
    owners.append(contentsOf: (count..<count + more.count).lazy.map { Int32(clamping: $0) })
    count += more.count
  }

  public mutating func append(_ character: Character) { append(bytes: folded(character)) }

  /// Appends a character of one scalar, which is looked up faster.
  public mutating func append(_ scalar: Unicode.Scalar) {
    if let known = foldedScalars[scalar.value] { return append(bytes: known) }
    let bytes = folded(Character(scalar))
    foldedScalars[scalar.value] = bytes
    append(bytes: bytes)
  }

  private mutating func folded(_ character: Character) -> [UInt8] {
    if let known = folded[character] { return known }
    var bytes: [UInt8] = []
    FoldedText.fold(character, into: &bytes)
    folded[character] = bytes
    return bytes
  }

  /// Ends a word. It has no place.
  public mutating func breakWord() {
    bytes.append(0)
    owners.append(Int32(clamping: count))
  }

  private mutating func append(bytes more: [UInt8]) {
    for byte in more {
      bytes.append(byte)
      owners.append(Int32(clamping: count))
    }
    count += 1
  }

  /// Returns the places where words occur, in order. Occurrences that overlap are joined.
  public func matches(of words: FilterWords) -> [Range<Int>] {
    var matches: [Range<Int>] = []
    for word in words.words { addMatches(of: word, to: &matches) }
    guard words.words.count > 1 else { return matches }
    matches.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var joined: [Range<Int>] = []
    for match in matches {
      if let last = joined.last, match.lowerBound < last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, match.upperBound)
      } else {
        joined.append(match)
      }
    }
    return joined
  }

  /// Adds the occurrences of a folded word that do not overlap, from the start on.
  private func addMatches(of word: [UInt8], to matches: inout [Range<Int>]) {
    guard let first = word.first, word.count <= bytes.count else { return }
    var start = 0
    let lastStart = bytes.count - word.count
    while start <= lastStart {
      guard bytes[start] == first, bytes[start..<start + word.count].elementsEqual(word) else {
        start += 1
        continue
      }
      matches.append(Int(owners[start])..<Int(owners[start + word.count - 1]) + 1)
      start += word.count
    }
  }
}
