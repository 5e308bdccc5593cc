import Foundation

/// A scan of a JSON text before decoding: the number of its values, its depth, and places that a decoder cannot read.
///
/// Decoding takes many times a text's size in memory, and much time: 65 kB of gzip can inflate to twenty million objects,
/// each with an error of its own because it is empty. So a text is refused for its number of values before it is decoded.
/// Whether it is valid JSON is for the decoder to decide.
struct JSONScan {
  /// The number of values: objects, arrays and their elements. Each requires a comma or an opening bracket, and those are
  /// counted.
  private(set) var valueCount = 0
  /// The depth of nested objects and arrays.
  private(set) var depth = 0
  /// The positions of escapes of unpaired surrogates, such as the `\ud83d` of a text cut in the middle of an emoji: valid
  /// JSON that a Swift string cannot represent. The rest of the text is kept.
  private(set) var loneSurrogates: [Int] = []
  /// The places of `NaN`, `Infinity`, `-inf` and the like, which are no JSON although Python's encoder and C's `printf` write
  /// them. They are unknown numbers; the rest of the text is kept.
  private(set) var unknownNumbers: [Range<Int>] = []

  /// More values are refused: a page of a hundred questions has three thousand, ten days of temperatures a minute fifty
  /// thousand.
  static let valueLimit = 200_000
  /// Deeper nesting is refused; the services need five levels.
  static let depthLimit = 64

  enum Excess: String, Error {
    case tooManyValues = "too many values"
    case tooDeep = "nested too deeply"
  }

  /// - Throws: as soon as a limit is exceeded; the rest is not scanned.
  init(_ text: Data) throws(Excess) {
    // Plain bytes, because every byte is examined; only numbers leave the closure.
    self = try text.withUnsafeBytes { bytes in Result { () throws(Excess) in try JSONScan(bytes) } }.get()
  }

  private init(_ bytes: UnsafeRawBufferPointer) throws(Excess) {
    var index = 0
    var level = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += readEscape(in: bytes, at: index)
        continue
      }
      index += 1
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      if isInString { continue }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        level += 1
        valueCount += 1
        depth = max(depth, level)
        guard depth <= Self.depthLimit else { throw .tooDeep }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      case UInt8(ascii: ","): valueCount += 1
      // The first letters of `nan` and `infinity`; outside of texts, JSON has the first only in `null`.
      case UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "I"), UInt8(ascii: "i"):
        let word = Self.word(in: bytes, at: index - 1)
        if let number = Self.unknownNumber(word, in: bytes) { unknownNumbers.append(number) }
        index = word.upperBound
        continue
      default: continue
      }
      guard valueCount <= Self.valueLimit else { throw .tooManyValues }
    }
  }

  /// Returns the place of the letters from this position on.
  private static func word(in bytes: UnsafeRawBufferPointer, at start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[end] | 0x20) { end += 1 }
    return start..<end
  }

  /// Returns the place of a word with its sign if it stands for a number that is not known.
  private static func unknownNumber(_ word: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    guard word.count <= longestNumberWord else { return nil }
    let letters = bytes[word].map { $0 | 0x20 }
    guard numberWords.contains(where: { letters.elementsEqual($0.utf8) }) else { return nil }
    let hasSign = word.lowerBound > 0 && [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(bytes[word.lowerBound - 1])
    return (hasSign ? word.lowerBound - 1 : word.lowerBound)..<word.upperBound
  }

  private static let numberWords = ["nan", "inf", "infinity"]
  private static let longestNumberWord = 8

  /// Records an escape if it is an unpaired surrogate.
  ///
  /// - Returns: its length, including the other half of a pair.
  private mutating func readEscape(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    guard let unit = Self.unit(in: bytes, at: index) else { return 2 }  // another escape, `\\` among them
    if UTF16.isLeadSurrogate(unit), let next = Self.unit(in: bytes, at: index + 6), UTF16.isTrailSurrogate(next) {
      return 12
    }
    if UTF16.isSurrogate(unit) { loneSurrogates.append(index) }
    return 6
  }

  /// Returns the code unit of `\uXXXX` at this position.
  private static func unit(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
