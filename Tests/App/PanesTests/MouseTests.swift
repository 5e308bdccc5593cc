import Foundation
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

@Suite(.serialized) struct MouseTests {
  @Test func aClickSelectsTheRowThatIsDrawnThereAndOpensItWhereItIsSelected() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let row = try #require(story.lines.firstIndex { $0.contains("Debouncing") })
      for y in [row, row + 1] {
        story.type("g")
        story.look()
        story.point(.click, x: 20, y: y)
        #expect(story.stackOverflow.state.value.list.selection == 2)
      }
      story.look()
      story.point(.click, x: 20, y: row)
      #expect(story.stackOverflow.state.value.reading?.question.id == 2)
    }
  }

  @Test func aClickThatBringsTheFocusOpensNothing() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let row = try #require(story.lines.firstIndex { $0.contains("▌") })
      story.type(.tab)
      story.look()
      story.point(.click, x: 20, y: row)
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.stackOverflow.state.value.reading == nil)
      story.look()
      story.point(.click, x: 20, y: row)
      #expect(story.stackOverflow.state.value.reading != nil)
    }
  }

  @Test func aClickOnATabShowsIt() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      story.point(.click, x: try #require(story.column(of: "Ruby", inRow: 2)), y: 2)
      #expect(story.stackOverflow.state.value.selectedTab == 3)
    }
  }

  @Test func aClickOnTheFiltersLineBeginsToFilter() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.point(.click, x: 20, y: 3)
      story.type("q")
      #expect(story.look().contains("Filter  q"))
      #expect(!story.hasQuit)
    }
  }

  @Test func clicksAreOnThePictureThatIsOnTheScreen() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let row = try #require(story.lines.firstIndex { $0.contains("Debouncing") })
      // The list is filtered, and the frame that shows it has not been drawn yet.
      story.type("/ios")
      story.type(.enter)
      story.scheduler.advance(by: .seconds(1))
      story.point(.click, x: 20, y: row)
      #expect(story.stackOverflow.state.value.list.selection == 2)
    }
  }

  @Test func aClickOnAChartPutsTheCursorThereAndAnotherTakesItAway() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      story.point(.click, x: 100, y: 27)
      let time = try #require(story.rooms.state.value.chart.cursor)
      #expect(story.dashboard.state.value.focus == .rooms)
      #expect(story.rooms.state.value.chart.viewport.time.contains(time))
      story.look()
      let row = try #require(story.lines.firstIndex { $0.contains("●") })
      story.point(.click, x: try #require(story.column(of: "●", inRow: row)), y: row)
      #expect(story.rooms.state.value.chart.cursor == nil)
    }
  }

  @Test func aDoubleClickOpensWhateverHadTheFocus() async throws {
    try await ShellStory.tell {
      for hasFrame in [true, false] {
        let story = ShellStory()
        let row = try #require(story.lines.firstIndex { $0.contains("Debouncing") })
        story.type(.tab)
        story.look()
        story.point(.click, x: 20, y: row)
        #expect(story.stackOverflow.state.value.reading == nil)
        if hasFrame { story.look() }
        story.point(.click, x: 20, y: row)
        #expect(story.stackOverflow.state.value.reading?.question.id == 2, "\(hasFrame)")
        #expect(story.dashboard.state.value.focus == .stackOverflow)
      }
      let slow = ShellStory()
      let row = try #require(slow.lines.firstIndex { $0.contains("▌") })
      slow.type(.tab)
      slow.look()
      slow.point(.click, x: 20, y: row)
      slow.scheduler.advance(by: .milliseconds(500))
      slow.point(.click, x: 20, y: row)
      #expect(slow.stackOverflow.state.value.reading == nil, "two clicks, and no frame between them")
    }
  }

  @Test func twoClicksAreOneOnlySoonAfterEachOther() {
    var clicks = DoubleClicks()
    func isDouble(at seconds: Double) -> Bool {
      clicks.reduce(MouseEvent(.click, at: Point(x: 1, y: 1)), at: Sample.now + seconds).isDouble
    }
    #expect([0, 0.3, 0.4, 0.9].map(isDouble) == [false, true, false, false], "a third is a first one again")
    #expect(!isDouble(at: -60), "the clock was set back")
  }

  @Test func theSecondClickIsNotOnWhatTheFirstHasUncovered() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let row = try #require(story.lines.firstIndex { $0.contains("▌") })
      story.type("?")
      story.look()
      for _ in 0..<2 {
        story.point(.click, x: 20, y: row)
        story.look()
      }
      #expect(!story.screen.contains("╭─ Keys"))
      #expect(story.stackOverflow.state.value.reading == nil)
    }
  }

  @Test func aDragPansAChartAndLeavesItsCursorAlone() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      story.turn(seconds: 600)
      func chart() -> (time: ClosedRange<Double>, cursor: Double?) {
        (story.wikipedia.state.value.chart.viewport.time, story.wikipedia.state.value.chart.cursor)
      }
      for _ in 0..<2 {
        story.point(.wheelUp, x: 100, y: 5)
        story.look()
      }
      let before = chart()
      story.point(.click, x: 90, y: 5)
      #expect(chart().cursor != nil)
      story.look()
      // To the right, and beyond the pane's own lines.
      story.point(.drag, x: 95, y: 5)
      story.look()
      story.point(.drag, x: 100, y: 30)
      #expect(chart().cursor == before.cursor)
      #expect(chart().time.lowerBound < before.time.lowerBound)
      #expect(!story.wikipedia.state.value.isFollowing)
      // The same way back.
      story.look()
      story.point(.drag, x: 90, y: 35)
      #expect(abs(chart().time.lowerBound - before.time.lowerBound) < 1)
      #expect(story.dashboard.state.value.focus == .wikipedia)
    }
  }

  @Test func whatIsNotPressedOnAChartDragsNone() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      story.point(.wheelUp, x: 100, y: 27)
      for (x, y) in [(20, 10), (100, 20), (100, 0), (100, 35), (69, 27)] {
        story.look()
        story.point(.click, x: x, y: y)
        story.look()
        let charts = [story.rooms.state.value.chart.viewport, story.wikipedia.state.value.chart.viewport]
        for x in [100, 90, 110] { story.point(.drag, x: x, y: 27) }
        #expect([story.rooms.state.value.chart.viewport, story.wikipedia.state.value.chart.viewport] == charts)
      }
    }
  }

  @Test func theWheelScrollsListsAndTextsAndZoomsCharts() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.point(.wheelDown, x: 20, y: 15)
      #expect(story.stackOverflow.state.value.list.selection == 2)
      let shown = story.rooms.state.value.chart.viewport.time
      story.point(.wheelUp, x: 100, y: 27)
      let zoomed = story.rooms.state.value.chart.viewport.time
      #expect(zoomed.upperBound - zoomed.lowerBound < shown.upperBound - shown.lowerBound)
      #expect(story.dashboard.state.value.focus == .rooms)
      story.resize(to: 80, 24)
      story.type(.tab, .enter)
      #expect(story.answers().contains("1–20 of"))
      story.point(.wheelDown, x: 20, y: 15)
      #expect(story.look().contains("4–23 of"))
    }
  }

  @Test func theHeaderLeadsToPanes() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      story.type("z")
      story.look()
      story.point(.click, x: try #require(story.column(of: "ConAir", inRow: 0)), y: 0)
      #expect(story.look().contains("╭─ ConAir"))
      story.point(.click, x: 2, y: 0)
      #expect(story.dashboard.state.value.focus == .rooms)
    }
  }

  @Test func aClickOnAHintDoesItsCommand() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      @UI func click(_ text: String, offset: Int = 0) throws {
        story.look()
        story.point(.click, x: try #require(story.column(of: text, inRow: 35)) + offset, y: 35)
      }
      // Each key of a hint is its own command's; the label is the first one's.
      try click("↑↓ move", offset: 1)
      #expect(story.stackOverflow.state.value.list.selection == 2)
      try click("↑↓ move", offset: 1)
      #expect(story.stackOverflow.state.value.list.selection == 3, "two clicks are two")
      try click("↑↓ move", offset: 0)
      try click("↑↓ move", offset: 0)
      #expect(story.stackOverflow.state.value.list.selection == 1)
      try click("enlarge")
      #expect(story.look().hasPrefix(" reactui    Stack Overflow"))
      try click("all panes", offset: 3)
      try click("⇥ next")
      #expect(story.dashboard.state.value.focus == .wikipedia)
      try click("quit")
      #expect(story.hasQuit)
    }
  }

  @Test func theMouseCanBeLeftToTheTerminalAndThatIsSaid() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("M")
      story.look()
      #expect(story.display.releases == 1)
      #expect(story.footer.contains("The mouse selects text; any key gives it back to reactui"))
    }
  }

  @Test func aClickBetweenHintsOrOnANoticeDoesNothing() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      for x in [0, try #require(story.column(of: "↑↓ move", inRow: 35)) + 8, 119] {
        story.point(.click, x: x, y: 35)
        #expect(story.look() == before)
      }
      let quit = try #require(story.column(of: "q quit", inRow: 35))
      story.point(.wheelDown, x: quit, y: 35)
      story.type("y")
      story.look()
      #expect(story.footer.contains("Copied"))
      story.point(.click, x: quit, y: 35)
      #expect(!story.hasQuit)
    }
  }

  @Test func theFooterOfAnOverlayIsItsOwn() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      story.type("?")
      story.look()
      story.point(.click, x: try #require(story.column(of: "↑↓ scroll", inRow: 35)), y: 35)
      #expect(story.look() != before)
      story.point(.click, x: try #require(story.column(of: "close", inRow: 35)), y: 35)
      #expect(story.look() == before)
    }
  }

  @Test func noPlaceOfTheScreenIsHarmful() async {
    await ShellStory.tell {
      for keys in ["", "\r", "?", "D", "z"] {
        let story = ShellStory()
        for key in keys { story.type(key == "\r" ? .enter : .character(key)) }
        // But for the footer, whose hints are commands.
        for y in stride(from: -1, through: 34, by: 5) {
          for x in stride(from: -1, through: 120, by: 11) {
            story.look()
            for action in [MouseEvent.Action.wheelUp, .wheelDown, .click, .drag] { story.point(action, x: x, y: y) }
          }
        }
        #expect(!story.hasQuit)
        #expect(story.look().split(separator: "\n", omittingEmptySubsequences: false).count == 36)
      }
    }
  }
}
