import Charting
import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Rooms

/// What a chart does in either of the panes that have one.
@Suite(.serialized) struct ChartTileTests {
  /// Some minutes of edits, the pane alone on a screen of 80 × 24.
  @UI private static func wikipedia(_ theme: Theme = Theme()) -> ShellStory {
    let story = ShellStory(width: 80, height: 24, theme: theme)
    story.type(.tab)
    story.connectFeed()
    for minute in 0..<4 {
      for _ in 0..<(minute * 5) { story.send("An article") }
      story.turn(seconds: 60)
    }
    return story
  }

  /// Some minutes of temperatures, in a view of the same length.
  @UI private static func rooms() -> ShellStory {
    let story = ShellStory(width: 80, height: 24)
    story.type(.backTab)
    story.turn(seconds: 3_600)
    for _ in 0..<7 { story.type("+") }
    story.look()
    return story
  }

  @UI private static func cursor(_ story: ShellStory, _ pane: PaneID) -> Double? {
    pane == .rooms ? story.rooms.state.value.chart.cursor : story.wikipedia.state.value.chart.cursor
  }

  /// The columns of the cursor's line on the screen.
  @UI private static func line(_ story: ShellStory, _ glyph: String = "┃") -> Set<Int> {
    story.look()
    guard let canvas = story.display.frames.last else { return [] }
    return Set(
      // Not on the pane's border, where a list's thumb is.
      (0..<canvas.height).flatMap { y in (1..<canvas.width - 1).filter { canvas[x: $0, y: y].glyph.string == glyph } })
  }

  @Test(arguments: [PaneID.wikipedia, .rooms]) func theCursorBeginsAtTheNewestPointAndMovesByColumns(
    pane: PaneID
  ) async throws {
    try await ShellStory.tell {
      let story = pane == .rooms ? Self.rooms() : Self.wikipedia()
      #expect(Self.line(story).isEmpty)
      story.type("m")
      let start = try #require(Self.line(story).first)
      #expect(Self.line(story).count == 1)
      let series = pane == .rooms ? story.rooms.state.value.chart.series : story.wikipedia.state.value.chart.series
      #expect(Self.cursor(story, pane) == series.latest?.time)
      for (key, column) in [
        (KeyEvent.left, -1), ("h", -2), (.right, -1), ("l", 0), (.shiftLeft, -10), ("H", -20), (.shiftRight, -10),
        ("L", 0),
      ] as [(KeyEvent, Int)] {
        story.type(key)
        #expect(Self.line(story) == [start + column], "\(key)")
      }
      story.type(.left, .left, .left)
      #expect(Self.line(story) == [start - 3], "keys are read faster than frames are drawn")
      story.type(.home)
      let first = try #require(Self.line(story).first)
      #expect(first < start - 20)
      story.type(.end)
      #expect(Self.line(story) == [start])
      story.type("m")
      #expect(Self.cursor(story, pane) == nil && Self.line(story).isEmpty)
    }
  }

  @Test func theCursorIsInTheFooterAndTakesTheKeysOfTheListOnlyWhileItIsThere() async {
    await ShellStory.tell {
      let story = Self.wikipedia()
      story.resize(to: 160, 40)
      story.look()
      #expect(story.footer.contains("m cursor") && story.footer.contains("←→ pan"))
      story.type("m")
      story.look()
      #expect(story.footer.contains("←→ cursor") && story.footer.contains("Esc no cursor"))
      #expect(!story.footer.contains("←→ pan") && !story.footer.contains("m cursor"))
      let time = story.wikipedia.state.value.chart.viewport.time
      story.type(.left, .home, "G", "g")
      #expect(story.wikipedia.state.value.chart.viewport.time == time)
      #expect(story.wikipedia.state.value.selection == nil)
      story.type("j")
      #expect(story.wikipedia.state.value.selection != nil, "the list keeps its own keys")
    }
  }

