import Screen
import Testing
import Text

@Suite struct TextFieldTests {
  private func drawn(_ text: SafeText, _ cursor: Int?, _ width: Int) -> (String, Int?) {
    var canvas = Canvas(size: Size(width: width, height: 1))
    TextField(text, cursor: cursor).draw(.plain, into: &canvas)
    #expect(canvas.cursor?.isSeen != false)
    return (canvas.text, canvas.cursor?.place.x)
  }

  @Test func theInsertionPointIsAlwaysVisible() {
    #expect(drawn("conc", 4, 10) == ("conc", 4))
    #expect(drawn("concurrency", 11, 8) == ("…rrency", 7))
    #expect(drawn("concurrency", 0, 8) == ("concurr…", 0))
    #expect(drawn("concurrency", 7, 8) == ("concurr…", 7))
    #expect(drawn("", 0, 8) == ("", 0))
  }

  @Test func wideCharactersAreNotCutByTheScroll() {
    #expect(drawn("東京都庁舎", 5, 8) == ("…都庁舎", 7))
    for width in 2...12 {
      for cursor in 0...5 {
        let (text, x) = drawn("東京都庁舎", cursor, width)
        #expect(DisplayWidth.of(SafeText(oneLine: text)) <= width)
        #expect(x.map { (0..<width).contains($0) } == true)
      }
    }
  }

  @Test func aFieldThatIsNotEditedHasNoCursor() {
    #expect(drawn("concurrency", nil, 8) == ("concurr…", nil))
  }
}
