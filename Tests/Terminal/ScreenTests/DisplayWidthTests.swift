import Screen
import Testing
import Text

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("plain", 5), ("naïve", 5), ("e\u{301}", 1), ("山田", 4), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("ｶﾅ", 2), ("ＡＢ", 4), ("日本（東京）", 12), ("שלום", 4), ("مرحبا", 5), ("हिन्दी", 5), ("ไทย", 3), ("…–✓▲", 4), ("⠋█▌", 3),
  ])
  func scriptsTakeTheColumnsThatTerminalsGiveThem(text: String, width: Int) {
    #expect(DisplayWidth.of(SafeText(oneLine: text)) == width)
  }

  @Test(arguments: [
    ("👍", "👍", 2), ("👍🏽", "👍", 2), ("👨‍👩‍👧", "👨", 2), ("👩🏽‍💻", "👩", 2), ("🏳️‍🌈", "🏳", 1), ("❤️", "❤", 1), ("🇩🇪", "DE", 2),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴", 2), ("1️⃣", "1\u{20E3}", 1), ("🏽", "🏽", 2), ("a\u{200D}b", "ab", 2), ("क\u{94D}\u{200D}ष", "क\u{94D}ष", 2),
    ("a\u{AD}b", "ab", 2),
  ])
  func joinedSequencesBecomeWhatATerminalCanShow(text: String, shown: String, width: Int) {
    let glyphs = Array(Glyphs(SafeText(oneLine: text)))
    #expect(glyphs.map(\.glyph.string).joined().unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(glyphs.reduce(0) { $0 + $1.width } == width)
  }

  @Test func aMarkWithoutABaseStandsOnASpace() {
    let glyphs = Array(Glyphs("\u{301}a"))
    #expect(glyphs.map(\.glyph.string) == [" \u{301}", "a"])
    #expect(glyphs.map(\.width) == [1, 1])
  }

  @Test func aCellHoldsAtMostFourMarks() {
    var glyph = Glyph("a")
    for _ in 0..<6 { glyph.append(mark: "\u{301}") }
    #expect(glyph.string.unicodeScalars.count == 5)
  }

  @Test func everyScalarTakesNoneOneOrTwoColumns() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let width = DisplayWidth.of(scalar)
      guard (0...2).contains(width) else {
        Issue.record("U+\(String(value, radix: 16)) takes \(width)")
        return
      }
    }
  }
}
