import Charting
import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Rooms

/// 11 December 2012, 21:28 UTC.
private let beginning = Date(timeIntervalSince1970: 1_355_261_280)

/// A source that answers each poll with 20 °C at once, and other steps where the test answers.
private final class SteppedRooms: RoomSource {
  struct Query: Sendable, Equatable {
    var window: ClosedRange<Date>
    var step: TimeInterval
    var length: TimeInterval { window.upperBound.timeIntervalSince(window.lowerBound) }
  }

  let requests = Requests<Query, RoomAnswer>()
  let steps: RoomSteps
  var origin: Origin { .live }

  init(_ steps: RoomSteps = RoomSteps()) { self.steps = steps }

  func readings(over window: ClosedRange<Date>, step: TimeInterval) -> SignalProducer<RoomAnswer, ServiceError> {
    let query = Query(window: window, step: step)
    guard step == TemperatureHistory.step else { return requests.producer(for: query) }
    return SignalProducer(value: Self.answer(to: query, 20, latest: window.upperBound - 5))
  }

  static func answer(to query: Query, _ celsius: Double, latest: Date? = nil) -> RoomAnswer {
    let first = (query.window.lowerBound.timeIntervalSince1970 / query.step).rounded(.up) * query.step
    let readings = stride(from: first, to: query.window.upperBound.timeIntervalSince1970, by: query.step).map { time in
      RoomReading(
        time: Date(timeIntervalSince1970: time), lowest: celsius - 1, mean: celsius, highest: celsius + 1)
    }
    return RoomAnswer(
      rooms: [RoomReadings(readings: readings, latest: latest.map { Temperature(time: $0, celsius: celsius) })])
  }
}

private final class SpanScene: Sendable {
  let clock = SteppingClock(startDate: beginning)
  let source: SteppedRooms
  let store = MemoryStateStore(RememberedState())
  let viewModel: RoomsViewModel

  init(_ steps: RoomSteps = RoomSteps(), remembered: RoomSpan? = nil) {
    source = SteppedRooms(steps)
    store.state.value?.rooms.choices.span = remembered
    viewModel = RoomsViewModel(
      sources: Property(value: [RoomSourceEntry(id: RoomSourceEntry.ID(), kind: .prometheus, source: source)]),
      memory: Memory(in: store, on: clock), scheduler: clock)
    clock.time.perform { viewModel.columns.value = 100 }
    viewModel.start()
    clock.time.advance()
  }

  var state: RoomsState { viewModel.state.value }
  var queries: [SteppedRooms.Query] { source.requests.keys }
  var now: Date { clock.currentDate }
  var points: [Series.Point] { state.chart.series.points }
  /// Seconds from the first point to now.
  var depth: Double { now.timeIntervalSince1970 - (points.first?.time ?? .infinity) }
  var span: Double { state.chart.viewport.time.span }

  func longer() { clock.time.perform { viewModel.send(.lengthenSpan) } }
  func shorter() { clock.time.perform { viewModel.send(.shortenSpan) } }

  func perform(_ gestures: ChartGesture...) {
    clock.time.perform { for gesture in gestures { viewModel.send(.gesture(gesture)) } }
  }

  func answer(_ index: Int, _ celsius: Double = 10) {
    source.requests.answer(index, SteppedRooms.answer(to: queries[index], celsius))
    clock.time.advance()
  }

  func wait(_ seconds: Double) { clock.time.advance(by: .milliseconds(Int(seconds * 1_000))) }
}

@Suite struct SpanTests {
  @Test func aDayAsksForNothingMore() {
    let scene = SpanScene()
    scene.wait(3_600)
    #expect(scene.queries.isEmpty && abs(scene.span - 86_400) < 1)
    scene.perform(.zoomIn)
    scene.wait(1)
    #expect(scene.queries.isEmpty, "a column stands for 432 s, which two minutes' means show")
  }

  @Test func aSpanIsAskedForOnceInTheStepsThatTheScreenCanShow() {
    let scene = SpanScene()
    scene.longer()
    #expect(abs(scene.span - 7 * 86_400) < 1 && scene.points.count > 700, "what is held is shown at once")
    scene.wait(0.1)
    let first = scene.queries[0]
    #expect(scene.queries.count == 1 && first.step == 3_600, "a column stands for 6,048 s")
    #expect(scene.state.load == .reloading)
    #expect(first.length > 7 * 86_400 && first.length < 7 * 86_400 + 7_200)
    #expect(first.window.lowerBound.timeIntervalSince1970.truncatingRemainder(dividingBy: 3_600) == 0)
    scene.answer(0)
    #expect(scene.depth > 7 * 86_400 - 3_600 && scene.points.first?.value == 10)
    #expect(scene.state.load != .reloading)
    #expect(scene.state.chart.series.extent(in: -.infinity ... .infinity) == 9...21, "with its extremes")
    scene.wait(200)
    #expect(scene.queries.count == 1)
  }

