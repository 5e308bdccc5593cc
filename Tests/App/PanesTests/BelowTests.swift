import Model
import ModelTesting
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The text of a question below its list, where they have no room side by side.
@Suite(.serialized) struct BelowTests {
  /// A screen whose selected question has been loaded.
  @UI private static func story(theme: Theme = Theme()) -> ShellStory {
    let story = ShellStory(theme: theme)
    story.type("B")
    story.turn(seconds: 0.5)
    return story
  }

  /// The row of the screen with the line between list and text; `nil` if one of them is alone.
  @UI private static func rule(_ story: ShellStory) -> Int? { story.lines.firstIndex { $0.hasPrefix("├") } }

  @UI private static func pane(_ story: ShellStory) throws -> StackOverflowPane {
    try #require(story.panes.compactMap { $0 as? StackOverflowPane }.first)
  }

  @Test(arguments: [109, 110, 159, 160]) func thePartsFillThePaneAndEachHasEightLines(screenWidth: Int) {
    for width in stride(from: 0, through: 180, by: 4) {
      for height in 0...60 {
        let size = Size(width: width, height: height)
        let inside = PaneBorder.inside(size)
        let places = StackOverflowPlaces(size, screenWidth: screenWidth, isBelow: true)
        let alone = StackOverflowPlaces(size, screenWidth: screenWidth, isBelow: false)
        if screenWidth >= SideBySide.leastScreenWidth, width >= SideBySide.leastWidth {
          #expect(places == alone && places.rule == .column(places.list.maxX))
          continue
        }
        #expect(alone.rule == nil && alone.list == inside && alone.text == inside)
        guard screenWidth >= 110, height >= 19 else {
          #expect(places == alone, "\(size)")
          continue
        }
        #expect(places.rule == .row(places.list.maxY) && places.text.y == places.list.maxY + 1)
        #expect(places.list.y == inside.y && places.text.maxY == inside.maxY)
        let parts = [places.list, places.text]
        #expect(parts.allSatisfy { $0.x == inside.x && $0.width == inside.width && $0.height >= 8 }, "\(size)")
        #expect(places.list.height <= places.text.height)
        let texts = [places.list.maxY, places.text.y].map { places.isText(Point(x: 1, y: $0), isReading: true) }
        #expect(texts == [false, true], "the line belongs to the list")
      }
    }
  }

  @Test func theSelectedQuestionStandsBelowItsList() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let rule = try #require(Self.rule(story))
      #expect(story.lines[1].contains("─ Stack Overflow ─"))
      #expect(story.lines[..<rule].contains { $0.contains("Debouncing") })
      #expect(story.lines[rule + 1].contains("Why does Swift concurrency hop threads here?"))
      try expect(try #require(story.display.frames.last), looksLike: "below-120x36", styles: true)
    }
  }

  @Test func withASCIITheSameIsSaid() async throws {
    try await ShellStory.tell {
      let canvas = try #require(Self.story(theme: Theme(colours: .none, isASCII: true)).display.frames.last)
      #expect(canvas.text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func itFollowsTheSelectionAndEnterGivesItTheKeys() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let state = story.stackOverflow.state
      let rule = try #require(Self.rule(story))
      #expect(try #require(story.display.frames.last?.cursor?.place).y < rule)
      story.type("j")
      #expect(state.value.preview?.question.id == 2 && state.value.preview?.detail == nil)
      story.turn(seconds: 0.5)
      #expect(state.value.preview?.detail != nil, "after a rest")
      story.type(.enter)
      story.look()
      #expect(state.value.reading?.question.id == 2 && Self.rule(story) == rule)
      #expect(story.lines[1].contains("─ Top › Question ─"))
      #expect(try #require(story.display.frames.last?.cursor?.place).y > rule)
      story.type(.escape)
      story.look()
      #expect(state.value.reading == nil && Self.rule(story) == rule)
    }
  }

  @Test func theKeyGivesTheWholePaneBack() async {
    await ShellStory.tell {
      let story = Self.story()
      story.type(.enter, "B")
      story.look()
      #expect(Self.rule(story) == nil && story.stackOverflow.state.value.reading != nil)
      #expect(!story.screen.contains("Debouncing"))
      story.type("B", .escape, "B")
      story.look()
      #expect(Self.rule(story) == nil && story.stackOverflow.state.value.preview == nil)
    }
  }

  @Test func itIsRemembered() async {
    await ShellStory.tell {
      let store = MemoryStateStore(RememberedState())
      let story = ShellStory(store: store)
      story.type("B")
      #expect(store.changes(of: QuestionChange.self).contains(.isBelow(true)))
      let next = ShellStory(store: MemoryStateStore(RememberedState(isBelow: true)))
      next.turn()
      #expect(Self.rule(next) != nil)
      // Where there is no room, it waits.
      next.resize(to: 100, 36)
      next.look()
      #expect(Self.rule(next) == nil && next.stackOverflow.state.value.preview == nil)
      next.resize(to: 120, 36)
      next.look()
      #expect(Self.rule(next) != nil)
    }
  }

  @Test(arguments: [
    (100, 36, "A question is shown below its list from 110 columns on"),
    (120, 20, "There are not enough lines for a question below its list"),
    (160, 45, "The question stands beside the list here"),
  ])
  func whereItCannotBeTheKeySaysWhy(width: Int, height: Int, sentence: String) async {
    await ShellStory.tell {
      let story = ShellStory(width: width, height: height)
      story.type("B")
      #expect(story.dashboard.state.value.notice?.string == sentence)
      #expect(!story.stackOverflow.state.value.isBelow)
    }
  }

  @Test func theMouseMeansWhatIsUnderIt() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let state = story.stackOverflow.state
      let pane = try Self.pane(story)
      let rule = try #require(Self.rule(story))
      story.point(.wheelDown, x: 10, y: rule + 3)
      #expect(state.value.list.selection == 1 && pane.text.value.place != pane.text.value.document?.start)
      story.point(.wheelDown, x: 10, y: rule - 3)
      #expect(state.value.list.selection == 2)
      story.turn(seconds: 0.5)
      story.point(.click, x: 10, y: rule)
      #expect(state.value.reading == nil)
      story.point(.click, x: 10, y: rule + 5)
      #expect(state.value.reading?.question.id == 2, "the text has the keys")
      story.look()
      let first = try #require(story.lines[..<rule].firstIndex { $0.contains("Why does") })
      story.point(.click, x: 10, y: first)
      #expect(state.value.reading == nil && state.value.list.selection == 1)
    }
  }

  @Test func eachHasAThumbBesideIt() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let canvas = try #require(story.display.frames.last)
      let rule = try #require(Self.rule(story))
      let side = try #require(story.column(of: "┤", inRow: rule))
      let thumbs = (0..<canvas.height).filter { canvas[x: side, y: $0].glyph.string == "┃" }
      #expect(thumbs.contains { $0 < rule } && thumbs.contains { $0 > rule }, "\(thumbs)")
    }
  }
}
