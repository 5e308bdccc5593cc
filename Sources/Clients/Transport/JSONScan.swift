import Foundation

/// What a JSON text shows to somebody who walks along it once, before anything is made of it: how much it holds, and where
/// a decoder would stumble.
///
/// A decoder makes many times a text's size of it, in memory and in time: 65 kB of gzip can unfold to twenty million
/// objects, each with an error of its own because nothing is in it. So a text is refused for what it holds before it is
/// decoded. Whether it is JSON at all is for the decoder to say.
struct JSONScan {
  /// How many values there are: objects, arrays and what stands in them. A text needs a comma or an opening bracket for
  /// each, and those are counted.
  private(set) var valueCount = 0
  /// How many objects and arrays stand in each other at the deepest place.
  private(set) var depth = 0
  /// Where the escapes of lone halves of surrogate pairs begin, such as the `\ud83d` of a text that was cut in the middle of
  /// an emoji: legal JSON that no Swift string can hold. All the rest is worth keeping.
  private(set) var loneSurrogates: [Int] = []

  /// More values than this are refused: a page of a hundred questions has three thousand, ten days of temperatures a minute
  /// fifty thousand.
  static let valueLimit = 200_000
  /// What is nested deeper is refused; the services need five levels.
  static let depthLimit = 64

  enum Excess: String, Error {
    case tooManyValues = "too many values"
    case tooDeep = "nested too deeply"
  }

  /// - Throws: as soon as a limit is passed; the rest is not looked at.
  init(_ text: Data) throws(Excess) {
    // Plain bytes, because this looks at each of them; only numbers come out of the call.
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

  /// Notes an escape if it is a lone half of a surrogate pair.
  ///
  /// - Returns: its length, with that of the other half where it has one.
  private mutating func readEscape(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
    guard let unit = Self.unit(in: bytes, at: index) else { return 2 }  // another escape, `\\` among them
    if UTF16.isLeadSurrogate(unit), let next = Self.unit(in: bytes, at: index + 6), UTF16.isTrailSurrogate(next) {
      return 12
    }
    if UTF16.isSurrogate(unit) { loneSurrogates.append(index) }
    return 6
  }

  /// The code unit that `\uXXXX` at this place stands for.
  private static func unit(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
