import Screen
import Testing
import Text

@Suite struct KeyHintsTests {
  private let hints = KeyHints([
    .init(keys: "↑↓", label: "move", rank: 1), .init(keys: "⏎", label: "open", rank: 3),
    .init(keys: "?", label: "help", rank: 2),
  ])

  @Test func theLeastImportantGoFirstAndTheRestKeepTheirOrder() {
    func drawn(_ width: Int) -> String {
      var canvas = Canvas(size: Size(width: width, height: 1))
      hints.draw(into: &canvas)
      return canvas.text
    }
    #expect(drawn(40) == "↑↓ move   ⏎ open   ? help")
    #expect(drawn(25) == "↑↓ move   ⏎ open   ? help")
    #expect(drawn(24) == "↑↓ move   ? help")
    #expect(drawn(15) == "↑↓ move")
    #expect(drawn(3) == "")
  }
}
