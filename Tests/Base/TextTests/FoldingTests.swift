import Testing

@testable import Text

/// Foldings that are held or left out for speed are those of Unicode's rules.
@Suite struct FoldingTests {
  private func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    FoldedText.fold(text, into: &bytes)
    return bytes
  }

  private func byTheBook(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      if let ascii = character.asciiValue {
        bytes += String(UnicodeScalar(ascii)).lowercased().utf8
      } else {
        FoldedText.foldByTheBook(character, into: &bytes)
      }
    }
    return bytes
  }

  @Test func everyScalarIsFoldedByTheRules() {
    let wrong = (UInt32(1)...0xFFFF).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
      .filter { $0 != "\r\n" && folded($0) != byTheBook($0) }
    #expect(wrong == [])
  }

  @Test(arguments: [
    "e\u{301}a", "Ae\u{301}", "\u{301}x", "x\u{301}\u{323}y", "Łódź ŻÓŁW naïve", "並行性 Swift", "ガーa", "👩‍👩‍👧x", "ＡＢ c",
    "Größe", "ǅ", "한글", "a\u{200D}b",
  ])
  func marksBelongToTheCharacterBeforeThem(text: String) {
    #expect(folded(text) == byTheBook(text))
  }

  @Test func aMarkIsNotFound() {
    #expect(FilterWords("lodz").matches(FoldedText("Ło\u{301}dz\u{301}")))
    #expect(!FilterWords("lodź").words.isEmpty && FilterWords("lodź") == FilterWords("lodz"))
  }
}
