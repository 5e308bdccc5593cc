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

/// Steps in, state and effects out, without a scheduler.
@Suite struct RoomsModelTests {
  private static let entries = ["Office", "Rack"].enumerated().map { index, name in
    RoomSourceEntry(
      id: RoomSourceEntry.ID(ordinal: index), name: SafeText(oneLine: name), kind: .prometheus,
      limits: index == 0 ? RoomSettings.Limits(above: 26, ringsBell: true) : RoomSettings.Limits(),
      source: UnaskedSource())
  }
  private static let marks = entries.map { Room.ID(source: $0.id, key: .only).mark }

  private var model = RoomsModel(origin: .live, unit: .celsius, now: beginning)

  /// A source whose only room has a temperature.
  private static func source(_ entry: RoomSourceEntry, _ celsius: Double, at now: Date) -> FollowedSource {
    let room = RoomReadings(
      readings: [RoomReading(Temperature(time: now - 125, celsius: 20))],
      latest: Temperature(time: now - 5, celsius: celsius))
    let readings = SourceReadings().asked(at: now)
      .joined(with: RoomAnswer(rooms: [room]), of: entry.label, over: now - 86_400...now, at: now)
    var load = Load<TemperatureAsk, SourceReadings>.State(.once(.poll))
    load.reduce(.event(.value(readings), of: .init(ask: .poll, isAutomatic: true), at: now))
    return FollowedSource(
      entry: entry, lastDay: load, spans: Load<SpanAsk, RoomLayers>.State(.once(.missing)))
  }

  /// All sources have answered: the office with a temperature, the rack with 30 °C.
  private static func sources(_ celsius: Double, after seconds: Double = 0) -> RoomsModel.Step {
    let now = beginning + seconds
    return .sources([source(entries[0], celsius, at: now), source(entries[1], 30, at: now)], at: now)
  }

  private mutating func reduce(_ steps: RoomsModel.Step...) -> [RoomsModel.Effect] {
    steps.reduce([]) { $0 + model.reduce($1) }
  }

  @Test func aChoiceMadeBeforeTheRecallWins() {
    var test = self
    _ = test.reduce(.columns(100), Self.sources(20))
    #expect(test.reduce(.action(.toggleHidden)) == [.keep(.isHidden(Self.marks[0], true))])
    _ = test.reduce(.action(.lengthenSpan))
    let remembered = RoomChoices(hidden: [Self.marks[1]], span: .year)
    #expect(test.reduce(.recall(remembered, [])) == [], "what is stored is not stored again")
    let chart = test.model.state.chart
    #expect(chart.hidden == Set(Self.marks), "what was not chosen since is found again")
    #expect(chart.viewport.time.span == RoomSpan.week.seconds)
    #expect(test.reduce(.action(.toggleHidden)) == [.keep(.isHidden(Self.marks[0], false))])
  }

  @Test func aRecalledSpanIsRequestedAndNotStored() {
    var test = self
    _ = test.reduce(.columns(100), Self.sources(20))
    let effects = test.reduce(.recall(RoomChoices(span: .week), []))
    #expect(effects == Self.entries.map { .request(.detail(Self.week, of: $0.id)) })
    #expect(test.model.state.chart.viewport.time.span == RoomSpan.week.seconds)
  }

  @Test func anAlarmIsRungOnce() throws {
    var test = self
    #expect(test.reduce(Self.sources(20)) == [])
    #expect(test.reduce(.recall(RoomChoices(), [])) == [])
    let effects = test.reduce(Self.sources(27, after: 10))
    guard case .tell(let news)? = effects.first else {
      Issue.record("\(effects) begins with no news")
      return
    }
    #expect(effects == [.tell(news), .ring(news)], "the alarm stores its event itself")
    #expect(news.kind == .began && news.event.extreme == 27 && news.room.limits.ringsBell)
    #expect(test.reduce(Self.sources(27, after: 10), .time(beginning + 20), .action(.toggleAlone)).dropLast() == [])
    let higher = test.reduce(Self.sources(28, after: 30))
    #expect(higher == [.keep(.event(test.model.state.events[0]))] && test.model.state.alarms.map(\.extreme) == [28])
    let over = test.reduce(Self.sources(20, after: 40))
    #expect(over.count == 2 && over.last == .keep(.event(test.model.state.events[0])))
    guard case .tell(let end)? = over.first else {
      Issue.record("\(over) begins with no news")
      return
    }
    #expect(end.kind == .ended && test.model.state.alarms == [])
  }

