import Charting
import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// The temperatures of several rooms on one chart, with their legend.
@Suite struct RoomsOnOneChartTests {
  private static func state(_ change: (inout RoomsState) -> Void = { _ in }) -> RoomsState {
    let names: [SafeText] = ["Office", "Rack", "Cellar"]
    let rooms = names.enumerated().map { index, name in
      Room(
        id: Room.ID(source: RoomSourceEntry.ID(source: .sensors, ordinal: index), key: .only), name: name,
        kind: .thisMachine, limits: RoomSettings.Limits())
    }
    var rows = rooms.enumerated().map { index, room in
      RoomRow(room: room, latest: Temperature(time: Sample.ago(seconds: 80), celsius: 21.25 + Double(index)))
    }
    rows[2].latest?.time = Sample.ago(hours: 5)
    rows[2].trouble = ServiceFailure(
      .unreachable(host: "pi.local", reason: "connection refused"), since: Sample.ago(hours: 5))
    return Sample.rooms { state in
      let line = state.chart.lines[0]
      state.chart.lines = rows.enumerated().map { index, row in
        let points = line.series.points.map { Series.Point(time: $0.time, value: $0.value.map { $0 + Double(index) }) }
        var made = ChartLine(
          id: row.mark, name: row.room.label.string, series: Series(points), look: LineLook(number: index))
        made.newest = row.latest?.celsius
        return made
      }
      state.chart.focused = rows[1].mark
      (state.rooms, state.listed, state.selectedRoom) = (rows, Set(rows.map(\.id)), 1)
      change(&state)
    }
  }

  @Test(arguments: [(60, 24), (120, 20), (80, 12)])
  func eachRoomHasALineAndARowInTheLegend(width: Int, height: Int) throws {
    try expect(draw(Self.state(), width, height), looksLike: "rooms-\(width)x\(height)")
  }

