import CLibXML2
import Text

/// Decodes the character references in Stack Exchange's titles and names.
enum Entities {
  /// Decodes each reference once, in one pass: `&amp;lt;` is `&lt;`.
  ///
  /// References are `&name;` (the 253 names of HTML 4, and `&apos;`), `&#233;` and `&#xE9;`. Everything else stays as it is,
  /// because people write `&` literally.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var rest = text[...]
    while let ampersand = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      if let (scalar, end) = reference(at: rest) {
        result.unicodeScalars.append(scalar)
        rest = rest[end...]
      } else {
        result.append("&")
        rest = rest[rest.utf8.index(after: ampersand)...]
      }
    }
    return result + rest
  }

  /// The longest name of HTML 4 has eight letters, and no number needs more digits than this.
  static let lengthLimit = 12

  /// Returns the character of a reference at the beginning of the text, and the end of the reference.
  private static func reference(at text: Substring) -> (Unicode.Scalar, String.Index)? {
    let bytes = text.utf8
    guard let semicolon = bytes.prefix(lengthLimit).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = text[bytes.index(after: bytes.startIndex)..<semicolon]
    guard let scalar = name.first == "#" ? number(name.dropFirst()) : named(name) else { return nil }
    return (scalar, bytes.index(after: semicolon))
  }

  private static func number(_ digits: Substring) -> Unicode.Scalar? {
    let isHex = digits.first == "x" || digits.first == "X"
    let digits = isHex ? digits.dropFirst() : digits
    // UInt32 would accept a sign.
    guard digits.first != "+", let value = UInt32(digits, radix: isHex ? 16 : 10), value != 0 else { return nil }
    return Unicode.Scalar(value)
  }

  private static let common: [Substring: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…",
  ]

  private static func named(_ name: Substring) -> Unicode.Scalar? {
    // The common names, so that titles alone need no library; libxml2 has the complete table.
    if let common = common[name] { return common }
    let value = name.isEmpty ? 0 : html_entity(String(name))
    return value == 0 ? nil : Unicode.Scalar(value)
  }
}
