import Charting
import Foundation
import Model
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// 11 December 2012, 21:28 UTC.
private let beginning = Date(timeIntervalSince1970: 1_355_261_280)

/// The order of the legend of rooms.
@Suite struct RoomSortingTests {
  private var model = RoomsModel(origin: .live, unit: .celsius, now: beginning)

  /// The readings of rooms: seconds before the beginning, and degrees.
  private static let office: [(Double, Double)] = [(50_000, 10), (600, 20), (130, 22)]
  private static let rack: [(Double, Double)] = [(50_000, 30), (600, 31), (130, 25)]
  private static let attic: [(Double, Double)] = [(50_000, 40), (600, 15), (130, 16)]

  /// Each room by its name, `nil` for a room without a reading.
  private static func sources(
    _ rooms: [(SafeText, [(Double, Double)]?)], after seconds: Double = 0
  ) -> RoomsModel.Step {
    let now = beginning + seconds
    let sources = rooms.enumerated().map { index, room in
      let entry = RoomSourceEntry(
        id: RoomSourceEntry.ID(ordinal: index), name: room.0, kind: .prometheus, limits: RoomSettings.Limits(),
        source: UnaskedSource())
      var load = Load<TemperatureAsk, SourceReadings>.State(.once(.poll))
      if let points = room.1 {
        let temperatures = points.map { Temperature(time: beginning - $0.0, celsius: $0.1) }
        let readings = RoomReadings(readings: temperatures.map { RoomReading($0) }, latest: temperatures.last)
        let answer = SourceReadings().asked(at: now)
          .joined(with: RoomAnswer(rooms: [readings]), of: entry.label, over: now - 86_400...now, at: now)
        load.reduce(.event(.value(answer), of: .init(ask: .poll, isAutomatic: true), at: now))
      }
      return FollowedSource(entry: entry, lastDay: load, spans: Load<SpanAsk, RoomLayers>.State(.once(.missing)))
    }
    return .sources(sources, at: now)
  }

  private static let rooms = sources([("Office", office), ("Rack", rack), ("Attic", attic), ("Cellar", nil)])

  private mutating func reduce(_ steps: RoomsModel.Step...) -> [RoomsModel.Effect] {
    steps.reduce([]) { $0 + model.reduce($1) }
  }

  private var names: [String] { model.state.rooms.map { $0.room.label.string } }
  private var selected: String? { model.state.selectedRow?.room.label.string }

  @Test(
    arguments: [
      (.settings, ["Office", "Rack", "Attic", "Cellar"]), (.name, ["Attic", "Cellar", "Office", "Rack"]),
      (.warmest, ["Rack", "Office", "Attic", "Cellar"]), (.coldest, ["Attic", "Office", "Rack", "Cellar"]),
      (.lowestMinimum, ["Office", "Attic", "Rack", "Cellar"]),
      (.highestMinimum, ["Rack", "Attic", "Office", "Cellar"]),
      (.highestMaximum, ["Attic", "Rack", "Office", "Cellar"]),
      (.lowestMaximum, ["Office", "Rack", "Attic", "Cellar"]),
    ] as [(RoomOrder, [String])]) func aRoomWithoutAValueComesLast(order: RoomOrder, names: [String])
  {
    var test = self
    let effects = test.reduce(Self.rooms, .action(.sort(order)))
    #expect(test.names == names)
    #expect(effects.first == (order == .settings ? nil : .keep(.order(order))))
    var other = self
    #expect(other.reduce(Self.rooms, .recall(RoomChoices(order: order), [])) == [] && other.names == names)
  }

  @Test func minimumAndMaximumAreThoseOfWhatIsShown() {
    var test = self
    _ = test.reduce(Self.rooms, .action(.sort(.lowestMinimum)), .action(.gesture(.span(3_600))))
    #expect(test.names == ["Attic", "Office", "Rack", "Cellar"], "the cold morning of the office is out of view")
    _ = test.reduce(.action(.sort(.highestMaximum)))
    #expect(test.names == ["Rack", "Office", "Attic", "Cellar"])
    _ = test.reduce(.action(.gesture(.follow)), .action(.gesture(.fit)))
    #expect(test.names == ["Attic", "Rack", "Office", "Cellar"])
    _ = test.reduce(.unit(.fahrenheit, at: beginning))
    #expect(test.names == ["Attic", "Rack", "Office", "Cellar"])
  }

  @Test func ofEqualsTheSettingsDecide() {
    var test = self
    _ = test.reduce(Self.sources([("C", Self.rack), ("A", Self.office), ("B", Self.rack)]), .action(.sort(.name)))
    _ = test.reduce(.action(.sort(.highestMaximum)))
    #expect(test.names == ["C", "B", "A"], "not the order before")
  }

  @Test func theOrderStandsStillWithTheChartWhilePaused() {
    var test = self
    _ = test.reduce(Self.rooms, .action(.sort(.warmest)), .action(.gesture(.togglePause)))
    let hot = Self.sources(
      [("Office", Self.office + [(10, 50)]), ("Rack", Self.rack), ("Attic", Self.attic), ("Cellar", nil)], after: 10)
    _ = test.reduce(hot)
    #expect(test.names == ["Rack", "Office", "Attic", "Cellar"], "by the values that are shown")
    _ = test.reduce(.action(.sort(.highestMaximum)))
    #expect(test.names == ["Attic", "Rack", "Office", "Cellar"], "another order is taken at once")
    _ = test.reduce(.action(.gesture(.togglePause)))
    #expect(test.names == ["Office", "Attic", "Rack", "Cellar"])
  }

  @Test func aMovedSelectionStaysOnItsRoomAndAnotherOrderBeginsWithItsFirst() {
    var test = self
    _ = test.reduce(Self.rooms, .action(.sort(.warmest)))
    #expect(test.selected == "Rack", "nobody has moved it")
    #expect(test.model.state.chart.focused == test.model.state.rooms[0].mark, "nor is another line in front")
    _ = test.reduce(.action(.sort(.highestMaximum)))
    #expect(test.selected == "Attic" && test.model.state.chart.focused == test.model.state.selectedRow?.mark)
    _ = test.reduce(.action(.move(1)))
    let hot = Self.sources(
      [("Office", Self.office + [(10, 50)]), ("Rack", Self.rack), ("Attic", Self.attic), ("Cellar", nil)], after: 10)
    _ = test.reduce(hot)
    #expect(test.names == ["Office", "Attic", "Rack", "Cellar"] && test.selected == "Rack", "its values move it")
    _ = test.reduce(.action(.sort(.coldest)))
    #expect(test.names == ["Attic", "Rack", "Office", "Cellar"] && test.selected == "Attic")
    _ = test.reduce(.action(.move(1)), .action(.sort(.coldest)))
    #expect(test.selected == "Rack", "it is the same order")
    _ = test.reduce(.action(.toggleAlone), .action(.sort(.warmest)))
    #expect(test.names.first == "Office" && test.selected == "Rack", "a room that is shown alone stays")
  }

  @Test func sortingDoesNotChangeWhichLineIsInFrontOfWhich() {
    var test = self
    _ = test.reduce(Self.rooms)
    let lines = test.model.state.chart.lines.map(\.id)
    _ = test.reduce(.action(.sort(.name)))
    #expect(test.model.state.chart.lines.map(\.id) == lines && test.model.state.rooms.map(\.mark) != lines)
  }
}