  /// The legend comes before the tall figure.
  @Test(arguments: [(50, 16), (60, 24), (60, 40), (120, 20)])
  func sixRoomsAllHaveTheirRow(width: Int, height: Int) {
    let names: [SafeText] = ["Office", "Rack", "Cellar", "House attic", "Kitchen", "Bedroom"]
    let state = Self.state { state in
      let (row, line) = (state.rooms[0], state.chart.lines[0])
      state.rooms = names.enumerated().map { index, name in
        var room = row.room
        room.id = Room.ID(source: RoomSourceEntry.ID(source: .sensors, ordinal: index), key: .only)
        room.name = name
        return RoomRow(room: room, latest: row.latest)
      }
      state.chart.lines = state.rooms.enumerated().map { index, row in
        var other = ChartLine(
          id: row.mark, name: row.room.label.string, series: line.series, look: LineLook(number: index))
        other.newest = row.latest?.celsius
        return other
      }
      state.listed = Set(state.rooms.map(\.id))
    }
    let canvas = draw(state, width, height)
    for name in names { #expect(canvas.text.contains("\(name.string)  "), "\(canvas.text)") }
    #expect(canvas.text.contains("▀") == (height > 20 || width > 100), "\(canvas.text)")
    #expect(Invariants.faults(of: canvas) == [])
  }

  /// A part of a number would be another limit.
  @Test func aLimitIsNeverCut() {
    for width in 24...130 {
      for height in [9, 16, 24] {
        let state = Self.alarmed { state in
          state.rooms[1].room.name = "Rack below the stairs"
          state.chart.limits[0].value = 30.5
          state.alarms[0].limit = RoomLimit(.above, 30.5)
        }
        let text = draw(state, width, height).text
        for told in text.matches(of: /(?:above|>) ([^ ,│]+)/) {
          #expect(told.1.hasPrefix("30.5"), "\(width)x\(height)\n\(text)")
        }
      }
    }
  }

  /// With nothing to draw there are still the rooms, each with its reason.
  @Test(arguments: [(60, 24), (120, 20), (80, 12)])
  func withoutATemperatureThereIsALegendAllTheSame(width: Int, height: Int) throws {
    let state = Self.state { state in
      let refused = ServiceFailure(
        .unreachable(host: "a", reason: "connection refused"), since: Sample.ago(seconds: 300))
      for index in state.rooms.indices { state.rooms[index].latest = nil }
      state.rooms[0].silence = RoomSilence(since: nil, reason: "no temperature in the last 24 h")
      state.rooms[1].trouble = refused
      (state.rooms[2].trouble, state.rooms[2].isAwaited) = (nil, true)
      for index in state.chart.lines.indices { state.chart.lines[index].series = LineSeries(StepSeries()) }
      (state.latest, state.change, state.trouble, state.load) = (nil, nil, refused, .loading)
    }
    let canvas = draw(state, width, height)
    let lines = canvas.text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.contains("Rack  no answer since 13:58") }, "\(canvas.text)")
    #expect(
      lines.contains { $0.contains("Office") && $0.contains("no temperature in the last 24 h") }, "\(canvas.text)")
    #expect(lines.contains { $0.contains("Rack") && $0.contains("since 13:58: connection refused") }, "\(canvas.text)")
    #expect(lines.contains { $0.contains("Cellar") && $0.contains("updating") }, "\(canvas.text)")
    if height == 20 { try expect(canvas, looksLike: "rooms-without-temperatures") }
  }

  @Test func theTitleTellsHowManyRoomsAreLeftOut() {
    let state = Self.state { $0.leftOut = [LeftOutRooms(source: "Rack", shown: 2, total: 18)] }
    for width in [60, 120] { #expect(draw(state, width, 20).text.contains("ConAir: 3 of 19 rooms")) }
  }

  @Test func aBeginningThatIsNotKnownIsToldSo() {
    let state = Self.alarmed { state in
      state.alarms[0].isSinceKnown = false
      state.events = state.alarms
    }
    #expect(draw(state, 120, 24).text.contains("since before 11:03"))
    let choices = AlarmList.choices(of: state, context())
    #expect(choices.map { $0.detail.string.contains("since before 11:03") } == [true])
  }

  private static func alarmed(_ change: (inout RoomsState) -> Void = { _ in }) -> RoomsState {
    state { state in
      let limit = RoomLimit(.above, 22)
      state.rooms[1].room.limits = RoomSettings.Limits(above: 22, duration: 600)
      state.chart.limits = [ChartLimit(value: 22, name: "Rack above, for 10 min", isPassed: true)]
      state.alarms = [
        RoomEvent(
          room: state.rooms[1].mark, name: "Rack", limit: limit, since: Sample.ago(hours: 3), extreme: 23.5)
      ]
      state.events = state.alarms
      change(&state)
    }
  }

  @Test(arguments: [(60, 24), (120, 20), (80, 12)])
  func anAlarmHasAMarkAndWords(width: Int, height: Int) throws {
    let canvas = draw(Self.alarmed(), width, height)
    if height == 20 { try expect(canvas, looksLike: "rooms-alarm-120x20", styles: true) }
    let plain = canvas.text
    #expect(plain.contains("! 1 alarm") && plain.contains("! above 22"))
  }

  /// Their licence asks for it wherever the weather is shown.
  @Test(arguments: [(60, 24), (120, 20), (80, 9)])
  func whoseWeatherItIsIsNamed(width: Int, height: Int) {
    func text(_ trouble: ServiceFailure?) -> String {
      let state = Self.state { state in
        state.rooms[1].room.kind = .openMeteo
        state.trouble = trouble
      }
      return draw(state, width, height).text
    }
    let trouble = ServiceFailure(
      .unreachable(host: "pi.local", reason: "connection refused"), since: Sample.ago(hours: 5))
    #expect(text(nil).contains("Weather data by Open-Meteo.com"))
    #expect(text(trouble).contains("Weather data by Open-Meteo.com"), "\(text(trouble))")
    #expect(!draw(Self.state(), width, height).text.contains("Open-Meteo"))
  }

  @Test func whatHasFailedIsToldBeforeAnAlarm() {
    let state = Self.alarmed { $0.rooms[1].trouble = $0.rooms[2].trouble }
    let lines = draw(state, 120, 24).text.split(separator: "\n")
    #expect(lines.contains { $0.contains("Rack") && $0.contains("connection refused") && !$0.contains("above 22") })
  }

  @Test func theLegendTellsTheLatestReadingAndWhyThereIsNone() {
    let text = draw(Self.state(), 70, 24).text
    #expect(text.contains("Office") && text.contains("21.2"))
    #expect(text.contains("since 09:03: connection refused"))
    #expect(!text.contains("ConAir: "), "the name stands beside the figure")
    #expect(text.contains("Rack"))
  }

  @Test func theFilterStandsAboveTheRowsThatItLetsThrough() {
    let state = Self.state { state in
      state.filter = FilterState(field: TextFieldState("rack"), isEditing: true, words: FilterWords("rack"))
      state.listed = [state.rooms[1].id]
    }
    for (width, height) in [(70, 24), (120, 20), (80, 12)] {
      let text = draw(state, width, height).text
      #expect(text.contains("Filter  rack") && text.contains("1 of 3"), "\(width)x\(height)")
      #expect(!text.contains("Office") && !text.contains("Cellar"))
    }
  }

  /// In a tile, too, where the change has shorter words beside it.
  @Test func theHeadingSaysWhenTheLatestTemperatureWasMeasured() {
    for width in 46...70 {
      let head = draw(Self.state(), width, 14).text.components(separatedBy: "\n")[1]
      #expect(head.contains("Rack") && head.contains(/14:0\d( |│)/), "\(width): \(head)")
      // An alarm comes before the time, of which no part is drawn.
      let alarmed = Self.alarmed { $0.rooms[1].room.name = "Rack below the stairs" }
      let told = draw(alarmed, width, 14).text.components(separatedBy: "\n")[1]
      #expect(told.contains("22°C") || told.contains("above 22"), "\(width): \(told)")
      #expect(!told.contains("…│") && !told.contains(/14:\d?…/), "\(width): \(told)")
    }
    #expect(draw(Self.state(), 52, 14).text.contains("in 24 h"))
    #expect(draw(Self.state(), 70, 14).text.contains("since yesterday"))
  }

  @Test func theTerminalsCursorIsOnTheSelectedRowAndInTheFilterWhileItTakesText() throws {
    for (width, height) in [(60, 24), (120, 20), (80, 12)] {
      func line(_ state: RoomsState) throws -> (text: String, isSeen: Bool) {
        let canvas = draw(state, width, height)
        let cursor = try #require(canvas.cursor)
        return (canvas.text.components(separatedBy: "\n")[cursor.place.y], cursor.isSeen)
      }
      let row = try line(Self.state())
      #expect(row.text.contains("▌▲ Rack") && !row.isSeen, "\(row)")
      let field = try line(
        Self.state { $0.filter = FilterState(field: TextFieldState("o"), isEditing: true, words: FilterWords("o")) })
      #expect(field.text.contains("Filter") && field.isSeen, "\(field)")
    }
    let alone = draw(Sample.rooms(), 60, 24)
    #expect(alone.cursor?.place.y == 2, "on the figure")
  }

  @Test func aRoomWithoutATemperatureLeavesTheOthersTheirChart() {
    let state = Self.state { state in
      state.latest = nil
      state.rooms[1].latest = nil
      state.load = .loaded(at: Sample.now)
    }
    let text = draw(state, 70, 24).text
    #expect(text.contains("Rack  no temperature") && text.contains("┼"))
  }

  @Test func anEventAtALimitByKeyIsToldSo() {
    let own = Self.alarmed { state in
      state.rooms[1].room.limits = RoomSettings.Limits()
      state.rooms[1].room.limitByKey = LimitByKey(RoomLimit(.above, 22))
    }
    let details = [Self.alarmed(), own].map { AlarmList.choices(of: $0, context()).map(\.detail.string) }
    #expect(details.map { $0.map { $0.contains(", by key") } } == [[false], [true]], "\(details)")
  }

  @Test func theEndOfAnEventHasItsDateWhereThatIsAnother() {
    func detail(_ since: Double, _ until: Double) -> String {
      let state = Self.alarmed { state in
        state.events[0].since = Sample.ago(hours: since)
        state.events[0].until = Sample.ago(hours: until)
        state.alarms = []
      }
      return AlarmList.choices(of: state, context())[0].detail.string
    }
    #expect(detail(50, 49).contains("12:03 to 13:03, "), "\(detail(50, 49))")
    #expect(detail(60, 30).contains(" 08:03, ") && !detail(60, 30).contains("to 08:03"), "\(detail(60, 30))")
  }

  /// Neither in place of an alarm nor of the reason why a room is silent.
  @Test func aRuleIsNamedInTheRowOfItsRoom() {
    let state = Self.alarmed()
    let rules = Dictionary(uniqueKeysWithValues: state.rooms.map { ($0.mark, "say it" as SafeText) })
    func rows(_ rules: [Room.Mark: SafeText]) -> [String] {
      var canvas = Canvas(size: Size(width: 120, height: 20))
      RoomsView(state: state, rules: rules).draw(context(), into: &canvas)
      let lines = canvas.text.components(separatedBy: "\n")
      return ["Office", "Rack", "Cellar"].map { name in lines.first { $0.contains("\(name)  ") } ?? "" }
    }
    let (plain, ruled) = (rows([:]), rows(rules))
    #expect(ruled[0].contains(/Office +21.\d  § say it/) && !plain[0].contains("§"), "\(ruled)")
    #expect(ruled[1...] == plain[1...] && ruled[1].contains("! above 22"), "\(ruled)")
  }

  @Test func aClickFindsTheRoomOfItsRow() throws {
    let view = RoomsView(state: Self.state())
    for (width, height) in [(60, 24), (120, 20)] {
      let size = Size(width: width, height: height)
      let (legend, place) = try #require(view.legend(context(), size: size, Theme()))
      // The headings stand above the rows.
      #expect(place.height == 4 && legend.room(at: Point(x: 1, y: 0), in: place) == nil)
      #expect((1...3).map { legend.room(at: Point(x: 1, y: $0), in: place) } == view.state.rooms.map(\.id))
      #expect(
        legend.room(at: Point(x: 1, y: 4), in: place) == nil && legend.room(at: Point(x: -1, y: 1), in: place) == nil)
      // On a line less than there are rooms, a page with the selected one is shown.
      #expect(legend.room(at: Point(x: 1, y: 0), in: Rect(x: 0, y: 0, width: 20, height: 2)) == view.state.rooms[1].id)
    }
  }

  @Test func aClickOnAHeadingSorts() throws {
    func order(from order: RoomOrder, at heading: String) throws -> RoomOrder? {
      let state = Self.state { $0.order = order }
      let (legend, place) = try #require(
        RoomsView(state: state).legend(context(), size: Size(width: 120, height: 20), Theme()))
      let line = String(draw(state, 120, 20).text.split(separator: "\n", omittingEmptySubsequences: false)[place.y])
      let range = try #require(line.range(of: heading, options: .backwards), "\(line)")
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      return legend.order(at: Point(x: column - place.x, y: 0), in: place)
    }
    #expect(try order(from: .settings, at: "room") == .name)
    #expect(try order(from: .name, at: "room▲") == .settings)
    #expect(try order(from: .name, at: "°C") == .warmest)
    #expect(try order(from: .warmest, at: "°C▼") == .coldest)
    #expect(try order(from: .coldest, at: "°C▲") == .settings)
    #expect(try order(from: .name, at: "min") == .lowestMinimum)
    #expect(try order(from: .lowestMinimum, at: "min▲") == .highestMinimum)
    #expect(try order(from: .highestMinimum, at: "min▼") == .settings)
    #expect(try order(from: .lowestMinimum, at: "max") == .highestMaximum)
    #expect(try order(from: .highestMaximum, at: "max▼") == .lowestMaximum)
    #expect(try order(from: .lowestMaximum, at: "max▲") == .settings)
  }

  /// A paused chart keeps its lines, whatever the order and the rooms are.
  @Test func theRowsHaveTheOrderOfTheRoomsAndNotOfTheLines() throws {
    let state = Self.state { state in
      state.rooms.reverse()
      state.selectedRoom = 1
      state.chart.lines.remove(at: 2)
    }
    let (legend, place) = try #require(
      RoomsView(state: state).legend(context(), size: Size(width: 120, height: 20), Theme()))
    #expect((1...2).map { legend.room(at: Point(x: 1, y: $0), in: place) } == state.rooms.dropFirst().map(\.id))
    let lines = draw(state, 120, 20).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[place.y + 1].contains("▌") && lines[place.y + 1].contains("Rack"))
    #expect(lines[place.y + 2].contains("Office"))
  }
}
