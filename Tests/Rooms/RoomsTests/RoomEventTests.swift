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

/// What happens at a room's limits, in the rooms' pane.
@Suite struct RoomEventTests {
  private let scheduler = TestScheduler(startDate: beginning)
  private let source = ScriptedRooms()
  private let store: MemoryStateStore
  private let sources: MutableProperty<[RoomSourceEntry]>
  private let viewModel: RoomsViewModel
  private let alarms: EventRecorder<AlarmTransition, Never>
  private let news: EventRecorder<AlarmTransition, Never>
  private let rules = MutableProperty<[RoomLimit]>([])
  private let crossings: EventRecorder<RoomCrossing, Never>

  private static let id = RoomSourceEntry.ID(ordinal: 1)
  private static let mark = Room.ID(source: id, key: .only).mark

  init() { self.init([]) }

  private init(_ events: [RoomEvent]) {
    store = MemoryStateStore(RememberedState(events: events))
    sources = MutableProperty([])
    viewModel = RoomsViewModel(
      sources: Property(capturing: sources), ruleLimits: Property(capturing: rules),
      memory: Memory(in: store, on: scheduler), scheduler: scheduler)
    (alarms, news, crossings) = (viewModel.alarms.record(), viewModel.news.record(), viewModel.crossings.record())
    limit(RoomSettings.Limits(above: 26, ringsBell: true))
    viewModel.start()
    scheduler.advance()
  }

  private var state: RoomsState { viewModel.state.value }

  private func limit(_ limits: RoomSettings.Limits) {
    scheduler.perform {
      sources.value = [RoomSourceEntry(id: Self.id, name: "Office", kind: .conAir, limits: limits, source: source)]
    }
    scheduler.advance()
  }

  /// Answers the newest request: with means of two minutes up to a time, and with the latest reading at its own time.
  ///
  /// - Parameter end: The end of the last mean.
  private func answer(
    _ means: [Double] = [], until end: Date = beginning, latest: Double?, at time: Date? = nil
  ) {
    let now = time ?? scheduler.currentDate - 5
    let steps = means.enumerated().map { index, celsius in
      RoomReading(Temperature(time: end + Double(index - means.count) * 120, celsius: celsius))
    }
    let room = RoomReadings(
      key: .only, readings: steps, latest: latest.map { Temperature(time: now, celsius: $0) },
      silence: latest == nil ? "no data" : nil)
    source.requests.answer(source.requests.keys.count - 1, RoomAnswer(rooms: [room]))
    scheduler.advance()
  }

  @Test func whatAnotherProgramHasToldIsListedWithinAMinute() {
    answer(latest: 20)
    let there = RoomEvent(
      room: "elsewhere", name: "Attic", limit: RoomLimit(.above, 30), since: beginning - 600, until: beginning - 300,
      extreme: 31)
    store.others.value = [there]
    poll(27)
    #expect(state.events.map(\.name) == ["Office"])
    scheduler.advance(by: .seconds(60))
    #expect(state.events.map(\.name) == ["Office", "Attic"] && state.alarms.map(\.name) == ["Office"])
    #expect(alarms.values.count == 1, "another program's alarm is its own")
    #expect(!store.keptEvents.contains { $0.name == "Attic" })
    // It does not undo what is known better here.
    store.others.value = state.events.map { event in
      var event = event
      event.until = nil
      return event
    }
    scheduler.advance(by: .seconds(60))
    #expect(state.events.last?.until == beginning - 300)
  }

  private func poll(_ latest: Double?, after seconds: Int = 10) {
    scheduler.advance(by: .seconds(seconds))
    answer(latest: latest)
  }

  @Test func anAlarmBeginsAndEndsOnce() {
    answer([20, 21], latest: 21)
    #expect(state.alarms == [] && state.hasLimits)
    poll(27)
    poll(28)
    #expect(state.alarms.map(\.extreme) == [28] && state.alarm(of: Self.mark)?.name == "Office")
    #expect(alarms.values.map(\.reading.mean) == [27] && alarms.values.first?.room.limits.ringsBell == true)
    poll(25.8)
    #expect(state.alarms.count == 1, "not back by 0.3 yet")
    poll(25)
    #expect(state.alarms == [] && state.events.map(\.until) == [scheduler.currentDate - 5])
    #expect(alarms.values.count == 1 && news.values.map(\.kind) == [.began, .ended])
    // The alarm that was told is kept by that; what became of it, as a change.
    #expect(store.told.value.map(\.extreme) == [27])
    #expect(store.keptEvents.map(\.extreme) == [28, 28] && store.keptEvents.last?.until != nil)
  }