  @Test func escapeEndsTheFieldThenTheFilterThenTheCursorThenTheSelection() async {
    await ShellStory.tell {
      let story = Self.wikipedia()
      story.type("m", "j", "/", "a")
      func state() -> [Bool] {
        let state = story.wikipedia.state.value
        return [state.filter.isEditing, state.filter.isShown, state.chart.cursor != nil, state.selection != nil]
      }
      #expect(state() == [true, true, true, true])
      story.type(.enter)
      #expect(state() == [false, true, true, true])
      story.type(.escape)
      #expect(state() == [false, false, true, true])
      story.type(.escape)
      #expect(state() == [false, false, false, true])
      story.type(.escape)
      #expect(state() == [false, false, false, false])
    }
  }

  @Test func itTellsTimeAndValueAlsoInASCIIAndWithoutColour() async throws {
    try await ShellStory.tell {
      for theme in [Theme(), Theme(isASCII: true), Theme(colours: .none)] {
        let story = Self.wikipedia(theme)
        story.type("m")
        let glyph = theme.isASCII ? ":" : "┃"
        #expect(!Self.line(story, glyph).isEmpty)
        let point = try #require(story.wikipedia.state.value.chart.series.latest)
        let time = ClockTime.utc.seconds(Date(timeIntervalSince1970: point.time))
        let value = SafeText(point.value ?? .nan, decimals: 1)
        #expect(story.screen.contains("\(time)  \(value) /s"), "\(story.screen)")
      }
    }
  }

  @Test func onTheNewestPointTheCursorFollowsAndElsewhereItStays() async {
    await ShellStory.tell {
      let story = Self.wikipedia()
      story.type("m")
      let newest = Self.cursor(story, .wikipedia)
      story.turn(seconds: 10)
      #expect(Self.cursor(story, .wikipedia) == newest.map { $0 + 10 })
      story.type(.left, .left)
      let there = Self.cursor(story, .wikipedia)
      let column = Self.line(story)
      story.turn(seconds: 20)
      #expect(Self.cursor(story, .wikipedia) == there)
      #expect(Self.line(story).first ?? .max < column.first ?? 0, "the picture moves on under it")
    }
  }

  @Test func whileTheCursorIsThereADragMovesItAndPansNothing() async throws {
    try await ShellStory.tell {
      let story = Self.wikipedia()
      story.type("m")
      let start = try #require(Self.line(story).first)
      let time = story.wikipedia.state.value.chart.viewport.time
      let row = try #require(story.lines.firstIndex { $0.contains("┃") })
      story.point(.click, x: start, y: row)
      #expect(Self.line(story).isEmpty, "a click on it takes it away")
      story.point(.drag, x: start - 5, y: row)
      #expect(Self.line(story) == [start - 5], "unless it is dragged")
      story.point(.drag, x: 0, y: row)
      #expect(Self.line(story).first.map { $0 < 12 } == true, "to the chart's side and no further")
      #expect(story.wikipedia.state.value.chart.viewport.time == time)
      story.point(.click, x: start - 9, y: row)
      #expect(Self.line(story) == [start - 9])
    }
  }

  @Test func theWheelZoomsAtThePointer() async throws {
    try await ShellStory.tell {
      let story = Self.wikipedia()
      story.point(.click, x: 40, y: 8)
      story.look()
      let time = try #require(Self.cursor(story, .wikipedia))
      for action in [MouseEvent.Action.wheelUp, .wheelDown] {
        story.point(action, x: 40, y: 8)
        #expect(Self.cursor(story, .wikipedia) == time)
        #expect(Self.line(story).allSatisfy { abs($0 - 40) <= 1 })
        #expect(story.wikipedia.state.value.isFollowing == (action == .wheelDown))
      }
    }
  }

