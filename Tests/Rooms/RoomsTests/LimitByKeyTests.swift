import Charting
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

/// A limit as a person writes it.
@Suite struct LimitWordsTests {
  @Test(
    arguments: [
      ("above 26", RoomLimit(.above, 26)), ("> 26", RoomLimit(.above, 26)), (">26°C", RoomLimit(.above, 26)),
      ("over 10", RoomLimit(.above, 10)), ("below 4", RoomLimit(.below, 4)), ("UNDER 40 c", RoomLimit(.below, 40)),
      ("<-4,5 ° C", RoomLimit(.below, -4.5)), ("−3", RoomLimit(.below, -3)), ("26", RoomLimit(.above, 26)),
      ("22", RoomLimit(.below, 22)), ("79 F", RoomLimit(.above, TemperatureUnit.fahrenheit.celsius(of: 79))),
      ("  26.5\u{a0}celsius ", RoomLimit(.above, 26.5)), ("-100", RoomLimit(.below, -100)),
      ("1000", RoomLimit(.above, 1_000)),
    ] as [(SafeText, RoomLimit)])
  func aLimitIsRead(text: SafeText, limit: RoomLimit) {
    #expect(LimitWords.meaning(of: text, in: .celsius, latest: 22) == .limit(LimitByKey(limit)))
  }

  @Test func aTemperatureIsOneOfTheUnitThatIsShown() {
    func meaning(_ text: SafeText) -> LimitWords.Meaning {
      LimitWords.meaning(of: text, in: .fahrenheit, latest: 22)
    }
    let (more, less) = (TemperatureUnit.fahrenheit.celsius(of: 79), TemperatureUnit.fahrenheit.celsius(of: 70))
    #expect(meaning("79") == .limit(LimitByKey(RoomLimit(.above, more))))
    #expect(meaning("70") == .limit(LimitByKey(RoomLimit(.below, less))))
    #expect(meaning("26 °C") == .limit(LimitByKey(RoomLimit(.above, 26))))
    #expect(meaning("2000") == .mistake("A limit is from −148 to 1832 °F"))
  }

  @Test(
    arguments: [("10 min", 600), ("90s", 90), ("1 h 30 min", 5_400), ("0 s", 0), ("24 hours", 86_400)]
      as [(String, Double)])
  func aLimitMayHaveADuration(words: String, seconds: Double) {
    let text = SafeText(oneLine: "above 26 for \(words)")
    #expect(
      LimitWords.meaning(of: text, in: .celsius, latest: nil)
        == .limit(LimitByKey(RoomLimit(.above, 26), for: seconds)))
  }

  private static let example = "above 26, < 4, 79 °F, 26 for 10 min"
  private static let duration = "A time up to 24 h follows “for”: for 10 min"

  @Test(
    arguments: [
      "nan", "inf", "-infinity", "1e9", "0x1A", "warm", "above", "above below", "26 27", "26 K", "1.2.3", "-", "26 >",
      "> > 26", "for 10 min", "26 before noon", "２６", "2\u{301}6", "🔥",
    ])
  func whatIsNoLimitIsToldWithAnExample(text: String) {
    let text = SafeText(oneLine: text)
    #expect(
      LimitWords.meaning(of: text, in: .celsius, latest: 22)
        == .mistake("“\(text)” is no limit: \(SafeText(oneLine: Self.example))"))
  }

  @Test(
    arguments: [
      ("", example), ("   ", example), ("1000000000", "A limit is from −100 to 1000 °C"),
      ("-101", "A limit is from −100 to 1000 °C"),
      (String(repeating: "9", count: 400), "A limit is from −100 to 1000 °C"), ("26 for", duration),
      ("26 for 10", duration), ("26 for 25 h", duration), ("26 for -5 min", duration), ("26 for ever", duration),
    ])
  func aMistakeIsOneSentence(text: String, sentence: String) {
    #expect(
      LimitWords.meaning(of: SafeText(oneLine: text), in: .celsius, latest: 22)
        == .mistake(SafeText(oneLine: sentence)))
  }

  @Test func withoutATemperatureTheSideIsAskedFor() {
    #expect(
      LimitWords.meaning(of: "26", in: .celsius, latest: nil)
        == .mistake("The room has no temperature now: write above or below"))
  }

  @Test(
    arguments: ["", "above 26", "above nan 0", "above inf 0", "above 1e9 0", "above 26 -1", "beside 26 0", "a b c d"])
  func whatIsStoredAndDamagedIsNoLimit(text: String) {
    #expect(LimitByKey(stored: text) == nil)
    let limit = LimitByKey(RoomLimit(.below, TemperatureUnit.fahrenheit.celsius(of: 79)), for: 90)
    #expect(LimitByKey(stored: limit.stored) == limit)
  }
}

