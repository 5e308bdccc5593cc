/// The terms of a text in an index of texts: folded as a filter folds it, and without anything that an index could take for
/// syntax.
///
/// A term is a run of letters and digits, with the `+` and `#` at its end (`c++`, `c#`). Each character of a script that is
/// written without spaces, and each symbol such as an emoji, is a term of its own, so that a part of a run is found.
public enum SearchTerms {
  /// Returns the terms in their order.
  public static func terms(of text: SafeText) -> [String] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
  }

  /// Returns the terms of several texts, separated by blanks.
  public static func joined(_ texts: some Sequence<SafeText>) -> String {
    var bytes: [UInt8] = []
    for text in texts { append(text, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ text: SafeText, to bytes: inout [UInt8]) {
    var folded: [UInt8] = []
    FoldedText.fold(text.string, into: &folded)
    var isInTerm = false
    func begin(_ bytes: inout [UInt8]) {
      if !isInTerm, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      isInTerm = true
    }
    var index = 0
    while index < folded.count {
      let byte = folded[index]
      if byte < 0x80 {
        index += 1
        if isAlphanumeric(byte) {
          begin(&bytes)
          bytes.append(byte)
        } else if isInTerm, isSuffix(byte), ends(folded, after: index) {
          bytes.append(byte)
        } else {
          isInTerm = false
        }
        continue
      }
      let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(index + length, folded.count)
      let encoded = folded[index..<end]
      index = end
      switch String(decoding: encoded, as: UTF8.self).unicodeScalars.first.map(Kind.init) ?? .separator {
      case .letter:
        begin(&bytes)
        bytes.append(contentsOf: encoded)
      case .whole:
        isInTerm = false
        begin(&bytes)
        bytes.append(contentsOf: encoded)
        isInTerm = false
      case .separator: isInTerm = false
      case .nothing: break
      }
    }
  }

  /// Returns whether a run of suffixes ends without a letter or a digit after it.
  private static func ends(_ bytes: [UInt8], after index: Int) -> Bool {
    guard let next = bytes[index...].first(where: { !isSuffix($0) }) else { return true }
    return next < 0x80 && !isAlphanumeric(next)
  }

  private static func isSuffix(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "#") }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// The part of a character beyond ASCII in a term.
  private enum Kind {
    case letter
    /// A term of its own.
    case whole
    case separator
    /// It is left out and separates nothing.
    case nothing

    init(_ scalar: Unicode.Scalar) {
      if Self.isWrittenWithoutSpaces(scalar.value) {
        self = .whole
        return
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        self = .letter
      case .otherSymbol, .mathSymbol, .currencySymbol: self = .whole
      case .format, .unassigned, .privateUse, .surrogate: self = .nothing
      default: self = .separator
      }
    }

    /// Thai, Lao, Myanmar, Khmer, kana, ideographs, and Hangul syllables, to which particles are joined.
    private static func isWrittenWithoutSpaces(_ value: UInt32) -> Bool {
      switch value {
      case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1780..<0x1800, 0x3040..<0x3100, 0x31F0..<0x3200, 0x3400..<0xA000,
        0xAC00..<0xD7B0, 0xF900..<0xFB00, 0x20000..<0x32000:
        true
      default: false
      }
    }
  }
}
