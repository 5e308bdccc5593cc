import Screen
import Testing
import Text

@Suite struct KeyHintsTests {
  private let hints = KeyHints([
    .init(keys: "↑↓", label: "move", rank: 1), .init(keys: "⏎", label: "open", rank: 3),
    .init(keys: "?", label: "help", rank: 2),
  ])

  private func drawn(_ hints: KeyHints, _ width: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    hints.draw(into: &canvas)
    return canvas.text
  }

  @Test func theyAreInTheOrderOfTheirRanksAndTheLastGoFirst() {
    #expect(drawn(hints, 40) == "↑↓ move   ? help   ⏎ open")
    #expect(drawn(hints, 25) == "↑↓ move   ? help   ⏎ open")
    #expect(drawn(hints, 24) == "↑↓ move   ? help")
    #expect(drawn(hints, 15) == "↑↓ move")
    #expect(drawn(hints, 3) == "")
  }

  @Test func aHintThatIsTooLongLeavesItsRoomToTheNext() {
    var hints = hints
    hints.hints[2].label = "everything there is"
    #expect(drawn(hints, 20) == "↑↓ move   ⏎ open")
  }

  @Test func theOnesAtTheEndStayThere() {
    var hints = hints
    hints.hints[2].isAtEnd = true
    #expect(drawn(hints, 30) == "↑↓ move   ⏎ open        ? help")
    #expect(hints.place(at: 24, width: 30)?.hint == 2)
    #expect(hints.place(at: 20, width: 30) == nil)
  }

  @Test func fillersComeWhereAQuarterOfTheLineWouldBeBlank() {
    var hints = hints
    hints.hints.append(.init(keys: "f", label: "follow", rank: 100, isFiller: true))
    hints.hints.append(.init(keys: "x", label: "extra", rank: 100, isFiller: true))
    #expect(drawn(hints, 32) == "↑↓ move   ? help   ⏎ open")
    #expect(drawn(hints, 37) == "↑↓ move   ? help   ⏎ open   f follow")
    #expect(drawn(hints, 60) == "↑↓ move   ? help   ⏎ open   f follow   x extra")
    #expect(hints.place(at: 29, width: 37)?.hint == 3)
  }
}
