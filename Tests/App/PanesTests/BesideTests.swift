import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The list and the text of a question side by side.
@Suite(.serialized) struct BesideTests {
  private static let sizes = [Size(width: 160, height: 45), Size(width: 200, height: 50)]

  /// A screen whose selected question has been loaded.
  @UI private static func story(_ size: Size = sizes[0], theme: Theme = Theme()) -> ShellStory {
    let story = ShellStory(width: size.width, height: size.height, theme: theme)
    story.turn(seconds: 0.5)
    return story
  }

  /// A place in the text, and the row that a title stands in.
  @UI private static func places(_ story: ShellStory) throws -> (text: Point, row: (String) -> Int?) {
    let line = try #require(story.lines.firstIndex { $0.contains("to stay on the main") })
    let column = try #require(story.column(of: "to stay on the main", inRow: line))
    return (Point(x: column, y: line), { title in story.lines.firstIndex { $0.contains(title) } })
  }

  @UI private static func pane(_ story: ShellStory) throws -> StackOverflowPane {
    try #require(story.panes.compactMap { $0 as? StackOverflowPane }.first)
  }

  @Test(arguments: sizes) func theSelectedQuestionStandsBesideItsList(size: Size) async throws {
    try await ShellStory.tell {
      let story = Self.story(size)
      try expect(try #require(story.display.frames.last), looksLike: "beside-\(size.width)x\(size.height)")
      story.type(.enter, "n")
      story.look()
      try expect(
        try #require(story.display.frames.last), looksLike: "beside-open-\(size.width)x\(size.height)", styles: true)
    }
  }

  @Test func withASCIITheSameIsSaid() async throws {
    try await ShellStory.tell {
      let story = Self.story(theme: Theme(colours: .none, isASCII: true))
      let canvas = try #require(story.display.frames.last)
      try expect(canvas, looksLike: "beside-ascii-160x45")
      #expect(canvas.text.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func fromItsLeastWidthOnEachHasRoom() {
    for width in 0...300 {
      let size = Size(width: width, height: 40)
      let places = StackOverflowPlaces(size, screenWidth: 160, isBelow: false)
      let inside = PaneBorder.inside(size)
      guard width >= SideBySide.leastWidth else {
        #expect(places.rule == nil && places.list == inside && places.text == inside)
        continue
      }
      #expect(places.rule == .column(places.list.maxX) && places.text.x == places.list.maxX + 1)
      let texts = [places.list.maxX, places.text.x].map { places.isText(Point(x: $0, y: 2), isReading: true) }
      #expect(texts == [false, true], "the rule belongs to the list")
      #expect(places.list.x == inside.x && places.text.maxX == inside.maxX)
      #expect(places.list.width >= 52 && places.text.width >= 57, "\(width)")
      #expect(QuestionView.textWidth(inside: places.text.width) >= places.text.width - 4, "nothing stays blank")
    }
  }

  @Test func aScreenOf160ColumnsHasRoomAndNoneOfItIsTakenFromWhatOthersNeed() async {
    await ShellStory.tell {
      for (width, isSplit) in [(159, false), (160, true), (200, true), (240, true)] {
        let story = ShellStory(width: width, height: 45)
        story.turn(seconds: 0.5)
        #expect((story.stackOverflow.state.value.preview != nil) == isSplit, "\(width)")
        #expect(["╭─ Wikipedia", "╭─ ConAir"].allSatisfy(story.screen.contains))
      }
      // A pane that is alone on a narrower screen has the columns, and a question that is enlarged there has all of them.
      let narrow = ShellStory(width: 159, height: 45)
      narrow.type("z")
      narrow.look()
      #expect(narrow.stackOverflow.state.value.preview == nil)
      // A share that is set holds, also where it is what others have without one.
      var settings = LayoutSettings()
      settings.share = 56
      let set = ShellStory(width: 160, height: 45, layout: Property(value: settings))
      #expect(set.stackOverflow.state.value.preview == nil)
      set.type("z")
      set.look()
      #expect(set.stackOverflow.state.value.preview != nil)
      set.type("z")
      set.look()
      #expect(set.stackOverflow.state.value.preview == nil)
    }
  }

  @Test func aKeyMovesTheBorderFromWhereItIs() async {
    await ShellStory.tell {
      let story = Self.story()
      @UI func corner() -> Int? { story.lines[1].enumerated().filter { $0.element == "╭" }.map(\.offset).last }
      let before = corner() ?? 0
      story.type(.controlLeft)
      story.look()
      #expect((before - 10..<before).contains(corner() ?? 0), "\(before) \(corner() ?? 0)")
    }
  }

  @Test func theBorderAndTheCursorTellWhatHasTheKeys() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let rule = try #require(story.column(of: "┬", inRow: 1))
      #expect(story.lines[1].contains("─ Stack Overflow ─") && !story.lines[1].contains(" of "))
      #expect(try #require(story.display.frames.last?.cursor?.place).x < rule)
      story.type(.enter)
      story.look()
      #expect(story.lines[1].contains("─ Top › Question ─"))
      #expect(try #require(story.display.frames.last?.cursor?.place).x > rule)
      #expect(story.screen.contains("▌"), "the row of the open question is still marked")
      story.type("/")
      story.look()
      #expect(try #require(story.display.frames.last?.cursor?.place).x > rule)
      story.type(.escape, .escape, "/")
      story.look()
      #expect(try #require(story.display.frames.last?.cursor?.place).x < rule)
    }
  }

  @Test func nothingMovesWhenAQuestionIsOpenedAndClosed() async throws {
    try await ShellStory.tell {
      let story = Self.story(Size(width: 160, height: 32))
      let (text, _) = try Self.places(story)
      // The preview is scrolled, and stays there.
      story.point(.wheelDown, x: text.x, y: text.y)
      story.look()
      let before = story.lines
      #expect(!before[2].contains("Why does"))
      story.type(.enter)
      story.look()
      #expect(story.lines[2..<30] == before[2..<30])
      story.type("j")
      story.look()
      let read = story.lines
      #expect(read[2..<30] != before[2..<30])
      story.type(.escape)
      story.look()
      #expect(story.lines[2..<30] == read[2..<30])
      // Another question begins at its start.
      story.type("j")
      story.turn(seconds: 0.5)
      #expect(try Self.pane(story).isAtStart)
    }
  }

  @Test func keysBelongToWhatHasThem() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let pane = try Self.pane(story)
      story.type(" ", .pageUp, "G", "g")
      #expect(pane.isAtStart && story.stackOverflow.state.value.list.selection == 1)
      story.type(.enter, " ")
      #expect(pane.isAtStart, "all of it is visible")
      story.type("J")
      story.look()
      #expect(story.stackOverflow.state.value.list.selection == 2)
      #expect(story.stackOverflow.state.value.reading?.question.id == 2)
    }
  }

  @Test func theMouseMeansWhatIsUnderIt() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let state = story.stackOverflow.state
      let pane = try Self.pane(story)
      let (text, row) = try Self.places(story)
      let second = try #require(row("Debouncing"))
      story.point(.wheelDown, x: 10, y: text.y)
      #expect(state.value.list.selection == 2 && pane.isAtStart)
      story.turn(seconds: 0.5)
      story.resize(to: 160, 34)
      story.look()
      story.point(.wheelDown, x: text.x, y: 10)
      #expect(state.value.list.selection == 2 && !pane.isAtStart)
      // A click in the text gives it the keys, wherever it is.
      story.look()
      story.point(.click, x: text.x, y: 20)
      #expect(state.value.reading?.question.id == 2 && !pane.isAtStart)
      // The wheel over the list goes on to the next question.
      story.look()
      story.point(.wheelDown, x: 10, y: 10)
      #expect(state.value.reading?.question.id == 3 && state.value.list.selection == 3)
      // A click on a row gives the list the keys.
      story.look()
      story.point(.click, x: 20, y: second)
      #expect(state.value.reading == nil && state.value.list.selection == 2)
      story.scheduler.advance(by: 1)
      story.look()
      story.point(.click, x: 20, y: second)
      #expect(state.value.reading?.question.id == 2, "the row that was selected already")
      story.scheduler.advance(by: 1)
      story.look()
      story.point(.click, x: 20, y: second)
      #expect(state.value.reading == nil && state.value.list.selection == 2)
      story.point(.click, x: 20, y: second)
      #expect(state.value.reading?.question.id == 2, "the second of two clicks")
    }
  }

  @Test func fieldsAndTabsAreFoundBesideEachOther() async throws {
    try await ShellStory.tell {
      let story = Self.story()
      let state = story.stackOverflow.state
      let (text, _) = try Self.places(story)
      story.point(.click, x: text.x, y: text.y)
      story.type("/", "e", .enter)
      story.look()
      let field = try #require(story.lines.firstIndex { $0.contains("Search  e") })
      story.point(.click, x: text.x, y: field)
      #expect(state.value.reading?.search.isEditing == true)
      story.look()
      story.point(.click, x: 20, y: 3)
      #expect(state.value.reading == nil && state.value.list.filter.isEditing)
      story.type(.escape)
      story.look()
      story.point(.click, x: try #require(story.column(of: "Ruby", inRow: 2)), y: 2)
      #expect(state.value.selectedTab == 3)
      // There is nothing to be read in an empty list.
      story.look()
      story.point(.click, x: text.x, y: text.y)
      story.point(.wheelDown, x: text.x, y: text.y)
      #expect(state.value.reading == nil)
    }
  }

  @Test func aScreenMadeNarrowShowsWhatHasTheKeys() async {
    await ShellStory.tell {
      let story = Self.story()
      story.resize(to: 120, 36)
      story.look()
      #expect(story.screen.contains("Debouncing") && !story.screen.contains("to stay on the"))
      #expect(story.stackOverflow.state.value.preview == nil)
      story.resize(to: 160, 45)
      story.turn(seconds: 0.5)
      story.type(.enter)
      story.resize(to: 120, 36)
      story.look()
      #expect(!story.screen.contains("Debouncing") && story.screen.contains("to stay on the"))
    }
  }

  // MARK: - What is not there yet, or not at all

  private func beside(_ change: (inout ReadingState) -> Void) -> StackOverflowState {
    var state = Sample.stackOverflow()
    var preview = Sample.reading()
    preview.detail = nil
    preview.load = .idle
    change(&preview)
    state.preview = preview
    return state
  }

  @Test func whileTheSelectionRestsTheListsOwnWordsStandThere() {
    let resting = draw(beside { _ in }, 120, 20)
    let loading = draw(beside { $0.load = .loading }, 120, 20)
    let lines = resting.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1].contains(/│  Why does Swift concurrency hop threads here\? +│/))
    #expect(lines[2].contains("3 answers   swift · async-await"))
    #expect(!resting.text.contains("Loading") && loading.text.contains("Loading the question and its answers…"))
    #expect(loading.text.split(separator: "\n").prefix(4) == resting.text.split(separator: "\n").prefix(4))
  }

  @Test func aFailureIsToldBesideTheListAndNotInIt() {
    let text = draw(beside { $0.trouble = ServiceFailure(.notFound("Question 1"), since: Sample.now) }, 120, 20).text
    let line = text.split(separator: "\n").first { $0.contains("Not found: Question 1  ") }
    #expect(line?.prefix(50).contains("Not found") == false)
    #expect(text.contains("Debouncing"))
  }

  @Test func thatRequestsAreFewIsSaidInOneSentence() {
    var state = beside { _ in }
    state.quota = Quota(remaining: 7, max: 300)
    #expect(draw(state, 120, 20).text.contains("Few requests are left today: Enter loads the question"))
    state.preview = Sample.reading()
    #expect(!draw(state, 120, 20).text.contains("Few requests"))
  }

  @Test func itIsHarmlessAtEverySize() {
    var state = Sample.stackOverflow()
    state.preview = Sample.reading()
    let reading = Sample.stackOverflow(reading: Sample.reading())
    let empty = Sample.stackOverflow(QuestionListState())
    for width in 108...125 {
      for height in 0...9 {
        for state in [state, reading, empty] {
          #expect(draw(state, width, height).size == Size(width: width, height: height))
        }
      }
    }
  }
}

extension StackOverflowPane {
  /// The text is not scrolled.
  fileprivate var isAtStart: Bool { text.value.place == text.value.document?.start }
}
