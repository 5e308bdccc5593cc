import Assembly
import Foundation
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit

/// The whole screen at the sizes and with the colours that people have. The stories have more of it.
@Suite(.serialized) struct ScreenPictureTests {
  /// Keys that lead to something worth looking at, and its name.
  private static let sights: [(name: String, keys: [KeyEvent])] = [
    ("list", []), ("question", [.enter]), ("wikipedia", [.tab]), ("conair", [.backTab]),
  ]

  @UI private static func sight(
    _ keys: [KeyEvent], _ width: Int, _ height: Int, _ theme: Theme = Theme()
  ) throws -> Canvas {
    let story = ShellStory(width: width, height: height, theme: theme)
    story.connectFeed()
    for title in ["Łódź Fabryczna railway station", "東京都"] as [SafeText] { story.send(title) }
    story.turn(seconds: 6)
    for key in keys { story.type(key) }
    story.answers()
    return try #require(story.display.frames.last)
  }

  @Test(arguments: 0..<4) func everythingFitsTheSmallestTerminal(index: Int) async throws {
    try await ShellStory.tell {
      let (name, keys) = Self.sights[index]
      try expect(try Self.sight(keys, 40, 10), looksLike: "\(name)-40x10")
    }
  }

  @Test func withASCIITheSameIsSaid() async throws {
    try await ShellStory.tell {
      let theme = Theme(colours: .none, isASCII: true)
      try expect(try Self.sight([], 120, 36, theme), looksLike: "tiled-ascii-120x36", styles: true)
      let question = try Self.sight([.enter], 80, 24, theme)
      try expect(question, looksLike: "question-ascii-80x24")
      #expect(question.text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func wordsThatASCIICannotShowAreToldOnce() async {
    await ShellStory.tell {
      let story = ShellStory(theme: Theme(colours: .none, isASCII: true))
      story.answers()
      story.look()
      let sentence = "“?” stands for words that this terminal cannot show"
      #expect(story.footer.contains(sentence.map { "“”".contains($0) ? "\"" : $0 }), "\(story.footer)")
      for _ in 1...5 {
        story.turn(seconds: 4)
        story.type("j")
        #expect(!story.look().contains("stands for words"))
      }
      #expect(!ShellStory().screen.contains("stands for words"))
    }
  }

  @Test func withoutColourNothingIsColoured() async throws {
    try await ShellStory.tell {
      for (_, keys) in Self.sights {
        let cells = try Self.sight(keys, 120, 36, Theme(colours: .none)).cells
        #expect(cells.allSatisfy { $0.style.foreground == nil && $0.style.background == nil })
      }
    }
  }

  @Test func eightColoursAreEnough() async throws {
    try await ShellStory.tell {
      let cells = try Self.sight([], 120, 36, Theme(colours: .eight)).cells
      #expect(cells.allSatisfy { ($0.style.foreground ?? 0) < 8 && ($0.style.background ?? 0) < 8 })
    }
  }

  @Test(arguments: [
    (39, 10, "reactui needs 40x10, this is 39x10"), (80, 9, "this is 80x9"), (10, 2, "40x10"), (0, 0, ""),
  ])
  func aScreenThatIsTooSmallSaysSo(width: Int, height: Int, sentence: String) async throws {
    try await ShellStory.tell {
      let canvas = try Self.sight([], width, height)
      #expect(canvas.text.contains(sentence) || canvas.cells.isEmpty && sentence.isEmpty)
    }
  }

  @Test func theCursorStandsOnTheSelectionOrInTheField() async throws {
    try await ShellStory.tell {
      let list = try Self.sight(["j"], 120, 36)
      #expect(list.cursor == Canvas.Cursor(Point(x: 1, y: 8)))
      let events = try Self.sight([.tab, "j"], 120, 36)
      #expect(events.cursor?.place.x == 69)
      let field = try Self.sight(["/", "c", "o"], 120, 36)
      #expect(field.cursor == Canvas.Cursor(Point(x: 13, y: 3), isSeen: true))
    }
  }

  @Test func aNoticeTakesTheFootersPlace() async throws {
    try await ShellStory.tell {
      let lines = try Self.sight(["y"], 120, 36).text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.last == " Copied https://stackoverflow.com/q/1")
    }
  }
}

@Suite struct ScreenLayoutTests {
  private func items(_ sizes: (String, Int, Int)...) -> [ScreenLayout.Item] {
    sizes.map { ScreenLayout.Item(pane: PaneID($0.0), leastSize: Size(width: $0.1, height: $0.2)) }
  }

  /// The program's own.
  private var three: [ScreenLayout.Item] { items(("a", 62, 28), ("b", 48, 10), ("c", 48, 8)) }

  private func layout(
    _ width: Int, _ height: Int, isZoomed: Bool = false, _ panes: [ScreenLayout.Item]? = nil
  ) -> ScreenLayout {
    ScreenLayout(
      size: Size(width: width, height: height), panes: panes ?? three, focus: "b", isZoomed: isZoomed)
  }

  @Test func theProgramsPanesAreTiledFromTheirSizeOn() async {
    await ShellStory.tell {
      let panes = ShellStory().panes
      #expect(panes.map(\.id) == Features.catalog.panes)
      #expect(panes.map(\.leastSize) == three.map(\.leastSize))
    }
    #expect(layout(110, 30).arrangement == .tiled)
    #expect(layout(109, 30).arrangement == .single)
    #expect(layout(110, 29).arrangement == .single)
    #expect(layout(200, 50, isZoomed: true).arrangement == .single)
    #expect(layout(39, 30).arrangement == .tooSmall)
  }

  @Test func theRectanglesAreThoseThatPeopleAreUsedTo() {
    let rects = layout(120, 36).places.map(\.rect)
    #expect(
      rects == [
        Rect(x: 0, y: 1, width: 68, height: 34), Rect(x: 68, y: 1, width: 52, height: 19),
        Rect(x: 68, y: 20, width: 52, height: 15),
      ])
    // The upper one has the line that does not come out even.
    #expect(layout(120, 37).places.dropFirst().map(\.rect.height) == [20, 15])
  }

  @Test func theTilesCoverTheScreenWithoutOverlapHoweverManyThereAre() {
    let all = items(("a", 40, 20), ("b", 30, 9), ("c", 30, 8), ("d", 20, 5), ("e", 20, 3))
    for count in 1...5 {
      for width in stride(from: 110, through: 260, by: 7) {
        for height in stride(from: 45, through: 90, by: 3) {
          let layout = layout(width, height, Array(all.prefix(count)))
          #expect(layout.places.map(\.pane) == all.prefix(count).map(\.pane))
          let rects = layout.places.map(\.rect) + [layout.header, layout.footer]
          #expect(rects.reduce(0) { $0 + $1.width * $1.height } == width * height)
          for (index, rect) in rects.enumerated() {
            #expect(rects[..<index].allSatisfy { $0.intersection(rect).isEmpty })
          }
        }
      }
    }
  }

  @Test func whereALeastSizeDoesNotFitTheFocusedPaneIsAlone() {
    let panes = items(("a", 40, 10), ("b", 30, 9), ("c", 30, 40))
    let layout = layout(200, 45, panes)
    #expect(layout.arrangement == .single)
    #expect(layout.places.map(\.pane) == ["b"])
    #expect(!ScreenLayout.canTile(Size(width: 200, height: 45), panes: panes))
  }
}
