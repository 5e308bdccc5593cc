import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Rooms

/// An open edit stands in its pane: in place of the list or, where there is room, beside it.
@Suite(.serialized) struct EditBesideTests {
  /// A story with the focus on Wikipedia and the first of three edits open.
  @UI private static func story(_ width: Int, _ height: Int) -> ShellStory {
    let story = ShellStory(width: width, height: height)
    story.connectFeed()
    for number in 1...3 { story.sendEdit("Article \(number)", revision: 100 + number) }
    story.turn(seconds: 30)
    story.type(.tab, .enter)
    story.answers()
    return story
  }

  @Test func itCoversItsOwnPaneOnlyAndZGivesItTheScreenAndTakesItBack() async {
    await ShellStory.tell {
      let story = Self.story(120, 36)
      let tiled = story.look()
      #expect(
        tiled.contains("Wikipedia › Edit") && tiled.contains("─ Stack Overflow ─") && tiled.contains("─ ConAir ─"))
      #expect(!tiled.contains("/s "), "the list and the rate are covered")
      story.type("z")
      #expect(story.look().contains("╭─ Wikipedia › Edit ─") && !story.screen.contains("─ ConAir ─"))
      #expect(story.lines[1].hasPrefix("╭─ Wikipedia › Edit"))
      story.type("z")
      #expect(story.look() == tiled)
      story.type("q")
      #expect(!story.look().contains("› Edit") && story.screen.contains("Article 1"))
      let state = story.wikipedia.state.value
      #expect(state.recent.first { $0.id == state.selection }?.event.title == "Article 3")
    }
  }

  @Test func whereThereIsRoomItStandsBesideItsListAndStepsWithIt() async {
    await ShellStory.tell {
      let story = Self.story(200, 50)
      story.type("z")
      story.look()
      #expect(story.lines[1].contains(/^╭─ Wikipedia ─.*╮╭─ Wikipedia › Edit ─/))
      #expect(story.screen.contains("Article 1"))
      let selected = story.wikipedia.state.value.selection
      story.type("J")
      story.answers()
      #expect(story.wikipedia.state.value.selection != selected)
      #expect(story.lines[1].contains("› Edit"))
      // A click on another row opens that one; the wheel over the text scrolls it.
      let row = story.lines.firstIndex { $0.contains("Article 1") } ?? 0
      story.point(.click, x: 5, y: row)
      #expect(story.wikipedia.edit.value?.opened.event.event.title == "Article 1")
      story.point(.wheelDown, x: 150, y: 20)
      #expect(story.wikipedia.edit.value?.opened.event.event.title == "Article 1")
      story.type(.escape)
      #expect(story.look().contains("› Edit") && story.wikipedia.edit.value == nil, "it is still selected")
      story.type(.escape)
      #expect(!story.look().contains("› Edit"))
    }
  }

  @Test func theSelectedEditStandsBesideItsListBeforeItIsOpened() async {
    await ShellStory.tell {
      let story = Self.story(200, 50)
      story.type("q", .escape, "z")
      #expect(!story.look().contains("› Edit"))
      story.type("j", "j")
      story.turn()
      #expect(story.lines[1].contains(/^╭─ Wikipedia ─.*╮╭─ Wikipedia › Edit ─/))
      #expect(story.lines[2].dropFirst(90).contains("Article 2") && story.screen.contains("町"), "\(story.screen)")
      #expect(story.wikipedia.edit.value == nil && story.footer.contains("show") && story.screen.contains("filter"))
      // The keys are those of the list, and the wheel over the text scrolls that.
      story.type("s")
      #expect(story.look().contains("─ Sort ─"))
      story.type(.escape, "/")
      #expect(story.look().contains("Filter") && !story.screen.contains("Search"))
      story.type(.escape)
      story.point(.wheelDown, x: 150, y: 20)
      #expect(story.wikipedia.state.value.selection == 1)
      #expect(story.display.frames.last.map(Invariants.faults) == [])
      story.point(.click, x: 150, y: 20)
      #expect(story.wikipedia.edit.value?.opened.event.event.title == "Article 2")
      story.type(.escape)
      story.resize(to: 120, 36)
      #expect(!story.look().contains("› Edit"))
      story.resize(to: 200, 50)
      #expect(story.look().contains("› Edit"))
      story.type("g")
      #expect(!story.look().contains("› Edit") && story.screen.contains("Article 3"))
    }
  }

  @Test func anotherPaneHasTheKeysWhileItStaysOpen() async {
    await ShellStory.tell {
      let story = Self.story(120, 36)
      story.type(.tab)
      #expect(story.dashboard.state.value.focus == .rooms && story.look().contains("› Edit"))
      story.type("m")
      #expect(story.rooms.state.value.chart.cursor != nil || !story.rooms.state.value.hasChart)
      story.type(.backTab, "J")
      #expect(story.wikipedia.edit.value?.opened.event.event.title == "Article 2")
    }
  }

  @Test func bothPartsFillThePaneAtEverySize() {
    for width in stride(from: 40, through: 240, by: 5) {
      for screen in [80, 159, 160, 240] {
        let size = Size(width: width, height: 20)
        let places = EditPlaces(size, screenWidth: screen, isOpen: true)
        let isBeside = width >= 112 && screen >= 160
        #expect((places.list != nil) == isBeside)
        #expect((places.list?.width ?? 0) + (places.edit?.width ?? 0) == width)
        #expect(places.list.map { $0.width >= 50 && $0.maxY == 20 } ?? true)
        #expect(EditPlaces(size, screenWidth: screen, isOpen: false).edit == nil)
      }
    }
  }

  // MARK: - Chart and list

  @Test func theListIsMadeLargerByKeyAndByMouseAndStaysSo() async {
    await ShellStory.tell {
      let story = Self.story(120, 36)
      story.type("q")
      @UI func rows() -> Int { WikipediaPicture.axis(story) }
      let before = rows()
      story.type(.controlUp)
      #expect(rows() == before - 1)
      story.type(.controlUp)
      #expect(rows() == before - 2)
      let share = story.wikipedia.choices.listShare
      #expect(share != nil)
      story.type(.controlDown, .controlDown, .controlDown)
      #expect(rows() == before + 1)
      // At the ends nothing is lost.
      for _ in 0..<30 { story.type(.controlUp) }
      #expect(story.look().contains("Article 1") && rows() > 0)
      for _ in 0..<60 { story.type(.controlDown) }
      #expect(story.look().contains("Article 3"))
    }
  }

  @Test func theDivisionIsPossibleAtEverySize() {
    for height in 5...60 {
      for share in [nil, 5, 20, 50, 80, 95] as [Int?] {
        let layout = WikipediaView.Layout(height: height, hasTrouble: false, listShare: share)
        guard !layout.list.isEmpty else { continue }
        #expect(layout.listHeight >= 2 && layout.chart.count >= 2, "\(height) \(share ?? 0)")
        for lines in [-1, 1] {
          guard let next = layout.share(list: layout.listHeight + lines) else { continue }
          let moved = WikipediaView.Layout(height: height, hasTrouble: false, listShare: next)
          #expect(moved.listHeight == layout.listHeight + lines, "\(height) \(share ?? 0)")
        }
      }
    }
  }
}

/// Where the chart's time axis is on the screen.
@UI
private enum WikipediaPicture {
  static func axis(_ story: ShellStory) -> Int {
    story.look()
    return story.lines.firstIndex { $0.dropFirst(68).contains("┼──") || $0.dropFirst(68).contains("└──") } ?? 0
  }
}
