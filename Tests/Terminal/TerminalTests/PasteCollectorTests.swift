import Testing
import Text

@testable import Terminal

@Suite struct PasteCollectorTests {
  private static let endMark = "\u{1B}[201~"

  @Test func whatIsBetweenTheMarksIsTextWhateverItLooksLike() {
    var collector = PasteCollector()
    let isOver = collector.take("a\rb\u{1B}[Ac\u{3}\(Self.endMark)".utf8)
    #expect(isOver)
    #expect(collector.text == SafeText(oneLine: "a\rb\u{1B}[Ac\u{3}"))
    #expect(!collector.text.string.unicodeScalars.contains("\u{1B}"))
  }

  @Test func theEndMarkMayBeSplitAnywhere() {
    for cut in 0...Self.endMark.count {
      var collector = PasteCollector()
      let wasOver = collector.take("text\(Self.endMark.prefix(cut))".utf8)
      #expect(wasOver == (cut == Self.endMark.count))
      let isOver = wasOver || collector.take(Self.endMark.dropFirst(cut).utf8)
      #expect(isOver)
      #expect(collector.text == "text")
    }
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[20", "\u{1B}[201", "\u{1B}\u{1B}", "\u{1B}[2\u{1B}[20"])
  func whatOnlyBeginsLikeTheEndMarkIsText(almost: String) {
    var collector = PasteCollector()
    let isOver = collector.take("\(almost)\(Self.endMark)".utf8)
    #expect(isOver)
    #expect(collector.text == SafeText(oneLine: almost))
  }

  /// Reading never goes beyond the mark, since what follows is keys again.
  @Test func asManyBytesAsMayBeReadNeverReachBeyondTheMark() {
    let input = Array("ab\u{1B}[20x\u{1B}[\u{1B}[201~jk".utf8)
    var collector = PasteCollector()
    var position = 0
    var isOver = false
    while !isOver {
      let count = collector.readLimit
      isOver = collector.take(input[position..<position + count])
      position += count
    }
    #expect(String(decoding: input[position...], as: UTF8.self) == "jk")
  }

  /// What the collector makes of a paste.
  private func pasted(_ text: String) -> String {
    var collector = PasteCollector()
    let isOver = collector.take("\(text)\(Self.endMark)".utf8)
    #expect(isOver)
    return collector.text.string
  }

  @Test(arguments: ["a", "東", "é", "👩‍👩‍👧‍👦", "e\u{301}\u{302}", "🇩🇪"])
  func ofAHugePasteAFieldGetsAsManyWholeCharactersAsItCanUse(character: String) {
    let limit = PasteCollector.characterLimit
    #expect(pasted(String(repeating: character, count: 64 * 1024 / character.utf8.count)).count == limit)
    #expect(pasted(String(repeating: character, count: limit + 1)) == String(repeating: character, count: limit))
    #expect(pasted(String(repeating: character, count: limit)) == String(repeating: character, count: limit))
  }

  @Test func whatIsMadeSafeIsNoLongerThanTheLimit() {
    // One character before, and two signs after: a line break and a control character.
    for text in ["\r\n", "a\u{1B}", "\u{1B}\u{301}", "\u{200B}a"] {
      #expect(pasted(String(repeating: text, count: 3_000)).count <= PasteCollector.characterLimit)
    }
  }

  @Test func aCharacterThatTheCutGoesThroughIsLeftOut() {
    // Three bytes each, and few enough characters: the cut in bytes falls within one, or within its marks.
    let marks = String(repeating: "\u{301}", count: 500)
    #expect(pasted(String(repeating: "東\(marks)", count: 100)).allSatisfy { $0 == "東\u{301}\u{301}\u{301}\u{301}" })
    #expect(pasted("a" + String(repeating: "\u{301}", count: 64 * 1024)).isEmpty)
  }
}
