/// Finds bytes in bytes, sixteen positions at a time.
///
/// A word's first and last byte are looked for together; the bytes between are compared only where both fit (W. Muła,
/// "SIMD-friendly algorithms for substring searching", generic SIMD).
enum ByteSearch {
  private typealias Block = SIMD16<UInt8>

  /// The number of zeros that must follow the searched bytes, so that a block may be read at every position.
  static let padding = Block.scalarCount

  /// Returns the first position in a range at which a word stands completely; an empty word is found everywhere.
  ///
  /// - Parameter bytes: At least ``padding`` bytes must follow the range.
  ///
  /// Unsafe loads, because a checked loop over the bytes takes two to two and a half times as long, and the filter searches
  /// 100,000 titles between two frames. No load leaves the array: a block starts at or before the last possible start of the
  /// word, whose last byte is inside the range, and `padding` bytes follow that.
  static func first(_ word: [UInt8], in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    precondition(range.lowerBound >= 0 && range.upperBound + padding <= bytes.count)
    guard let firstByte = word.first, let lastByte = word.last else { return range.lowerBound }
    let starts = range.upperBound - word.count + 1
    let first = Block(repeating: firstByte)
    let last = Block(repeating: lastByte)
    return bytes.withUnsafeBytes { text in
      word.withUnsafeBytes { word in
        var start = range.lowerBound
        while start < starts {
          let heads = text.loadUnaligned(fromByteOffset: start, as: Block.self)
          let tails = text.loadUnaligned(fromByteOffset: start + word.count - 1, as: Block.self)
          let fits = (heads .== first) .& (tails .== last)
          if any(fits) {
            for lane in 0..<min(Block.scalarCount, starts - start) where fits[lane] {
              let candidate = text[(start + lane)..<(start + lane + word.count)]
              if candidate.elementsEqual(word) { return start + lane }
            }
          }
          start += Block.scalarCount
        }
        return nil
      }
    }
  }
}
