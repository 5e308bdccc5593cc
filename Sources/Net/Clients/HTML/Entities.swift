import Text

/// Decodes character references as HTML's standard does: `&name;`, `&#233;` and `&#xE9;`.
///
/// Numbers need no semicolon, nor do the names of old pages, and the numbers 128 to 159 are those of Windows' code page.
/// Everything else stays as it is, because people write `&` literally.
///
/// Source: https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state
package enum Entities {
  /// Decodes each reference once, in one pass: `&amp;lt;` is `&lt;`.
  package static func decoded(_ text: String) -> String {
    rewritten(text) { reference, _ in reference.text.utf8 } ?? text
  }

  /// The most characters of a reference.
  package static let lengthLimit = NamedReferences.lengthLimit + 2

  /// Returns HTML in which any parser finds the same references: libxml2 knows fewer names than the standard, and before
  /// version 2.14 decodes by older rules.
  static func normalized(html: String) -> String {
    rewritten(html, isHTML: true) { reference, written in
      if reference.isPlain { return Array(written) }
      return reference.text.unicodeScalars.flatMap { Array("&#\($0.value);".utf8) }
    } ?? html
  }

  /// Replaces each reference.
  ///
  /// - Parameters:
  ///   - isHTML: Whether the text has tags, in whose attributes fewer references are decoded.
  ///   - replacement: Returns the bytes in place of a reference and its bytes.
  /// - Returns: `nil` for a text without any.
  private static func rewritten(
    _ text: String, isHTML: Bool = false, _ replacement: (Reference, ArraySlice<UInt8>) -> some Sequence<UInt8>
  ) -> String? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = HTMLPlace()
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&"), let reference = Reference(bytes[index...], inAttribute: place.isInTag) {
        result.append(contentsOf: replacement(reference, bytes[index..<index + reference.length]))
        index += reference.length
      } else {
        if isHTML { place.pass(bytes[index...]) }
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// A character reference at the beginning of a text.
private struct Reference {
  var text: String
  /// The bytes of the reference in the text.
  var length: Int
  /// Whether every parser decodes it to the same text.
  var isPlain: Bool

  /// `nil` if there is no reference.
  init?(_ bytes: ArraySlice<UInt8>, inAttribute: Bool) {
    let rest = bytes.dropFirst()
    let found = rest.first == UInt8(ascii: "#") ? Self.number(rest.dropFirst()) : Self.name(rest, inAttribute)
    guard let found else { return nil }
    (text, length, isPlain) = (found.text, found.length, found.isPlain)
  }

  private init(_ text: String, _ length: Int, isPlain: Bool = false) {
    (self.text, self.length, self.isPlain) = (text, length, isPlain)
  }

  private static let semicolon = UInt8(ascii: ";")

  private static func number(_ bytes: ArraySlice<UInt8>) -> Reference? {
    let isHex = bytes.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = (isHex ? bytes.dropFirst() : bytes).prefix { isHex ? $0.isHexDigit : $0.isDigit }
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    // A number that is too large stays so.
    for digit in digits where value < 0x11_0000 { value = value * (isHex ? 16 : 10) + digit.digitValue }
    let isClosed = bytes[digits.endIndex...].first == semicolon
    let scalar = windows[value] ?? (value == 0 ? nil : Unicode.Scalar(value)) ?? "\u{FFFD}"
    return Reference(
      String(scalar), 2 + (isHex ? 1 : 0) + digits.count + (isClosed ? 1 : 0),
      isPlain: isClosed && scalar.value == value)
  }

  /// What the numbers of the C1 controls mean: code page 1252.
  private static let windows: [UInt32: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰", 0x8A: "Š",
    0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—",
    0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›", 0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]

  /// The names in nearly every text.
  private static let common: [Substring: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}"]

  private static func name(_ bytes: ArraySlice<UInt8>, _ inAttribute: Bool) -> Reference? {
    let letters = bytes.prefix(NamedReferences.lengthLimit).prefix { $0.isLetter || $0.isDigit }
    guard letters.first?.isLetter == true else { return nil }
    let name = Substring(decoding: letters, as: UTF8.self)
    if bytes[letters.endIndex...].first == semicolon {
      if let text = common[name] { return Reference(text, letters.count + 2, isPlain: true) }
      if let entry = NamedReferences.entry(name) { return Reference(entry.text, letters.count + 2) }
    }
    // Without a semicolon the longest name that begins here, as in `&notit`.
    for count in stride(from: min(NamedReferences.legacyLengthLimit, letters.count), to: 1, by: -1) {
      guard let entry = NamedReferences.entry(name.prefix(count)), entry.isLegacy else { continue }
      // In an address `&copy=1` is a parameter.
      let next = bytes.dropFirst(count).first
      if inAttribute, next.map({ $0 == UInt8(ascii: "=") || $0.isLetter || $0.isDigit }) ?? false { return nil }
      return Reference(entry.text, count + 1)
    }
    return nil
  }
}

/// Whether a place in HTML is within a tag.
private struct HTMLPlace {
  private enum State {
    case text, tag
    case quoted(UInt8)
    case comment
  }
  private var state = State.text

  var isInTag: Bool {
    switch state {
    case .text, .comment: false
    case .tag, .quoted: true
    }
  }

  /// Passes the first of the bytes.
  mutating func pass(_ bytes: ArraySlice<UInt8>) {
    guard let byte = bytes.first else { return }
    switch state {
    case .text where byte == UInt8(ascii: "<"):
      if bytes.starts(with: "<!--".utf8) {
        state = .comment
      } else if let next = bytes.dropFirst().first, next.isLetter || "/!?".utf8.contains(next) {
        state = .tag
      }
    case .tag where byte == UInt8(ascii: ">"): state = .text
    case .tag where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"): state = .quoted(byte)
    case .quoted(let quote) where byte == quote: state = .tag
    case .comment where bytes.starts(with: "-->".utf8): state = .text
    case .text, .tag, .quoted, .comment: break
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
  /// The value of a hexadecimal digit.
  fileprivate var digitValue: UInt32 { isDigit ? UInt32(self & 15) : UInt32(self & 15) + 9 }
}
