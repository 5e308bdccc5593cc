import Foundation

/// Text as a search sees it: without case and without diacritics, folded once when it arrives rather than at every key.
public struct FoldedText: Sendable, Hashable {
  /// UTF-8 of the folded fields, a 0 between them, so that no word is found across two fields; ``ByteSearch/padding``
  /// follows.
  private let bytes: [UInt8]

  public init(_ fields: [SafeText]) {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(0) }
      Self.fold(field.string, into: &bytes)
    }
    bytes.append(contentsOf: repeatElement(0, count: ByteSearch.padding))
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

  /// Whether a folded word occurs.
  func contains(_ word: [UInt8]) -> Bool {
    ByteSearch.first(word, in: bytes, 0..<bytes.count - ByteSearch.padding) != nil
  }
}