  @Test func whatIsHeldIsAskedForAgainOnlyWhereItWasUnfinished() {
    let scene = SpanScene()
    scene.longer()
    scene.wait(0.1)
    scene.answer(0)
    scene.shorter()
    scene.wait(1)
    #expect(scene.queries.count == 1 && scene.points.allSatisfy { $0.value == 20 }, "a day needs no answer")
    scene.longer()
    scene.wait(0.1)
    #expect(scene.depth > 7 * 86_400 - 3_600, "shown before it is answered")
    #expect(scene.queries.count == 2 && scene.queries[1].length <= 3_600)
  }

  @Test func ofSeveralSpansWithinAQuarterOfASecondTheLastIsAskedFor() {
    let scene = SpanScene()
    scene.longer()
    scene.clock.time.advance()
    #expect(scene.queries.map(\.step) == [3_600])
    scene.wait(0.05)
    scene.longer()
    scene.wait(0.05)
    scene.longer()
    scene.wait(0.1)
    #expect(scene.queries.count == 1)
    scene.wait(0.1)
    #expect(scene.queries.map(\.step) == [3_600, 43_200] && scene.source.requests.open == [1], "90 days")
  }

  @Test func anAnswerThatComesLateIsKeptWhereItIsRight() {
    let scene = SpanScene()
    scene.longer()
    scene.clock.time.advance()
    scene.longer()
    scene.answer(0)
    #expect(scene.points.allSatisfy { $0.value == 20 }, "seven days are not what is looked at")
    scene.wait(0.3)
    #expect(scene.queries.map(\.step) == [3_600, 21_600])
    scene.shorter()
    scene.wait(0.3)
    #expect(scene.depth > 7 * 86_400 - 3_600 && scene.points.first?.value == 10)
    #expect(scene.queries.count == 3 && scene.queries[2].length <= 3_600)
  }

  @Test func aFailureIsToldAndWhatWasShownStays() {
    let scene = SpanScene()
    scene.longer()
    scene.wait(0.1)
    scene.source.requests.fail(0, unreachable)
    scene.clock.time.advance()
    #expect(scene.state.trouble?.error == unreachable && scene.state.latest?.celsius == 20)
    #expect(scene.points.count > 700 && scene.state.rooms.allSatisfy(\.isCurrent))
    scene.wait(10.5)
    #expect(scene.queries.count == 2, "it is tried again")
    scene.answer(1)
    #expect(scene.state.trouble == nil && scene.depth > 7 * 86_400 - 3_600)
    scene.longer()
    scene.wait(0.3)
    scene.source.requests.fail(2, unreachable)
    scene.clock.time.advance()
    #expect(scene.state.trouble != nil && scene.depth > 7 * 86_400 - 3_600)
    scene.shorter()
    scene.shorter()
    scene.wait(0.3)
    #expect(scene.state.trouble == nil, "a day lacks nothing")
  }

  @Test func theLineEndsWithTheNewestPointOfThePolls() {
    let scene = SpanScene()
    scene.longer()
    scene.wait(0.1)
    scene.answer(0)
    scene.wait(250)
    let newest = scene.points.last
    #expect(newest?.value == 20 && scene.now.timeIntervalSince1970 - (newest?.time ?? 0) < 250)
  }

  @Test func theLastHourIsAskedForAgainEveryFiveMinutes() {
    let scene = SpanScene()
    scene.longer()
    scene.wait(0.1)
    scene.answer(0)
    scene.wait(301)
    #expect(scene.queries.count == 2 && (3_600...7_200).contains(scene.queries[1].length))
    scene.answer(1, 15)
    #expect(scene.points.contains { $0.value == 15 } && scene.points.first?.value == 10)
  }

