/// Many folded texts in one piece of memory, so that a word is searched in all of them in one pass.
public struct FoldedTexts: Sendable {
  /// The folded fields in UTF-8, a 0 after each, so that no word matches across two fields; ``ByteSearch/padding`` follows.
  private var bytes = [UInt8](repeating: 0, count: ByteSearch.padding)
  /// For each text the end of its bytes.
  private var ends: [Int] = []

  public init() {}

  public var count: Int { ends.count }

  /// Appends a text of several fields.
  public mutating func append(_ fields: [SafeText]) {
    add { bytes in
      for field in fields {
        FoldedText.fold(field.string, into: &bytes)
        bytes.append(0)
      }
    }
  }

  /// Appends a text that was folded before.
  ///
  /// - Parameter field: One more of its fields.
  public mutating func append(_ place: Int, of other: FoldedTexts, adding field: SafeText? = nil) {
    add { bytes in
      bytes += other.bytes[other.range(of: place)]
      guard let field else { return }
      FoldedText.fold(field.string, into: &bytes)
      bytes.append(0)
    }
  }

  private mutating func add(_ add: (inout [UInt8]) -> Void) {
    bytes.removeLast(ByteSearch.padding)
    add(&bytes)
    ends.append(bytes.count)
    bytes.append(contentsOf: repeatElement(0, count: ByteSearch.padding))
  }

  private func range(of place: Int) -> Range<Int> { (place == 0 ? 0 : ends[place - 1])..<ends[place] }

  // MARK: Search

  /// Returns the indices of the texts that contain every word.
  public func places(matching words: FilterWords) -> [Int] {
    guard let rarest = words.words.first, let end = ends.last else { return Array(ends.indices) }
    var places: [Int] = []
    var (place, start) = (0, 0)
    // The longest word is the rarest. The search leaves a text as soon as the word is found in it.
    while let found = ByteSearch.first(rarest, in: bytes, start..<end) {
      while ends[place] <= found { place += 1 }
      if matches(place, words.words.dropFirst()) { places.append(place) }
      start = ends[place]
    }
    return places
  }

  /// Returns those of the candidates that contain every word.
  public func places(_ candidates: [Int], matching words: FilterWords) -> [Int] {
    candidates.filter { matches($0, words.words[...]) }
  }

  private func matches(_ place: Int, _ words: ArraySlice<[UInt8]>) -> Bool {
    words.allSatisfy { ByteSearch.first($0, in: bytes, range(of: place)) != nil }
  }
}
