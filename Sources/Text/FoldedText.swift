import Foundation

/// Text as a search sees it: without case and without diacritics, folded once when it arrives rather than at every key.
public struct FoldedText: Sendable, Hashable {
  /// UTF-8 of the folded fields, a 0 between them, so that no word is found across two fields; ``blockSize`` zeros
  /// follow, so that a block may be read at every position.
  private let bytes: [UInt8]

  public init(_ fields: [SafeText]) {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(0) }
      Self.fold(field.string, into: &bytes)
    }
    bytes.append(contentsOf: repeatElement(0, count: Self.blockSize))
    self.bytes = bytes
  }

  public init(_ field: SafeText) { self.init([field]) }

  static func fold(_ text: String, into bytes: inout [UInt8]) {
    if Sanitizer.isPlainASCII(text) {
      for byte in text.utf8 { bytes.append(lowercased(byte)) }
    } else {
      for character in text { fold(character, into: &bytes) }
    }
  }

  /// Folds one character; folding a text is folding its characters, so that a match can be shown in the original.
  static func fold(_ character: Character, into bytes: inout [UInt8]) {
    if let ascii = character.asciiValue {
      bytes.append(lowercased(ascii))
      return
    }
    let plain = String(character).folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    for scalar in plain.unicodeScalars {
      if let letters = strokedLetters[scalar] {
        bytes.append(contentsOf: letters.utf8)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Letters that Unicode does not decompose, though people type them without the stroke.
  private static let strokedLetters: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d",
  ]

  // MARK: Search

  private typealias Block = SIMD16<UInt8>
  private static let blockSize = Block.scalarCount

  /// Whether a folded word occurs.
  ///
  /// Sixteen positions are looked at together, for the word's first and last byte at once; the bytes between are compared
  /// only where both fit (W. Muła, "SIMD-friendly algorithms for substring searching", generic SIMD).
  ///
  /// Unsafe loads, because a checked loop over the bytes takes two to two and a half times as long, and the filter runs over
  /// 100,000 titles between two frames (`conc`: 2.4 against 6.0 ms). No load leaves the array: a block starts at or before the last possible start of the word, and
  /// `blockSize` zeros follow the text.
  func contains(_ word: [UInt8]) -> Bool {
    guard let firstByte = word.first, let lastByte = word.last else { return true }
    let starts = bytes.count - Self.blockSize - word.count + 1
    guard starts > 0 else { return false }
    let first = Block(repeating: firstByte)
    let last = Block(repeating: lastByte)
    return bytes.withUnsafeBytes { text in
      word.withUnsafeBytes { word in
        var start = 0
        while start < starts {
          let heads = text.loadUnaligned(fromByteOffset: start, as: Block.self)
          let tails = text.loadUnaligned(fromByteOffset: start + word.count - 1, as: Block.self)
          let fits = (heads .== first) .& (tails .== last)
          if any(fits) {
            for lane in 0..<min(Self.blockSize, starts - start) where fits[lane] {
              let candidate = text[(start + lane)..<(start + lane + word.count)]
              if candidate.elementsEqual(word) { return true }
            }
          }
          start += Self.blockSize
        }
        return false
      }
    }
  }
}