  @Test func nothingIsWatchedBeforeTheStoredEventsAreKnown() {
    var test = self
    #expect(test.reduce(Self.sources(27)) == [] && test.model.state.events == [], "it may have been told before")
    _ = test.reduce(.recall(RoomChoices(), []))
    #expect(test.model.state.alarms.map(\.extreme) == [27])
  }

  /// The limits at these degrees are drawn if as many rooms have one, of which the first is selected.
  @Test(arguments: [(1, [30]), (2, [30, 31]), (3, [30])] as [(Int, [Double])])
  func theLimitsOfMoreThanTwoRoomsAreThoseOfTheSelectedOne(count: Int, drawn: [Double]) {
    var test = self
    let sources = (0..<3).map { index in
      let limits = RoomSettings.Limits(above: index < count ? 30 + Double(index) : nil)
      let entry = RoomSourceEntry(
        id: RoomSourceEntry.ID(ordinal: index), name: SafeText(index), kind: .prometheus, limits: limits,
        source: UnaskedSource())
      return Self.source(entry, 20, at: beginning)
    }
    _ = test.reduce(.sources(sources, at: beginning))
    #expect(test.model.state.chart.limits.map(\.value) == drawn)
  }

  /// The request for a week on 100 columns.
  private static let week = DetailRequest(step: 3_600, stretch: .last(168))

