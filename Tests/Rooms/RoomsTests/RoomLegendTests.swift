import Foundation
import Model
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// Which rooms are listed, selected and shown.
@Suite struct RoomLegendTests {
  private static func id(_ ordinal: Int, _ key: RoomKey? = .only) -> Room.ID {
    Room.ID(source: RoomSourceEntry.ID(source: .sensors, ordinal: ordinal), key: key)
  }

  private static func room(_ ordinal: Int, _ name: SafeText, _ key: RoomKey? = .only) -> Room {
    Room(id: id(ordinal, key), name: name, kind: .conAir, limits: RoomSettings.Limits())
  }

  private static let rooms = [room(0, "Office"), room(1, "Rack"), room(2, "Küche"), room(3, "Rack cold")]

  private static func legend(_ inputs: RoomLegend.Input...) -> RoomLegend {
    var legend = RoomLegend()
    legend.reduce(.rooms(rooms))
    for input in inputs { legend.reduce(input) }
    return legend
  }

  private func type(_ text: SafeText, into legend: inout RoomLegend) {
    for change: FilterField.Change in [.begin, .edit(.insert(text)), .applyText] { legend.reduce(.filter(change)) }
  }

  @Test func theSelectionStaysWithinTheRooms() {
    var legend = RoomLegend()
    legend.reduce(.move(1))
    #expect(legend.index == nil && legend.selected == nil)
    legend.reduce(.rooms(Self.rooms))
    #expect(legend.index == 0)
    legend.reduce(.move(.max))
    #expect(legend.index == 3)
    legend.reduce(.move(.min))
    #expect(legend.index == 0)
  }

  @Test func whatWasChosenComesBackWithItsRoom() {
    var legend = Self.legend(.move(2))
    legend.reduce(.rooms([Self.rooms[0]]))
    #expect(legend.index == 0)
    legend.reduce(.rooms(Self.rooms))
    #expect(legend.index == 2 && legend.selected == Self.id(2))
  }

  @Test func aSourceWhoseRoomsBecomeKnownKeepsTheSelection() {
    var legend = RoomLegend()
    legend.reduce(.rooms([Self.room(0, "Office"), Self.room(1, "Rack", nil)]))
    legend.reduce(.move(1))
    legend.reduce(.rooms([Self.room(0, "Office"), Self.room(1, "a", RoomKey("a")), Self.room(1, "b", RoomKey("b"))]))
    #expect(legend.selected == Self.id(1, RoomKey("a")))
  }

  @Test func aClickGoesByWhatWasTyped() {
    var legend = Self.legend(.filter(.begin), .filter(.edit(.insert("rack"))))
    legend.reduce(.select(Self.id(0)))
    #expect(legend.selected == Self.id(1), "the office is listed no longer")
  }

  @Test func aHiddenRoomHasNoLineAndStaysInTheLegend() {
    var legend = Self.legend(.move(1), .toggleHidden)
    #expect(legend.lines.hidden == [Self.id(1).mark] && legend.listed.count == 4 && legend.index == 1)
    #expect(!legend.lines.shows(Self.id(1).mark) && legend.lines.shows(Self.id(0).mark))
    legend.reduce(.toggleHidden)
    #expect(legend.lines.hidden.isEmpty)
  }

  @Test func whatIsAloneFollowsTheSelection() {
    var legend = Self.legend(.toggleAlone)
    #expect(legend.lines.alone == Self.id(0).mark)
    legend.reduce(.move(2))
    #expect(legend.lines.alone == Self.id(2).mark)
    legend.reduce(.toggleAlone)
    #expect(legend.lines.alone == nil)
    legend.reduce(.toggleAlone)
    legend.reduce(.showAll)
    #expect(legend.lines.alone == nil && legend.index == 2)
  }

  @Test func theFilterHoldsForLegendAndLines() {
    var legend = Self.legend(.move(2))
    type("rack", into: &legend)
    #expect(legend.listed.map(\.name) == ["Rack", "Rack cold"])
    #expect(legend.lines.hidden == [Self.id(0).mark, Self.id(2).mark])
    #expect(legend.selected == Self.id(1), "what is selected is listed")
    legend.reduce(.move(1))
    #expect(legend.selected == Self.id(3))
    type(" nothing", into: &legend)
    #expect(legend.listed.isEmpty && legend.selected == Self.id(3), "a figure stays above the chart")
    legend.reduce(.move(1))
    legend.reduce(.filter(.clear))
    #expect(legend.listed.count == 4 && legend.selected == Self.id(3) && legend.lines.hidden.isEmpty)
    type("kuch", into: &legend)
    #expect(legend.listed.map(\.name) == ["Küche"])
    #expect(legend.choices.hidden.isEmpty, "a filter is not kept")
  }

  @Test func oneRoomIsNeverTakenAway() {
    var legend = RoomLegend()
    legend.reduce(.rooms([Self.rooms[0]]))
    for input in [RoomLegend.Input.toggleHidden, .toggleAlone] { legend.reduce(input) }
    #expect(legend.lines == LineChoice() && legend.choices == RoomChoices())
    // Nor where it was hidden among others.
    legend.reduce(.recall(RoomChoices(hidden: [Self.id(0).mark])))
    #expect(legend.lines.shows(Self.id(0).mark))
  }

