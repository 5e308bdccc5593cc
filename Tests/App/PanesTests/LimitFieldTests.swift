import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// The field for a limit of the selected room.
@Suite(.serialized) struct LimitFieldTests {
  private static func rows(
    _ text: SafeText, limit: LimitByKey? = nil, unit: TemperatureUnit = .celsius
  ) -> (choices: [Choice], sentence: SafeText) {
    var room = Room(
      id: Room.ID(source: RoomSourceEntry.ID(source: .sensors, ordinal: 0), key: .only), name: "Office",
      kind: .thisMachine, limits: RoomSettings.Limits())
    room.limitByKey = limit
    let list = LimitField(room: room, latest: 22, unit: unit).list { _ in }
    return UI.assumeIsolated { (list.choices(Property(value: text)).value, list.whenEmpty(text)) }
  }

  @Test func whatIsMeantStandsBelowTheField() async {
    await ShellStory.tell {
      #expect(Self.rows("26 for 10 min").choices.map(\.title) == ["above 26°C, for 10 min"])
      #expect(Self.rows("26").choices.map(\.detail) == ["now 22°C"])
      #expect(Self.rows("79", unit: .fahrenheit).choices.map(\.title) == ["above 79°F"])
      #expect(Self.rows("79", unit: .fahrenheit).choices.map(\.detail) == ["now 71.6°F"])
      let empty = Self.rows("")
      #expect(empty.choices.isEmpty && empty.sentence == "above 26, < 4, 79 °F, 26 for 10 min")
      let ends = Self.rows("", limit: LimitByKey(RoomLimit(.above, 26), for: 600)).choices
      #expect(ends.map(\.title) == ["No limit by key"] && ends.map(\.detail) == ["ends above 26°C, for 10 min"])
    }
  }

  @Test func fourKeysSetALimitAndTwoEndIt() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.turn(seconds: 60)
      story.type(.backTab, "A")
      story.type("26")
      #expect(story.look().contains("above 26°C"))
      story.type(.enter)
      #expect(story.rooms.state.value.selectedRow?.room.limitByKey?.limit.celsius == 26)
      story.type("A", .enter)
      #expect(story.rooms.state.value.selectedRow.map { $0.room.limitByKey == nil } == true)
    }
  }

  @Test func aMistakeIsSaidAndNothingIsLost() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.turn(seconds: 60)
      story.type(.backTab, "A")
      story.type("1e9")
      #expect(story.look().contains("“1e9” is no limit"))
      story.type(.enter)
      #expect(story.look().contains("1e9") && !story.rooms.state.value.hasLimits)
      #expect(story.footer.contains("“1e9” is no limit"), "\(story.footer)")
      story.type(.control("u"))
      story.type("> 26")
      story.type(.enter)
      #expect(story.rooms.state.value.selectedRow?.room.limitByKey == LimitByKey(RoomLimit(.above, 26)))
    }
  }

  /// Its room cannot be selected, so `A` does not reach it.
  @Test func aLimitOfARoomThatIsGoneIsEndedInTheListOfAlarms() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.turn(seconds: 60)
      story.scheduler.perform { story.rooms.send(.limit("cellar", LimitByKey(RoomLimit(.above, 26)))) }
      story.type(.backTab, "a")
      #expect(story.look().contains("No limit by key for cellar") && story.look().contains("ends above 26,"))
      story.type(.enter)
      #expect(!story.rooms.state.value.hasLimits)
      story.type("a")
      #expect(story.look().contains("No room has a limit"))
    }
  }
}