  @Test func aSpanIsRequestedOnceFromEachSource() {
    var test = self
    #expect(test.reduce(Self.sources(20), .columns(100)) == [], "a day is always requested")
    #expect(
      test.reduce(.action(.lengthenSpan))
        == Self.entries.map { .request(.detail(Self.week, of: $0.id)) } + [.keep(.span(.week))])
    #expect(
      test.reduce(.time(beginning + 60), Self.sources(21, after: 60), .action(.move(1)))
        == [.keep(.selected(Self.marks[1]))])
    #expect(
      test.reduce(.action(.shortenSpan))
        == Self.entries.map { .request(.detail(nil, of: $0.id)) } + [.keep(.span(.day))])
    #expect(test.reduce(.action(.showSpan(.week))).last == .keep(.span(.week)), "as by its name")
  }

  @Test func theDayBeforeIsRequestedAndRememberedAsLongAsItIsShown() {
    var test = self
    _ = test.reduce(Self.sources(20), .columns(100))
    // And an hour, where clocks were set back.
    let twoDays = DetailRequest(step: 600, stretch: .last(294))
    #expect(
      test.reduce(.action(.toggleBackdrop))
        == Self.entries.map { .request(.detail(twoDays, of: $0.id)) } + [.keep(.showsBackdrop(true))])
    #expect(test.model.state.chart.backdrop?.line.id == Self.marks[0], "of the selected room")
    #expect(test.model.state.chart.backdrop?.shift == .day)
    #expect(
      test.reduce(.action(.toggleBackdrop))
        == Self.entries.map { .request(.detail(nil, of: $0.id)) } + [.keep(.showsBackdrop(false))])
    #expect(test.model.state.chart.backdrop == nil)
  }

  @Test func theDayBeforeIsBehindAgainAfterARestart() {
    var test = self
    _ = test.reduce(.recall(RoomChoices(showsBackdrop: true), []), Self.sources(20))
    #expect(test.model.state.showsBackdrop && test.model.state.chart.backdrop != nil)
  }

  @Test func aChartThatIsNotOnTheScreenRequestsNoDetails() {
    var test = self
    _ = test.reduce(Self.sources(20), .columns(100), .action(.lengthenSpan))
    #expect(test.reduce(.columns(0)) == Self.entries.map { .request(.detail(nil, of: $0.id)) })
    #expect(test.reduce(.columns(100)) == Self.entries.map { .request(.detail(Self.week, of: $0.id)) })
  }

  private static let attic = RoomSourceEntry(
    id: RoomSourceEntry.ID(ordinal: 7), name: "Attic", kind: .prometheus, limits: RoomSettings.Limits(),
    source: UnaskedSource())

  @Test func aNewRoomTakesTheLookOfOneThatHasGone() {
    var test = self
    _ = test.reduce(Self.sources(20))
    let looks = test.model.state.chart.lines.map(\.look)
    let rack = Self.source(Self.entries[1], 30, at: beginning)
    _ = test.reduce(.sources([rack], at: beginning))
    _ = test.reduce(.sources([rack, Self.source(Self.attic, 15, at: beginning)], at: beginning))
    #expect(test.model.state.chart.lines.map(\.look) == looks.reversed())
  }

  @Test func aRenamedRoomRenamesItsLine() {
    var test = self
    _ = test.reduce(Self.sources(20))
    let study = RoomSourceEntry(
      id: Self.entries[0].id, name: "Study", kind: .prometheus, limits: RoomSettings.Limits(), source: UnaskedSource())
    _ = test.reduce(.sources([Self.source(study, 20, at: beginning)], at: beginning))
    #expect(test.model.state.chart.lines.map(\.name) == ["Study"])
  }

  @Test func otherSourcesBeginAViewOfTheChosenSpan() {
    var test = self
    _ = test.reduce(.columns(100), Self.sources(20), .action(.lengthenSpan), .action(.gesture(.togglePause)))
    #expect(test.model.state.isPaused)
    _ = test.reduce(.sources([Self.source(Self.attic, 15, at: beginning)], at: beginning))
    let state = test.model.state
    #expect(!state.isPaused && state.latest?.celsius == 15, "the pause was that of other rooms")
    #expect(state.chart.viewport.time.span == RoomSpan.week.seconds)
  }

  @Test func aFrozenTemperatureIsNotOfTheFutureWhenTheClockIsSetBack() {
    var test = self
    _ = test.reduce(Self.sources(20), .action(.gesture(.togglePause)), .time(beginning - 3_600))
    #expect(test.model.state.latest?.time == beginning - 3_600)
  }

  @Test func theSpanStaysInAnotherUnit() {
    var test = self
    _ = test.reduce(.columns(100), Self.sources(20), .action(.lengthenSpan), .unit(.fahrenheit, at: beginning))
    #expect(test.model.state.chart.viewport.time.span == RoomSpan.week.seconds)
  }

  @Test func whatADetailDoesNotHaveIsNotDrawnFromTheDay() {
    let newest = Int(beginning.timeIntervalSince1970) / 10
    let detail = DetailRequest(step: 10, stretch: .fixed(newest - 1_000...newest - 990))
    var layers = RoomLayers().asked(for: detail, at: beginning)
    layers.join(RoomAnswer(rooms: [RoomReadings(readings: [])]), over: newest - 1_000...newest - 990, at: beginning)
    var followed = Self.source(Self.entries[0], 20, at: beginning)
    func draw(in source: inout FollowedSource) -> Int? {
      followed.spans.reduce(.event(.value(layers), of: .init(ask: .missing, isAutomatic: true), at: beginning))
      source.follow(followed)
      _ = source.draw(detail, at: beginning)
      return source.rooms.first?.line?.count
    }
    var source = followed
    let before = draw(in: &source)
    // The room is not in the answer for the stretch in which the day has a reading.
    layers.join(RoomAnswer(rooms: []), over: newest - 60...newest - 13, at: beginning)
    let after = draw(in: &source)
    #expect((before, after) == (1, 0))
  }

  @Test func aSourceThatReturnsIsAskedForDetailsAgain() {
    var test = self
    _ = test.reduce(Self.sources(20), .columns(100), .action(.lengthenSpan))
    let office = Self.source(Self.entries[0], 20, at: beginning)
    #expect(test.reduce(.sources([office], at: beginning)) == [])
    #expect(test.reduce(Self.sources(20)) == [.request(.detail(Self.week, of: Self.entries[1].id))])
  }

  @Test func aPersonIsAnnouncedBeforeTheRequest() {
    var test = self
    #expect(test.reduce(.action(.refresh)) == [.overridePauses, .request(.refresh)])
  }

  @Test func whilePausedTheFiguresStayWithTheChart() {
    var test = self
    _ = test.reduce(Self.sources(20), .action(.gesture(.togglePause)), Self.sources(25, after: 10))
    #expect(test.model.state.latest?.celsius == 20 && test.model.state.rooms[0].latest?.celsius == 20)
    _ = test.reduce(.action(.gesture(.togglePause)))
    #expect(test.model.state.latest?.celsius == 25)
  }
}