  @Test func whatWasChosenLastTimeIsFoundAgain() {
    let choices = RoomChoices(hidden: [Self.id(0).mark], alone: Self.id(3).mark)
    var early = RoomLegend()
    early.reduce(.recall(choices))
    #expect(early.choices == choices, "what is stored is not changed before there are rooms")
    early.reduce(.rooms([Self.rooms[0], Self.rooms[1]]))
    #expect(early.index == 0 && early.choices == choices, "the program may end before the room's source answers")
    early.reduce(.rooms(Self.rooms))
    #expect(early.selected == Self.id(3) && early.choices == choices && early.lines.alone == Self.id(3).mark)

    var chosen = RoomLegend()
    chosen.reduce(.recall(choices))
    chosen.reduce(.rooms([Self.rooms[0], Self.rooms[1]]))
    for _ in 1...2 { chosen.reduce(.toggleAlone) }
    #expect(chosen.choices.alone == Self.id(0).mark, "what is made alone by hand is what a person sees")

    var acted = Self.legend(.move(1))
    acted.reduce(.recall(choices))
    #expect(acted.selected == Self.id(1), "what a person does counts for more")
    let mark = Self.id(1).mark
    #expect(acted.choices == RoomChoices(hidden: choices.hidden, alone: mark, selected: mark))
  }

  @Test func theRoomThatWasSelectedLastTimeIsSelectedUnlessAPersonHasActed() {
    let choices = RoomChoices(selected: Self.id(2).mark)
    var early = RoomLegend()
    early.reduce(.recall(choices))
    early.reduce(.rooms([Self.rooms[0], Self.rooms[1]]))
    #expect(early.index == 0 && early.choices == choices, "the program may end before the room's source answers")
    early.reduce(.rooms(Self.rooms))
    #expect(early.selected == Self.id(2) && early.choices == choices && early.lines.alone == nil)
    early.reduce(.move(1))
    #expect(early.choices.selected == Self.id(3).mark)

    var late = Self.legend(.recall(choices))
    #expect(late.selected == Self.id(2))
    late = Self.legend(.move(1), .recall(choices))
    #expect(late.selected == Self.id(1) && late.choices.selected == Self.id(1).mark)
    late = Self.legend(.toggleAlone, .recall(choices))
    #expect(late.lines.alone == Self.id(0).mark, "what a person sees alone")
  }

  @Test func aSelectionCountsForMoreThanARememberedRoomThatComesLater() {
    var legend = RoomLegend()
    legend.reduce(.recall(RoomChoices(alone: Self.id(3).mark)))
    legend.reduce(.rooms([Self.rooms[0], Self.rooms[1]]))
    legend.reduce(.select(Self.id(1)))
    legend.reduce(.rooms(Self.rooms))
    #expect(legend.selected == Self.id(1))
  }

  @Test func whatIsAloneStaysSoWhenARoomComesBeforeIt() {
    var legend = RoomLegend()
    legend.reduce(.rooms([Self.rooms[1], Self.rooms[2]]))
    legend.reduce(.toggleAlone)
    legend.reduce(.rooms(Self.rooms))
    #expect(legend.lines.alone == Self.id(1).mark)
  }

  @Test func theRoomsOfTwoSourcesHaveDifferentMarks() throws {
    let url = try #require(URL(string: "http://me:secret@prom.example/"))
    let same = try #require(URL(string: "http://prom.example/"))
    func mark(_ source: RoomSettings.Source?, _ key: RoomKey? = .only, ordinal: Int = 0) -> Room.Mark {
      Room.ID(source: RoomSourceEntry.ID(source: source, ordinal: ordinal), key: key).mark
    }
    let marks = [
      mark(.prometheus(url, query: "a b")), mark(.prometheus(url, query: "a")),
      mark(.prometheus(url, query: "a"), RoomKey("b")),
      mark(.prometheus(url, query: "a%20b")), mark(.conAir(url)), mark(.conAir(url, sensor: "a")), mark(.sensors),
      mark(.sensors, nil), mark(.sensors, ordinal: 1), mark(nil), mark(.metrics(url)),
    ]
    #expect(Set(marks).count == marks.count)
    #expect(!marks.contains { $0.contains("secret") })
    #expect(mark(.conAir(url)) == mark(.conAir(same)), "a password that changes leaves the room what it is")
  }

  @Test func whatIsKeptIsWhatChanged() {
    let former = RoomChoices(hidden: ["a", "b"], alone: "a")
    #expect(
      RoomChoices(hidden: ["b", "c"], alone: "a").changes(since: former) == [
        .isHidden("a", false), .isHidden("c", true),
      ])
    #expect(RoomChoices(hidden: ["a", "b"]).changes(since: former) == [.alone(nil)])
    #expect(former.changes(since: former).isEmpty)
  }
}
