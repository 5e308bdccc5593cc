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

  @Test func aHugePasteIsCutBetweenCharacters() {
    var collector = PasteCollector()
    // Three bytes each: the limit falls within one.
    let text = String(repeating: "東", count: PasteCollector.limit)
    let isOver = collector.take("\(text)\(Self.endMark)".utf8)
    #expect(isOver)
    let kept = collector.text.string
    #expect(kept.utf8.count > PasteCollector.limit - 4)
    #expect(kept.utf8.count <= PasteCollector.limit)
    #expect(kept.allSatisfy { $0 == "東" })
  }
}
