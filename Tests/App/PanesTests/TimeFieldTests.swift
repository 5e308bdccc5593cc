import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Rooms

/// The field for a time to which a chart's cursor goes.
@Suite(.serialized) struct TimeFieldTests {
  private static let now = Date(timeIntervalSince1970: 1_795_687_200)  // 2026-11-26 10:00 UTC
  private static let autumn = Date(timeIntervalSince1970: 1_792_890_000)  // 2026-10-25 01:00 UTC
  private static let clock = ClockTime { $0 < autumn ? 7_200 : 3_600 }

  private static func rows(_ text: SafeText, earliest: Date? = nil) -> (choices: [Choice], sentence: SafeText) {
    let field = TimeField(earliest: earliest) { _ in }
    let list = field.list(at: now, in: clock)
    return UI.assumeIsolated { (list.choices(Property(value: text)).value, list.whenEmpty(text)) }
  }

  @Test func whatIsMeantStandsBelowTheField() async {
    await ShellStory.tell {
      #expect(Self.rows("24 nov 7:00").choices.map(\.title) == ["Tue 24 Nov 07:00"])
      #expect(Self.rows("24 nov 7:00").choices.map(\.detail) == ["2 d ago"])
      #expect(Self.rows("24 dec 7:00").choices.map(\.title) == ["Wed 24 Dec 2025 07:00"])
      #expect(Self.rows("now").choices.map(\.detail) == ["now"])
      let empty = Self.rows("")
      #expect(empty.choices.isEmpty && empty.sentence == "07:00, yesterday 7:00, 24 Nov 07:00, 2026-11-24 07:00")
    }
  }

  @Test func aTimeThatComesTwiceIsChosen() async {
    await ShellStory.tell {
      let choices = Self.rows("25 oct 2:30").choices
      #expect(choices.map(\.title) == ["Sun 25 Oct 02:30:00+02:00", "Sun 25 Oct 02:30:00+01:00"])
      #expect(choices.map(\.detail) == ["before the clock was set back", "after the clock was set back"])
      #expect(choices.compactMap { Double($0.id) } == [-1_800, 1_800].map { Self.autumn.timeIntervalSince1970 + $0 })
    }
  }

  @Test func whatIsBeforeEverythingKeptIsSaid() async {
    await ShellStory.tell {
      let earliest = Self.now - 86_400
      let rows = Self.rows("24 nov 7:00", earliest: earliest)
      #expect(rows.choices.isEmpty && rows.sentence == "Nothing is kept before 25 Nov 11:00")
      #expect(Self.rows("7:00", earliest: earliest).choices.count == 1)
    }
  }

  /// Two rooms at 07:00: the words, and a key before and after them.
  @Test(arguments: [KeyEvent.backTab, .tab]) func twoKeysGoToATime(pane: KeyEvent) async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      for _ in 0..<4 { story.turn(seconds: 3_600) }
      story.type(pane)
      let keys: [KeyEvent] = ["T", .enter]
      story.type(keys[0])
      story.type("14:30")
      #expect(story.look().contains("14:30"))
      story.type(keys[1])
      story.look()
      let chart = pane == .tab ? story.wikipedia.state.value.chart : story.rooms.state.value.chart
      let expected = Sample.now.timeIntervalSince1970 / 86_400
      #expect(chart.cursor == expected.rounded(.down) * 86_400 + 14.5 * 3_600)
      #expect(keys.count + 1 <= 5, "with the key that leads to the pane")
    }
  }

  @Test func aMistakeIsSaidAndNothingIsLost() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.turn(seconds: 60)
      story.type(.backTab, "T")
      story.type("2099-01-01")
      #expect(story.look().contains("00:00 on 1 Jan 2099 is in the future"))
      story.type(.enter)
      #expect(story.rooms.state.value.chart.cursor == nil)
    }
  }
}