/// A limit that a person sets with a key, beside those of the settings.
@Suite struct LimitByKeyTests {
  private let scheduler = TestScheduler(startDate: beginning)
  private let source = ScriptedRooms()
  private let store: MemoryStateStore
  private let viewModel: RoomsViewModel
  private let alarms: EventRecorder<AlarmTransition, Never>

  private static let id = RoomSourceEntry.ID(ordinal: 1)
  private static let mark = Room.ID(source: id, key: .only).mark
  private static let warm = LimitByKey(RoomLimit(.above, 26))

  init() { self.init(RememberedState()) }

  private init(_ state: RememberedState, limits: RoomSettings.Limits = RoomSettings.Limits()) {
    store = MemoryStateStore(state)
    let entry = RoomSourceEntry(id: Self.id, name: "Office", kind: .conAir, limits: limits, source: source)
    viewModel = RoomsViewModel(
      sources: Property(value: [entry]), memory: Memory(in: store, on: scheduler), scheduler: scheduler)
    alarms = viewModel.alarms.record()
    viewModel.start()
    scheduler.advance()
  }

  private var state: RoomsState { viewModel.state.value }

  private func set(_ limit: LimitByKey?) {
    scheduler.perform { viewModel.send(.limit(Self.mark, limit)) }
    scheduler.advance()
  }

  /// Answers the newest request: with means of two minutes up to the beginning, and with the latest reading.
  private func answer(_ means: [Double] = [], latest: Double) {
    let steps = means.enumerated().map { index, celsius in
      RoomReading(Temperature(time: beginning + Double(index - means.count) * 120, celsius: celsius))
    }
    let now = Temperature(time: scheduler.currentDate - 5, celsius: latest)
    let room = RoomReadings(key: .only, readings: steps, latest: now)
    source.requests.answer(source.requests.keys.count - 1, RoomAnswer(rooms: [room]))
    scheduler.advance()
  }

  private func poll(_ latest: Double) {
    scheduler.advance(by: .seconds(10))
    answer(latest: latest)
  }

  @Test func aLimitIsWatchedAndWhatIsThereIsChecked() {
    answer([20, 27, 27, 20], latest: 21)
    #expect(state.events == [] && !state.hasLimits)
    set(Self.warm)
    #expect(state.events.map(\.extreme) == [27] && state.alarms == [] && state.hasLimits)
    poll(27)
    #expect(state.alarms.map(\.limit) == [Self.warm.limit])
    #expect(state.chart.limits.map(\.name) == ["above, by key"] && state.chart.limits.map(\.isPassed) == [true])
    #expect(alarms.values.map(\.room.limits.ringsBell) == [false])
    poll(25.8)
    #expect(state.alarms.count == 1, "not back by 0.3 yet")
    poll(25)
    #expect(state.alarms == [])
  }

  @Test func anEndedLimitEndsItsEvent() {
    answer(latest: 20)
    set(Self.warm)
    poll(27)
    set(nil)
    #expect(state.alarms == [] && state.events.map(\.until) == [scheduler.currentDate - 5])
    #expect(!state.hasLimits && state.chart.limits == [])
    let limits = store.changes(of: RoomChange.self).filter { if case .limit = $0 { true } else { false } }
    #expect(limits == [.limit(Self.mark, Self.warm), .limit(Self.mark, nil)])
    poll(28)
    #expect(state.events.count == 1)
  }

