import Text

/// Foreign words in the program's sentences.
package enum Quoted {
  /// Returns the text in quotes, cut if it is long.
  package static func text(_ text: String) -> SafeText { "\"\(cut(text))\"" }

  /// Returns the text cut if it is long, and without passwords in addresses.
  static func cut(_ text: String) -> SafeText {
    let limit = 40
    let text = AddressText.withoutPasswords(text)
    let prefix = text.prefix(limit)
    return SafeText(oneLine: String(prefix)) + (prefix.endIndex == text.endIndex ? "" : "…")
  }

  /// `a, b, c`.
  package static func list(_ words: [String]) -> SafeText {
    words.map { SafeText(oneLine: $0) }.joined(separator: ", ")
  }

  /// Returns the first of many words.
  static func first(_ count: Int, of words: [String]) -> SafeText {
    list(Array(words.prefix(count))) + (words.count > count ? ", …" : "")
  }

  /// `a, b or c`.
  package static func choice(_ words: [String]) -> SafeText { sentence(words, "or") }

  /// `a, b and c`.
  static func all(_ words: [String]) -> SafeText { sentence(words, "and") }

  private static func sentence(_ words: [String], _ conjunction: SafeText) -> SafeText {
    let safe = words.map { SafeText(oneLine: $0) }
    guard let last = safe.last, safe.count > 1 else { return safe.first ?? "" }
    return "\(safe.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
