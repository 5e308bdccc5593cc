import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Rooms

private let beginning = Date(timeIntervalSince1970: 1_355_261_280)

/// Several rooms in the rooms' pane.
@Suite struct ManyRoomsTests {
  private let scheduler = TestScheduler(startDate: beginning)
  private let office = ScriptedRooms()
  private let rack = ScriptedRooms()
  private let sources: MutableProperty<[RoomSourceEntry]>
  private let viewModel: RoomsViewModel

  init() {
    let entries = [
      RoomSourceEntry(id: RoomSourceEntry.ID(ordinal: 1), name: "Office", kind: .conAir, source: office),
      RoomSourceEntry(id: RoomSourceEntry.ID(ordinal: 2), name: "Rack", kind: .prometheus, source: rack),
    ]
    sources = MutableProperty(entries)
    viewModel = RoomsViewModel(sources: Property(capturing: sources), scheduler: scheduler)
    viewModel.start()
    scheduler.advance()
  }

  @Test func roomsOfTheSameNameDifferAndTheirAlarmsToo() throws {
    let limits = RoomSettings.Limits(above: 26)
    sources.value = try [("http://pi/metrics", office), ("http://nas/metrics", rack)].map { address, source in
      RoomSourceEntry(
        id: RoomSourceEntry.ID(source: .metrics(try #require(URL(string: address)))), kind: .metrics, limits: limits,
        source: source)
    }
    scheduler.advance()
    answer(office, room("attic", 20))
    #expect(names == ["attic", nil])
    let told = viewModel.news.record()
    answer(rack, room("attic", 20))
    #expect(names == ["attic (pi)", "attic (nas)"])
    scheduler.advance(by: .seconds(10))
    answer(office, room("attic", 30))
    answer(rack, room("attic", 20))
    #expect(told.values.map(\.room.label) == ["attic (pi)"] && told.values.map(\.event.name) == ["attic (pi)"])
  }

  @Test func whatASourceRemarksOfARoomStaysWithItsRow() {
    var cellar = room("Cellar", 12.5, readings: [])
    cellar.remark = "Home Assistant has no history for it"
    answer(office, cellar)
    #expect(state.rooms.map(\.remark) == [cellar.remark, nil] && state.rooms[0].isCurrent)
    scheduler.advance(by: .seconds(10))
    cellar.remark = nil
    answer(office, cellar)
    #expect(state.rooms.map(\.remark) == [nil, nil])
  }

  private var state: RoomsState { viewModel.state.value }
  private var names: [SafeText?] { state.rooms.map(\.room.name) }
  private var values: [Double?] { state.rooms.map(\.latest?.celsius) }

  private func room(
    _ name: SafeText?, _ celsius: Double?, readings: [Double] = [20], silence: SafeText? = nil
  ) -> RoomReadings {
    let steps = readings.enumerated().map { index, celsius in
      RoomReading(
        Temperature(time: beginning.addingTimeInterval(Double(index - readings.count) * 120), celsius: celsius))
    }
    return RoomReadings(
      key: RoomKey(name?.string ?? ""), name: name, readings: steps,
      latest: celsius.map { Temperature(time: scheduler.currentDate - 5, celsius: $0) }, silence: silence)
  }

  /// Answers the newest request of a source.
  private func answer(_ source: ScriptedRooms, _ rooms: RoomReadings..., emptiness: SafeText? = nil) {
    source.requests.answer(source.requests.keys.count - 1, RoomAnswer(rooms: rooms, emptiness: emptiness))
    scheduler.advance()
  }

  private func move(_ lines: Int) {
    scheduler.perform { viewModel.send(.move(lines)) }
    scheduler.advance()
  }

  @Test func eachSourceHasALoadAndATroubleOfItsOwn() {
    #expect(names == ["Office", "Rack"] && values == [nil, nil])
    answer(office, room(nil, 21))
    rack.requests.fail(0, .timedOut(host: "rack", seconds: 30))
    scheduler.advance()
    #expect(names == ["Office", "Rack"] && values == [21, nil])
    #expect(state.rooms.map { $0.trouble?.error } == [nil, .timedOut(host: "rack", seconds: 30)])
    #expect(state.trouble == nil, "the room that is shown is well")
    #expect(state.rooms.map(\.isCurrent) == [true, false])
    #expect(state.requests.map(\.source) == ["Office", "Rack"])
    #expect(state.requests.map(\.load) == [.loaded(at: beginning), .idle])
    #expect(state.requests.map { $0.trouble?.failedAt } == [nil, beginning])
    scheduler.advance(by: .seconds(10))
    #expect(office.requests.keys.count == 2 && rack.requests.keys.count == 2)
  }

  @Test func aSourceMayHaveSeveralRooms() {
    answer(office, room(nil, 21))
    answer(rack, room("a", 30), room("b", 40))
    #expect(names == ["Office", "Rack a", "Rack b"] && values == [21, 30, 40])
  }

  @Test func theSelectedRoomIsShown() {
    answer(office, room(nil, 21, readings: [20, 21]))
    answer(rack, room("a", 30, readings: [29, 30]), room("b", 40, readings: [39, 38, 40]))
    #expect(state.latest?.celsius == 21 && state.selectedRoom == 0 && state.roomName == "Office")
    move(2)
    #expect(state.latest?.celsius == 40 && state.selectedRoom == 2 && state.roomName == "Rack b")
    #expect(state.chart.lines.map { $0.series.points.compactMap(\.value) } == [[20, 21], [29, 30], [39, 38, 40]])
    #expect(state.chart.focused == state.rooms[2].mark)
    move(5)
    #expect(state.selectedRoom == 2, "the list has an end")
    move(-1)
    #expect(state.latest?.celsius == 30)
    move(-9)
    #expect(state.latest?.celsius == 21)
    #expect(office.requests.keys.count == 1, "to select asks nobody")
  }

  @Test func aRoomThatIsSilentSaysWhyUntilItIsNot() {
    answer(office, room(nil, 21))
    scheduler.advance(by: .seconds(10))
    answer(office, room(nil, nil, readings: [20], silence: "10.0.0.5: connection refused"))
    #expect(state.silence?.reason == "10.0.0.5: connection refused" && state.latest?.celsius == 21)
    #expect(!state.rooms[0].isCurrent)
    // Then its source no longer has it at all.
    scheduler.advance(by: .seconds(10))
    answer(office)
    #expect(state.silence?.reason == "10.0.0.5: connection refused" && state.latest?.celsius == 21)
    scheduler.advance(by: .seconds(10))
    answer(office, room(nil, 22))
    #expect(state.silence == nil && state.latest?.celsius == 22)
    scheduler.advance(by: .seconds(10))
    answer(office)
    #expect(state.silence?.reason == "its source no longer has it")
  }

  @Test func aRoomThatComesLaterIsAskedForFromTheBeginning() {
    answer(rack, room("a", 30))
    scheduler.advance(by: .seconds(10))
    answer(rack, room("a", 30), room("b", 40))
    #expect(names == ["Office", "Rack a", "Rack b"])
    scheduler.advance(by: .seconds(10))
    let windows = rack.requests.keys.map { $0.upperBound.timeIntervalSince($0.lowerBound) }
    #expect(windows.count == 3 && windows[0] == 86_400 && windows[1] < 3_700 + 120 && windows[2] == 86_400)
    answer(rack, room("a", 30), room("b", 40))
    scheduler.advance(by: .seconds(10))
    let last = rack.requests.keys.last.map { $0.upperBound.timeIntervalSince($0.lowerBound) }
    #expect(last.map { $0 < 400 } == true, "once is enough: \(String(describing: last))")
  }

  @Test func aSourceThatGoesTakesItsRoomsAndNoOther() {
    answer(office, room(nil, 21))
    answer(rack, room("a", 30))
    move(1)
    let entries = sources.value
    scheduler.perform { sources.value = [entries[0]] }
    scheduler.advance()
    #expect(names == ["Office"] && state.latest?.celsius == 21 && state.roomName == "Office")
    #expect(office.requests.keys.count == 1, "a source that stays is not asked again")
    scheduler.perform { sources.value = [] }
    scheduler.advance()
    #expect(!state.isConfigured && state.rooms.isEmpty)
    #expect(scheduler.scheduledCount == 1, "nobody is asked; only the axis moves on")
  }

  @Test func aSourceWithoutRoomsSaysWhy() {
    answer(office, emptiness: "the query gives no series")
    #expect(state.emptiness == "the query gives no series" && state.latest == nil && state.rooms.count == 2)
    scheduler.advance(by: .seconds(10))
    answer(office, room(nil, 21))
    #expect(state.emptiness == nil && state.latest?.celsius == 21)
  }

  @Test func whereThereIsNothingToAskThatIsShown() {
    office.requests.answer(0, RoomAnswer(rooms: [], hasSource: false))
    scheduler.advance()
    #expect(!state.isConfigured)
    scheduler.advance(by: .seconds(10))
    answer(office, room(nil, 21))
    #expect(state.isConfigured && state.latest?.celsius == 21)
  }

  @Test func whatIsLeftOutIsToldForAsLongAsItIs() {
    answer(office, room(nil, 21))
    rack.requests.answer(0, RoomAnswer(rooms: [room("a", 30), room("b", 40)], total: 40))
    scheduler.advance()
    #expect(state.leftOut == [LeftOutRooms(source: "Rack", shown: 2, total: 40)] && state.roomCount == "3 of 41 rooms")
    // A failure does not show more.
    scheduler.advance(by: .seconds(10))
    rack.requests.fail(1, .timedOut(host: "rack", seconds: 30))
    scheduler.advance(by: .seconds(600))
    #expect(state.leftOut.map(\.count) == ["2 of 40"])
    rack.requests.answer(
      rack.requests.keys.count - 1, RoomAnswer(rooms: [room("a", 30), room("b", 40)], total: 2))
    scheduler.advance()
    #expect(state.leftOut == [] && state.roomCount == nil)
  }

  @Test func aSensorThatHasDiedIsSilentSinceItsLastReading() {
    let last = beginning - 45 * 60
    let dead = RoomReadings(
      readings: (0..<20).map { RoomReading(Temperature(time: last - Double(19 - $0) * 120, celsius: 27)) })
    answer(office, dead)
    // It has only means, so the last reading itself is asked for.
    answer(office, RoomReadings(readings: [RoomReading(Temperature(time: last, celsius: 27))]))
    answer(rack, room("a", 30))
    #expect(state.rooms.map(\.silence) == [RoomSilence(since: last, reason: "no reading"), nil])
    #expect(state.silence == RoomSilence(since: last, reason: "no reading") && state.silentSince == nil)
    #expect(state.rooms.map(\.isCurrent) == [false, true])
  }

  @Test func aRoomIsNotYetSilentWhileItsSourceOnlyStops() {
    answer(office, room(nil, 21))
    scheduler.advance(by: .seconds(300))
    office.requests.fail(office.requests.keys.count - 1, .timedOut(host: "office", seconds: 30))
    scheduler.advance()
    #expect(state.rooms[0].silence == nil && state.rooms[0].trouble != nil)
    scheduler.advance(by: .seconds(600))
    #expect(state.rooms[0].silence?.since == beginning - 5)
    #expect((state.rooms[0].trouble?.since).map { $0 > beginning } == true, "the refusal began later")
  }

  @Test func ofTheRoomsOfAHostileSourceTheLatestAreKept() {
    let readings = (0..<300).reduce(SourceReadings()) { readings, index in
      let now = beginning + Double(index) * 10
      let room = RoomReadings(
        key: RoomKey("\(index)"), readings: [RoomReading(Temperature(time: now - 5, celsius: 20))])
      return readings.asked(at: now).joined(
        with: RoomAnswer(rooms: [room]), of: "page", over: now - 86_400...now, at: now)
    }
    #expect(Set(readings.rooms.map(\.key)) == Set((200..<300).map { RoomKey("\($0)") }))
  }

  @Test func onlyWhatIsDrawnIsFittedTo() {
    answer(office, room(nil, 21, readings: [20, 21]))
    answer(rack, room("a", 60, readings: [59, 60]))
    #expect(state.chart.viewport.value.contains(60) && state.chart.viewport.value.contains(20))
    move(1)
    scheduler.perform { viewModel.send(.toggleHidden) }
    #expect(state.chart.hidden == [state.rooms[1].mark] && !state.chart.viewport.value.contains(59))
    #expect(state.latest?.celsius == 60, "the large figure is that of the selected room all the same")
    scheduler.perform { viewModel.send(.toggleHidden) }
    scheduler.perform { viewModel.send(.toggleAlone) }
    #expect(state.chart.visibleLines.map(\.name) == ["Rack"] && !state.chart.viewport.value.contains(20))
    #expect(state.isAlone)
    scheduler.perform { viewModel.send(.showAll) }
    #expect(state.chart.visibleLines.count == 2 && state.chart.viewport.value.contains(20))
  }

  @Test func theLowestAndTheHighestOfAStepAreDrawn() {
    let spike = RoomReading(time: beginning - 240, lowest: 18, mean: 21, highest: 35)
    let next = RoomReading(Temperature(time: beginning - 120, celsius: 21))
    let broken = RoomReading(time: beginning - 360, lowest: 20, mean: 21, highest: 1e300)
    let latest = Temperature(time: beginning - 5, celsius: 21)
    answer(office, RoomReadings(readings: [broken, spike, next], latest: latest))
    let series = state.chart.series
    #expect(series.extent(in: -.infinity ... .infinity) == 18...35)
    #expect(series.points.compactMap(\.value) == [21, 21], "the line goes through the means")
  }

  @Test func aRoomKeepsItsLookWhileOthersGo() {
    answer(office, room(nil, 21))
    answer(rack, room("a", 30), room("b", 40))
    let looks = Dictionary(uniqueKeysWithValues: state.chart.lines.map { ($0.name, $0.look.number) })
    #expect(looks == ["Office": 0, "Rack a": 1, "Rack b": 2])
    let entries = sources.value
    scheduler.perform { sources.value = [entries[1]] }
    scheduler.advance()
    #expect(state.chart.lines.map(\.look.number) == [1, 2])
    scheduler.perform { sources.value = entries.reversed() }
    scheduler.advance()
    #expect(state.chart.lines.map(\.look.number) == [1, 2, 0])
  }

  @Test func whileItIsPausedTheLegendStandsStill() {
    answer(office, room(nil, 21))
    answer(rack, room("a", 30))
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    scheduler.advance(by: .seconds(10))
    answer(office, room(nil, 25))
    #expect(values == [21, 30] && state.latest?.celsius == 21)
    move(1)
    #expect(state.isPaused && state.latest?.celsius == 30, "to select another room goes on with nothing")
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    #expect(values == [25, 30])
  }

  @Test func theFilterFollowsTheFieldAndTheSelectionStaysListed() {
    answer(office, room(nil, 21))
    answer(rack, room("a", 30), room("b", 40))
    scheduler.perform { viewModel.send(.filter(.begin)) }
    scheduler.perform { viewModel.send(.filter(.edit(.insert("rack")))) }
    scheduler.advance(by: .milliseconds(200))
    #expect(state.filter.isEditing && state.listed == Set(state.rooms.dropFirst().map(\.id)))
    #expect(state.selectedRoom == 1 && state.latest?.celsius == 30)
    scheduler.perform { viewModel.send(.filter(.accept)) }
    #expect(!state.filter.isEditing && state.filter.isShown)
    scheduler.perform { viewModel.send(.filter(.clear)) }
    #expect(state.listed.count == 3 && !state.filter.isShown && state.selectedRoom == 0)
  }

  @Test func whatIsChosenIsKeptAndFoundAgain() {
    let store = MemoryStateStore(RememberedState())
    func start() -> RoomsViewModel {
      let viewModel = RoomsViewModel(
        sources: Property(capturing: sources), memory: Memory(in: store, on: scheduler), scheduler: scheduler)
      viewModel.start()
      scheduler.advance()
      return viewModel
    }
    let first = start()
    let marks = sources.value.map { Room.ID(source: $0.id, key: nil).mark }
    scheduler.perform { first.send(.toggleHidden) }
    scheduler.perform { first.send(.move(1)) }
    scheduler.perform { first.send(.toggleAlone) }
    let kept: [RoomChange] = [.isHidden(marks[0], true), .selected(marks[1]), .alone(marks[1])]
    #expect(store.changes(of: RoomChange.self) == kept)
    store.state.value?.rooms.choices = RoomChoices(hidden: [marks[0]], alone: marks[1], selected: marks[1])
    let second = start()
    #expect(second.state.value.chart.hidden == [marks[0]] && second.state.value.chart.alone == marks[1])
    scheduler.advance(by: .seconds(2))
    #expect(store.changes(of: RoomChange.self) == kept, "what is found again is not kept once more")
  }

  @Test func aRoomIsNamedByTheSettingsAndByItsSource() {
    #expect(Room.name(nil, in: nil, count: 1) == nil)
    #expect(Room.name("a", in: nil, count: 2) == "a")
    #expect(Room.name("freezer", in: "Cellar", count: 1) == "Cellar")
    #expect(Room.name("a", in: "Rack", count: 2) == "Rack a")
  }
}