  @Test func zoomingInAsksForFinerSteps() {
    let scene = SpanScene()
    scene.shorter()
    scene.shorter()
    #expect(abs(scene.span - 3_600) < 1)
    scene.wait(0.3)
    #expect(scene.queries.last?.step == 30, "a column stands for 36 s")
    let before = scene.points
    #expect(before.count > 700, "until then the line is as it was")
    scene.answer(scene.queries.count - 1)
    let fine = scene.points.filter { $0.time > scene.now.timeIntervalSince1970 - 3_500 }
    #expect(fine.count > 100 && scene.points.first?.value == 20)
    scene.wait(31)
    #expect(scene.queries.last.map { $0.length < 300 } == true, "its newest steps: \(scene.queries)")
  }

  @Test func whatIsPannedToIsAskedForAndWhatIsHeldIsNot() {
    let scene = SpanScene()
    scene.perform(.panTime(-1), .panTime(-1))
    scene.wait(0.3)
    #expect(!scene.state.isFollowing && scene.queries.count == 1 && scene.queries[0].step == 600)
    #expect(abs(scene.queries[0].length - 86_400) <= 1_200)
    scene.answer(0)
    #expect(scene.depth > 2.9 * 86_400)
    scene.perform(.panTime(-0.5))
    scene.wait(0.3)
    #expect(scene.queries.count == 2 && abs(scene.queries[1].length - 43_200) <= 1_200)
    #expect(scene.state.load == .reloading)
    scene.perform(.follow)
    scene.wait(0.3)
    #expect(scene.queries.count == 2)
  }

  @Test func aSourceIsNotAskedForMoreThanItKeeps() {
    let scene = SpanScene(RoomSteps(shortest: 60, kept: 90_000))
    scene.longer()
    scene.wait(0.3)
    #expect(scene.queries.allSatisfy { $0.length <= 90_000 + 3_600 && $0.step >= 60 })
    scene.perform(.follow, .panTime(-1))
    #expect(scene.state.chart.viewport.time.lowerBound >= scene.now.timeIntervalSince1970 - 8 * 86_400)
  }

  @Test func theSpanIsKeptAndFoundAgain() {
    let scene = SpanScene()
    scene.longer()
    scene.longer()
    scene.shorter()
    #expect(scene.store.changes(of: RoomChange.self) == [.span(.week), .span(.month), .span(.week)])
    for _ in 0..<9 { scene.longer() }
    #expect(scene.store.changes(of: RoomChange.self).last == .span(.year) && abs(scene.span - 365 * 86_400) < 1)
    let next = SpanScene(remembered: .year)
    #expect(abs(next.span - 365 * 86_400) < 1 && next.store.isUntouched)
    next.wait(0.3)
    #expect(next.queries.map(\.step) == [86_400])
  }

  @Test func aChartThatIsPausedIsFilledUpToItsMoment() {
    let scene = SpanScene()
    scene.perform(.togglePause)
    let edge = scene.state.chart.viewport.time.upperBound
    scene.longer()
    scene.wait(600)
    for index in scene.source.requests.open { scene.answer(index) }
    #expect(scene.state.isPaused && scene.depth > 7 * 86_400 - 7_200)
    #expect(scene.state.chart.viewport.time.upperBound == edge && (scene.points.last?.time ?? .infinity) <= edge)
  }

  @Test func nothingIsAskedWhileTheProgramIsSuspended() {
    let scene = SpanScene()
    scene.longer()
    scene.wait(0.1)
    scene.clock.time.perform { scene.viewModel.isSuspended.value = true }
    scene.wait(3_600)
    #expect(scene.queries.count == 1 && scene.source.requests.open.isEmpty)
    scene.clock.time.perform { scene.viewModel.isSuspended.value = false }
    scene.wait(1)
    #expect(scene.source.requests.open == [1])
  }

  @Test func aClockThatIsSetBackLeavesNoPointOfTheFuture() {
    let scene = SpanScene()
    scene.longer()
    scene.wait(0.1)
    scene.answer(0)
    scene.clock.step(by: -86_400)
    scene.wait(400)
    for index in scene.source.requests.open { scene.answer(index) }
    #expect((scene.points.last?.time ?? 0) <= scene.now.timeIntervalSince1970)
  }
}

@Suite struct RoomLayersTests {
  private func answer(_ range: ClosedRange<Int>, step: Int, rooms: Int = 1) -> RoomAnswer {
    let readings = range.map { ordinal in
      RoomReading(Temperature(time: Date(timeIntervalSince1970: Double(ordinal * step)), celsius: 20))
    }
    return RoomAnswer(rooms: (0..<rooms).map { RoomReadings(key: RoomKey("\($0)"), readings: readings) })
  }

