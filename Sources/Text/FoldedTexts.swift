/// Many texts as a search sees them, in one piece of memory: words are found in all of them in one pass.
public struct FoldedTexts: Sendable {
  /// UTF-8 of the folded fields, a 0 after each, so that no word is found across two of them; ``ByteSearch/padding`` follows.
  private var bytes = [UInt8](repeating: 0, count: ByteSearch.padding)
  /// By text: where its bytes end.
  private var ends: [Int] = []

  public init() {}

  public var count: Int { ends.count }

  /// Adds a text of several fields.
  public mutating func append(_ fields: [SafeText]) {
    add { bytes in
      for field in fields {
        FoldedText.fold(field.string, into: &bytes)
        bytes.append(0)
      }
    }
  }

  /// Adds a text that was folded before.
  public mutating func append(_ place: Int, of other: FoldedTexts) {
    add { $0 += other.bytes[other.range(of: place)] }
  }

  private mutating func add(_ add: (inout [UInt8]) -> Void) {
    bytes.removeLast(ByteSearch.padding)
    add(&bytes)
    ends.append(bytes.count)
    bytes.append(contentsOf: repeatElement(0, count: ByteSearch.padding))
  }

  private func range(of place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }

  // MARK: Search

  /// The places of the texts in which every word occurs.
  public func places(matching words: FilterWords) -> [Int] {
    guard let rarest = words.words.first, let end = ends.last else { return Array(ends.indices) }
    var places: [Int] = []
    var (place, start) = (0, 0)
    // The longest word is the rarest. A text in which it occurs is left as soon as that is known.
    while let found = ByteSearch.first(rarest, in: bytes, start..<end) {
      while ends[place] <= found { place += 1 }
      if matches(place, words.words.dropFirst()) { places.append(place) }
      start = ends[place]
    }
    return places
  }

  /// Those of some places at which every word occurs.
  public func places(_ candidates: [Int], matching words: FilterWords) -> [Int] {
    candidates.filter { matches($0, words.words[...]) }
  }

  private func matches(_ place: Int, _ words: ArraySlice<[UInt8]>) -> Bool {
    words.allSatisfy { ByteSearch.first($0, in: bytes, range(of: place)) != nil }
  }
}