  @Test func anotherLimitTakesThePlaceOfTheOneBefore() {
    answer(latest: 20)
    set(Self.warm)
    poll(27)
    set(LimitByKey(RoomLimit(.below, 28)))
    #expect(state.alarms.map(\.limit) == [RoomLimit(.below, 28)] && state.events.count == 2)
    #expect(state.chart.limits.map(\.value) == [28])
  }

  @Test func aLimitWaitsForItsDuration() {
    answer(latest: 20)
    set(LimitByKey(Self.warm.limit, for: 20))
    #expect(state.chart.limits.map(\.name) == ["above, by key, for 20 s"])
    poll(27)
    poll(27)
    #expect(state.alarms == [])
    poll(27)
    #expect(state.alarms.count == 1)
  }

  @Test func theLimitsOfTheSettingsStay() {
    let test = Self(RememberedState(), limits: RoomSettings.Limits(above: 30, ringsBell: true, command: ["siren"]))
    test.answer(latest: 20)
    test.set(Self.warm)
    test.poll(27)
    test.poll(31)
    #expect(test.state.alarms.map(\.limit.celsius) == [26, 30])
    #expect(test.state.chart.limits.map(\.name) == ["above", "above, by key"])
    #expect(test.alarms.values.map(\.room.limits.command) == [nil, ["siren"]], "it is meant for the settings' limit")
    let ringsBell = test.alarms.values.map(\.room.limits.ringsBell)
    #expect(ringsBell == [true, true])
    test.set(nil)
    #expect(test.state.alarms.map(\.limit.celsius) == [30])
  }

  @Test func aLimitThatTheSettingsHaveAsWellIsTheirs() {
    let limits = RoomSettings.Limits(above: 26, duration: 60, ringsBell: true, command: ["siren"])
    let test = Self(RememberedState(), limits: limits)
    test.answer(latest: 20)
    test.set(Self.warm)
    for _ in 0..<12 { test.poll(27) }
    let commands = test.alarms.values.map(\.room.limits.command)
    #expect(commands == [["siren"]], "once, after the minute, and with its program")
  }

  @Test func aLimitAndItsEventAreThereAfterARestart() {
    let event = RoomEvent(
      room: Self.mark, name: "Office", limit: Self.warm.limit, since: beginning - 3_600, extreme: 27)
    let choices = RoomChoices(limits: [Self.mark: Self.warm])
    let test = Self(
      RememberedState(rooms: choices, events: [event]), limits: RoomSettings.Limits(above: 30))
    test.answer(latest: 28)
    #expect(test.state.alarms.map(\.since) == [event.since] && test.state.alarms.map(\.extreme) == [28])
    #expect(test.state.rooms.map(\.room.limitByKey) == [Self.warm] && test.alarms.values == [])
    #expect(test.store.changes(of: RoomChange.self).allSatisfy { if case .limit = $0 { false } else { true } })
    test.poll(20)
    #expect(test.state.alarms == [] && test.state.events.count == 1)
  }

  /// As when its source was removed from the settings. A source that has not answered may still have its room.
  @Test func aLimitOfARoomThatIsGoneIsToldAndCanBeEnded() {
    let gone = Room.ID(source: RoomSourceEntry.ID(ordinal: 2), key: .only).mark
    let event = RoomEvent(
      room: gone, name: "Cellar", limit: Self.warm.limit, since: beginning - 9_000, until: beginning - 8_000,
      extreme: 27)
    let choices = RoomChoices(limits: [gone: Self.warm, Self.mark: Self.warm])
    let test = Self(RememberedState(rooms: choices, events: [event]))
    #expect(test.state.leftLimits == [LeftLimit(room: gone, name: "Cellar", limit: Self.warm.limit)])
    test.answer(latest: 20)
    #expect(test.state.leftLimits.map(\.room) == [gone])
    test.scheduler.perform { test.viewModel.send(.limit(gone, nil)) }
    #expect(test.state.leftLimits == [] && test.state.rooms.map(\.room.limitByKey) == [Self.warm])
    #expect(test.store.changes(of: RoomChange.self).contains(.limit(gone, nil)))
  }
}
