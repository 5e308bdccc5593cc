import Testing

@testable import Text

@Suite struct SanitizerTests {
  /// One of each kind that the rules tell apart, and neighbours of those that are alone.
  private static let scalars: [Unicode.Scalar] = [
    "a", " ", " ", "\t", "\n", "\r", "\u{0}", "\u{1B}", "~", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "é", "\u{2FF}",
    "\u{300}", "\u{20DD}", "\u{61B}", "\u{61C}", "Ł", "日", "\u{200A}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{2028}",
    "\u{202E}", "\u{2069}", "\u{FE0F}", "\u{FEFF}", "👍", "\u{E0001}", "\u{10FFFF}",
  ]

  /// Two scalars in every order, with something in front and behind.
  @Test(arguments: [Sanitizer.Tab.space, .expand])
  func whatIsLeftAsItIsIsWhatTheRulesMakeOfIt(tab: Sanitizer.Tab) {
    for first in Self.scalars {
      for second in Self.scalars {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: ["x", first, second, "y"])
        let text = String(scalars)
        // Scalars, since texts that differ in them may be equal.
        let (result, rules) = (Sanitizer.sanitized(text, tab: tab), Sanitizer.rewritten(text, tab: tab))
        if !result.unicodeScalars.elementsEqual(rules.unicodeScalars) {
          Issue.record("\(String(reflecting: text)) became \(String(reflecting: result))")
        }
      }
    }
  }
}