  // MARK: - The limits of rules

  private var crossed: [Bool] { crossings.values.map(\.isBeyond) }

  @Test func aRuleAndALimitOfTheSameTemperatureActOnTheSameReadings() {
    rules.value = [RoomLimit(.above, 26)]
    answer([20, 21], latest: 21)
    #expect(crossed == [false], "where it is first looked at, what an earlier run has met may be over")
    for (latest, expected) in [(27, 1), (28, 1), (25.8, 1), (25, 2), (27, 3)] as [(Double, Int)] {
      poll(latest)
      #expect(crossed.count == 1 + expected && news.values.count == expected, "\(latest)")
    }
    #expect(crossed == [false, true, false, true] && crossings.values.map(\.celsius) == [21, 27, 25, 27])
    #expect(crossings.values.allSatisfy { $0.room.label == "Office" && $0.limit == RoomLimit(.above, 26) })
  }

  /// Two polls may be minutes apart: what was beyond the limit in between, and is over, is no alarm of either.
  @Test func whatIsOverWhenItIsHeardOfIsNoMatch() {
    rules.value = [RoomLimit(.above, 26)]
    answer([20, 21], latest: 21)
    scheduler.advance(by: .seconds(1_200))
    answer([20, 21, 29, 29, 29, 20, 20, 20], until: scheduler.currentDate - 60, latest: 20)
    #expect(state.events.map(\.extreme) == [29] && state.alarms == [], "it is listed")
    #expect(crossed == [false] && alarms.values == [])
  }

  @Test func aRuleIsToldWhileTheChartIsPaused() {
    rules.value = [RoomLimit(.above, 26)]
    answer([20, 21], latest: 21)
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    poll(27)
    #expect(state.isPaused && state.latest?.celsius == 21)
    #expect(crossed == [false, true])
  }

  @Test func aNewRuleLooksAtWhatIsThereAndOneThatIsGoneIsForgotten() {
    answer([20, 27, 27, 27], latest: 27)
    scheduler.perform { rules.value = [RoomLimit(.above, 26), RoomLimit(.below, 10)] }
    #expect(crossings.values.map(\.limit.side) == [.above, .below] && crossed == [true, false])
    scheduler.perform { rules.value = [RoomLimit(.below, 10)] }
    poll(20)
    scheduler.perform { rules.value = [RoomLimit(.below, 10), RoomLimit(.above, 26)] }
    #expect(crossings.values.map(\.limit.side) == [.above, .below, .above] && crossed == [true, false, false])
  }

  @Test func theDemonstrationIsNoMatch() {
    rules.value = [RoomLimit(.above, 26)]
    let demo = ScriptedRooms(.demo)
    scheduler.perform {
      sources.value = [
        RoomSourceEntry(id: RoomSourceEntry.ID(ordinal: 2), name: "Made up", kind: .conAir, source: demo)
      ]
    }
    scheduler.advance()
    let latest = Temperature(time: scheduler.currentDate - 5, celsius: 30)
    demo.requests.answer(0, RoomAnswer(rooms: [RoomReadings(key: .only, readings: [], latest: latest)], origin: .demo))
    scheduler.advance()
    #expect(state.latest?.celsius == 30 && crossed == [])
  }

  @Test func aRoomWithoutACurrentTemperatureIsNotLookedAt() {
    rules.value = [RoomLimit(.above, 26)]
    answer([27, 27, 27], latest: nil)
    #expect(crossed == [])
    poll(28)
    #expect(crossed == [true])
  }

  @Test func whatWasBeforeTheStartIsListedAndAlarmsNobody() {
    answer([20, 27, 29, 20, 20, 28, 28, 28, 28], latest: 28)
    #expect(state.events.map(\.extreme) == [28, 29] && state.events[1].until != nil)
    #expect(state.alarms.count == 1)
    #expect(alarms.values == [] && news.values.map(\.isReplayed) == [true], "the first is over, and the second goes on")
    #expect(store.told.value == [] && store.keptEvents.count == 2)
    poll(28)
    #expect(store.keptEvents.count == 2, "nothing new is written")
  }

  @Test func whatComesAfterTheFirstAnswerIsNewsThoughItWasMeasuredBeforeTheStart() {
    answer(latest: 20, at: beginning - 60)
    scheduler.advance(by: .seconds(10))
    answer(latest: 27, at: beginning - 1)
    #expect(alarms.values.map(\.reading.mean) == [27] && news.values.map(\.isReplayed) == [false])
  }