  @Test(arguments: [(30, 12, false), (60, 12, true), (120, 12, true)])
  func aPaneTellsTheLeastAndTheGreatestValueWhereItHasRoom(
    width: Int, height: Int, isTold: Bool
  ) {
    let top = { (canvas: Canvas) in String(canvas.text.prefix { $0 != "\n" }) }
    let head = draw(Sample.wikipedia(), width, height).text.split(separator: "\n")[1]
    #expect(head.contains(#/2\.4 /s +\d\.\d … \d\.\d /#) == isTold, "\(head)")
    #expect(top(draw(Sample.rooms(), width, height)).contains(/[0-9] … \d+\.\d°C · live/) == isTold)
    #expect(top(draw(Sample.rooms(), width, height)).contains("live ─╮"), "it goes first")
  }

  /// What the marks of the chart are stands once in its border, where that has room.
  @Test func aBorderTellsWhatTheMarksAre() {
    let top = { (canvas: Canvas) in String(canvas.text.prefix { $0 != "\n" }) }
    #expect(top(draw(Sample.wikipedia(), 120, 12)).contains("╷ new user · "))
    let narrow = top(draw(Sample.wikipedia(), 34, 12))
    #expect(narrow.contains(" live ") && !narrow.contains("new user"), "\(narrow)")
    #expect(!draw(Sample.wikipedia { $0.chart.annotations = [] }, 120, 12).text.contains("╷"))
    #expect(!draw(Sample.rooms(), 120, 12).text.contains("new user"))
  }

  @Test func aChartWithoutAValueOrWithoutRoomTellsNoRange() {
    let top = { (canvas: Canvas) in String(canvas.text.prefix { $0 != "\n" }) }
    #expect(!top(draw(Sample.rooms { $0.latest = nil }, 120, 12)).contains("…"))
    #expect(!top(draw(Sample.wikipedia { $0.chart.lines[0].series = LineSeries() }, 120, 12)).contains("…"))
    #expect(!top(draw(Sample.wikipedia(), 120, 4)).contains("…"))
  }

  @Test func theCursorAndTheDiagnosticsSayHowLongAColumnIs() throws {
    // A click on the next column is one column later.
    let picture = ChartPicture()
    var canvas = Canvas(size: Size(width: 80, height: 20))
    let state = Sample.rooms { $0.chart.cursor = $0.chart.series.latest?.time }
    RoomsView(state: state, picture: picture).draw(context(), into: &canvas)
    let chart = try #require(picture.target(of: MouseEvent(.click, at: Screen.Point(x: 40, y: 10)))).plot
    let times = [40, 41].compactMap { chart.time(at: Screen.Point(x: $0, y: 3)) }
    #expect(times.count == 2)
    let minutes = (times[1] - times[0]) / 60
    #expect(canvas.text.contains("1 column = \(SafeText(minutes, decimals: 0)) min"), "\(minutes)\n\(canvas.text)")
    #expect(picture.columnText(of: state.chart) == "\(SafeText(minutes, decimals: 0)) min")
    #expect(ChartPicture().columnText(of: state.chart) == nil)
  }

  /// Columns are aligned to the clock and the view is not, but a cursor in any column of the chart leaves the view where it is.
  @Test func aCursorInAnyColumnDoesNotMoveTheView() async {
    await ShellStory.tell {
      for seconds in [1.0, 4] {
        let story = Self.wikipedia()
        story.turn(seconds: seconds)
        story.look()
        story.type("m")
        let time = story.wikipedia.state.value.chart.viewport.time
        var column = Self.line(story).first ?? 0
        while column > 8 {
          story.type(.left)
          #expect(story.wikipedia.state.value.chart.viewport.time == time)
          let next = Self.line(story).first ?? 0
          guard next == column - 1 else { break }
          column = next
        }
      }
    }
  }

  @Test(
    arguments: [
      (0.7, "0.7 s"), (4.98, "5 s"), (7.23, "7.2 s"), (59.6, "60 s"), (59.8, "1 min"), (90, "1.5 min"),
      (600, "10 min"), (750, "12 min"), (3_590, "1 h"), (5_400, "1.5 h"), (86_400, "1 d"), (1e9, "11574 d"),
    ] as [(Double, SafeText)])
  func aColumnIsToldInTwoDigits(seconds: Double, text: SafeText) {
    #expect(ChartSpan.rounded(seconds) == text)
  }
}
