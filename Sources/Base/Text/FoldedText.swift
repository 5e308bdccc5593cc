import Foundation

/// Text prepared for a search: without case and diacritics, folded once when it arrives and not at every key.
public struct FoldedText: Sendable, Hashable {
  /// The folded fields in UTF-8, separated by 0, so that no word matches across two fields; ``ByteSearch/padding`` follows.
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
      return
    }
    let utf8 = text.utf8
    var index = utf8.startIndex
    while index < utf8.endIndex {
      let (byte, next) = (utf8[index], utf8.index(after: index))
      // Only non-ASCII characters combine with the character before them.
      if byte < 0x80, next == utf8.endIndex || utf8[next] < 0x80 {
        bytes.append(lowercased(byte))
        index = next
      } else {
        fold(text[index], into: &bytes)
        index = text.index(after: index)
      }
    }
  }

  /// Folds one character. Folding a text is folding its characters, so that a match can be shown in the original.
  static func fold(_ character: Character, into bytes: inout [UInt8]) {
    if let ascii = character.asciiValue {
      bytes.append(lowercased(ascii))
      return
    }
    let scalars = character.unicodeScalars
    if let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      switch scalar.value {
      case common: return bytes.append(contentsOf: commonFoldings[Int(scalar.value - common.lowerBound)])
      case ideographs: return bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default: break
      }
    }
    foldByTheBook(character, into: &bytes)
  }

  /// Latin, Greek and Cyrillic letters, whose foldings are cached, because computing one takes a microsecond.
  private static let common: Range<UInt32> = 0x80..<0x530
  private static let commonFoldings = common.map { value in
    var bytes: [UInt8] = []
    if let scalar = Unicode.Scalar(value) { foldByTheBook(Character(scalar), into: &bytes) }
    return bytes
  }
  /// CJK Unified Ideographs have neither case nor marks.
  private static let ideographs: Range<UInt32> = 0x4E00..<0xA000

  /// Folds any character by Unicode's rules.
  static func foldByTheBook(_ character: Character, into bytes: inout [UInt8]) {
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

  /// Letters that Unicode does not decompose, although people type them without the stroke.
  private static let strokedLetters: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ð": "d",
  ]

  /// Returns whether a folded word occurs.
  func contains(_ word: [UInt8]) -> Bool {
    ByteSearch.first(word, in: bytes, 0..<bytes.count - ByteSearch.padding) != nil
  }
}