  @Test func aReadingThatComesLateChangesTheExtreme() {
    answer([27, 27, 27], latest: 27, at: beginning - 60)
    scheduler.advance(by: .seconds(10))
    answer([27, 29, 27], latest: 27, at: beginning - 50)
    #expect(state.alarms.map(\.extreme) == [29])
  }

  @Test func theOldestEventsGo() {
    let past = (1...RoomEvent.limit).map { index in
      let since = beginning - Double(index) * 1_000
      return RoomEvent(
        room: Self.mark, name: "Office", limit: RoomLimit(.above, 26), since: since, until: since + 60, extreme: 27)
    }
    let test = RoomEventTests(past)
    test.answer([20], latest: 20)
    test.poll(27)
    #expect(test.state.events == test.state.alarms + past.dropLast())
  }

  @Test func aSilentRoomNeitherBeginsNorEndsAnAlarm() {
    answer([20], latest: 27, at: beginning + 1)
    #expect(state.alarms.count == 1)
    for _ in 0..<5 { poll(nil, after: 600) }
    #expect(state.silence?.reason == "no data")
    #expect(state.alarms.isEmpty, "it is not known to go on")
    #expect(state.events.map(\.until) == [nil], "nor to be over")
    poll(27)
    #expect(state.alarms == state.events && news.values.map(\.kind) == [.began])
    poll(20)
    #expect(state.alarms.isEmpty && state.events.map { $0.until == nil } == [false])
  }

  @Test func theEdgeOfWhatWasAskedForIsNoBeginning() {
    answer([27, 27, 27], latest: 27)
    #expect(state.alarms.map(\.since) == [beginning - 360] && state.alarms.map(\.isSinceKnown) == [false])
    #expect(store.keptEvents.map(\.isSinceKnown) == [false])
    // Another limit, of which it is only known that the temperature is beyond it now.
    limit(RoomSettings.Limits(above: 25))
    poll(27)
    #expect(state.alarms.map(\.limit.celsius) == [25] && state.alarms.map(\.isSinceKnown) == [false])
    poll(20)
    poll(26)
    #expect(state.alarms.map(\.isSinceKnown) == [true])
  }

  @Test func anotherProgramHasToldIt() {
    answer([20], latest: 20)
    store.isFirst.value = false
    poll(27)
    #expect(store.told.value.count == 1 && alarms.values == [] && state.alarms.count == 1)
  }

  @Test func anEventOfAnEarlierRunEndsInThisOne() {
    let event = RoomEvent(
      room: Self.mark, name: "Office", limit: RoomLimit(.above, 26), since: beginning - 500_000, extreme: 33)
    let test = RoomEventTests([event])
    #expect(test.state.events == [event] && test.state.alarms == [], "until a reading says more")
    test.answer([27, 27], latest: 27)
    #expect(test.state.alarms == [event] && test.alarms.values == [])
    test.poll(20)
    #expect(test.state.alarms == [] && test.state.events.map(\.extreme) == [33])
    #expect(test.store.keptEvents.map(\.until) == [test.scheduler.currentDate - 5])
  }

  @Test func limitsMayChangeMeanwhile() {
    answer([20, 20], latest: 25)
    #expect(state.chart.limits.map(\.value) == [26] && state.chart.limits.map(\.isPassed) == [false])
    limit(RoomSettings.Limits(above: 24, duration: 600))
    answer(latest: 25)
    #expect(state.alarms == [] && state.chart.limits.map(\.name) == ["above, for 10 min"])
    limit(RoomSettings.Limits(above: 24))
    poll(25)
    #expect(state.alarms.map(\.limit.celsius) == [24] && state.chart.limits.map(\.isPassed) == [true])
    limit(RoomSettings.Limits())
    #expect(state.alarms == [] && state.events.count == 1 && state.events[0].until != nil && state.chart.limits == [])
  }

  @Test func aLimitThatIsNearIsOnTheAxis() {
    answer([20, 20.5, 21], latest: 21)
    #expect(!state.chart.viewport.value.contains(26))
    limit(RoomSettings.Limits(above: 21.8, below: 0))
    #expect(state.chart.viewport.value.contains(21.8) && !state.chart.viewport.value.contains(0))
  }

  @Test func thePausedPaneGoesOnWatching() {
    answer([20], latest: 20)
    scheduler.perform { viewModel.send(.gesture(.togglePause)) }
    poll(27)
    #expect(state.isPaused && state.latest?.celsius == 20 && state.alarms.count == 1 && alarms.values.count == 1)
  }
}
