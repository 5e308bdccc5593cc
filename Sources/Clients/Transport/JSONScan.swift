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
      default: continue
      }
      guard valueCount <= Self.valueLimit else { throw .tooManyValues }
    }
  }

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