  /// The layers after a person has looked at one stretch after another.
  private func layers(_ looks: [(step: Int, range: ClosedRange<Int>)], rooms: Int = 1) -> RoomLayers {
    looks.reduce(into: RoomLayers()) { layers, look in
      let detail = DetailRequest(step: look.step, stretch: .fixed(look.range))
      layers = layers.asked(for: detail, at: beginning)
      for range in layers.missing(of: detail, at: beginning) {
        layers.join(answer(range, step: look.step, rooms: rooms), over: range, at: beginning)
      }
    }
  }

  @Test func whatIsHeldStaysBounded() {
    let newest = Int(beginning.timeIntervalSince1970) / 10
    let panned = layers((0..<50).map { (10, (newest - 500 * ($0 + 1))...(newest - 500 * $0)) })
    let count = panned[10]?.series.values.reduce(0) { $0 + $1.count } ?? 0
    #expect(count > 500 && count <= 501 + 2 * RoomLayers.stepLimit, "\(count)")
    let steps = RoomSteps.ladder.map { (Int($0), 0...9) }
    #expect(layers(steps).layers.map(\.step) == [21_600, 43_200, 86_400])
    let hostile = layers([(10, 0...9)], rooms: 300)
    #expect(hostile[10]?.series.count == RoomLayers.roomLimit)
    let restless = (0..<300).reduce(into: layers([(10, 0...9)])) { layers, index in
      layers.join(
        RoomAnswer(rooms: [RoomReadings(key: RoomKey("guest \(index)"), readings: [])]), over: 0...9, at: beginning)
    }
    #expect((1...RoomLayers.roomLimit).contains(restless[10]?.series.count ?? 0))
  }

  @Test func aStepIsUnfinishedUntilItsLastReadingMayBeThere() {
    let newest = Int(beginning.timeIntervalSince1970) / 10
    let held = layers([(10, (newest - 30)...newest)])
    let detail = DetailRequest(step: 10, stretch: .fixed((newest - 30)...newest))
    #expect(held.missing(of: detail, at: beginning) == [(newest - 12)...newest], "which two minutes have to pass for")
  }

  @Test func aLayerShowsWhatItHasAnsweredAndNothingElse() {
    let held = layers([(10, 0...99)])
    func shows(_ step: Int, _ range: ClosedRange<Int>) -> Bool {
      held.shows(DetailRequest(step: step, stretch: .fixed(range)), at: beginning)
    }
    #expect(shows(10, 0...99) && shows(10, 20...30))
    #expect(!shows(10, 0...100) && !shows(10, 200...300) && !shows(30, 0...9))
  }

  /// A spike of two minutes would stand out at the end of a year of means.
  @Test func theLastDayContinuesALayerInItsSteps() {
    let newest = Int(beginning.timeIntervalSince1970) / 3_600
    let layer = layers([(3_600, (newest - 10)...(newest - 3))])[3_600]
    let spike = (newest - 1) * 3_600 + 240
    let day = StepSeries(
      stride(from: (newest - 20) * 3_600, through: newest * 3_600 + 1_200, by: 120).map { time in
        let mean = time == spike ? 50.0 : 30
        return StepSeries.Point(time: Double(time), value: StepSample(lowest: mean, mean: mean, highest: mean))
      })
    let line = layer?.line(of: RoomKey("0"), over: day)
    let means = line?.points(in: Double((newest - 12) * 3_600)...(.infinity)).map { $0.value?.mean.rounded() }
    #expect(means == [30, 30] + Array(repeating: 20, count: 8) + [30, 31, 30, 30])
    #expect(line?.last?.time == day.last?.time)
  }

  @Test func onlyWhatIsNoTemperatureIsLeftOut() {
    var layers = RoomLayers().asked(for: DetailRequest(step: 10, stretch: .fixed(0...1)), at: beginning)
    let readings = [20, 1e300].enumerated().map { index, celsius in
      RoomReading(Temperature(time: Date(timeIntervalSince1970: Double(index * 10)), celsius: celsius))
    }
    layers.join(RoomAnswer(rooms: [RoomReadings(readings: readings)]), over: 0...1, at: beginning)
    #expect(layers[10]?.series[.only]?.points.compactMap { $0.value?.mean } == [20])
    #expect(layers.missing(of: DetailRequest(step: 10, stretch: .fixed(0...1)), at: beginning).isEmpty)
  }
}
