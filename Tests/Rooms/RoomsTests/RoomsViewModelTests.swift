import Charting
import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Rooms

private let beginning = RoomsScene.beginning

private func point(_ minutes: Double, _ celsius: Double) -> Temperature {
  Temperature(time: beginning + minutes * 60, celsius: celsius)
}

@Suite struct RoomsPollingTests {
  @Test func nothingIsAskedForBeforeTheStart() {
    let scene = RoomsScene()
    scene.wait(60)
    #expect(scene.queries.isEmpty)
    #expect(scene.state.latest == nil)
  }

  @Test func firstTheLastDayThenWhatIsNewerThanTheNewestPoint() {
    let scene = RoomsScene()
    scene.start()
    #expect(scene.queries == [.init(start: beginning - 86_400, end: beginning, step: 120)])
    #expect(scene.state.load == .loading)
    scene.answer([point(-4, 20), point(-2, 21)])
    #expect(scene.state.latest == point(-2, 21))
    #expect(scene.state.load == .loaded(at: beginning))
    scene.wait(10)
    #expect(scene.queries.last == .init(start: beginning - 120, end: beginning + 10, step: 120))
  }

  @Test func aPollOverwritesThePointAtTheBoundaryAndAddsTheRest() {
    let scene = RoomsScene.loaded([point(-4, 20), point(-2, 21)])
    scene.wait(10)
    scene.answer([point(-2, 21.4), point(0, 22)])
    #expect(scene.values == [20, 21.4, 22])
    #expect(scene.state.latest == point(0, 22))
  }

  @Test func theStateChangesOnceForAPoll() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    let changes = Counter(scene.viewModel.state.signal)
    scene.wait(10)
    #expect(changes.count == 0, "asking shows nothing")
    scene.answer((0..<50).map { point(Double($0) * 2 - 100, 20) })
    #expect(changes.count == 1)
  }

  @Test func repeatsAreDroppedAndPointsOutOfOrderFindTheirPlace() {
    let scene = RoomsScene.loaded([point(-2, 22), point(-6, 20), point(-4, 21), point(-6, 20)])
    #expect(scene.values == [20, 21, 22])
    #expect(scene.state.latest == point(-2, 22))
    scene.wait(10)
    scene.answer([point(-5, 20.5)])
    #expect(scene.values == [20, 20.5, 21, 22])
    #expect(scene.state.latest == point(-2, 22), "an old point is not the latest because it came last")
  }

  @Test func pollsNeverOverlap() {
    let scene = RoomsScene()
    scene.start()
    scene.wait(95)
    #expect(scene.queries.count == 1, "the first is still on its way")
    scene.answer([point(-2, 21)])
    scene.wait(5)
    #expect(scene.queries.count == 2)
    scene.wait(30)
    #expect(scene.service.requests.open.count == 1)
  }

  @Test func aRefreshTakesThePlaceOfThePollOnItsWay() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(10)
    scene.refresh()
    #expect(scene.service.requests.open == [2])
    #expect(scene.state.load == .reloading)
    scene.answer(1, [point(0, 99)])
    #expect(scene.values == [21])
    scene.answer([point(0, 22)])
    #expect(scene.values == [21, 22])
  }

  @Test func anErrorKeepsTheOldPointsAndThePollsGoOn() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(10)
    scene.fail(1, .malformedAnswer(host: "example.org", detail: "NaN"))
    #expect(scene.values == [21])
    #expect(scene.state.trouble?.since == beginning + 10)
    #expect(scene.state.trouble?.retry == beginning + 20)
    #expect(scene.state.load == .loaded(at: beginning))
    scene.wait(10)
    scene.fail(2, unreachable)
    #expect(scene.state.trouble?.since == beginning + 10)
    scene.wait(10)
    scene.answer([point(0, 22)])
    #expect(scene.state.trouble == nil)
    #expect(scene.values == [21, 22])
  }

  @Test func whileSuspendedNothingIsAskedAndAfterItWhatWasMissed() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(10)
    scene.suspend(true)
    #expect(scene.service.requests.open.isEmpty, "the poll on its way is given up")
    scene.wait(3_600)
    #expect(scene.queries.count == 2)
    scene.suspend(false)
    #expect(scene.queries.last == .init(start: beginning - 120 - 3_600, end: beginning + 3_610, step: 120))
    scene.answer([point(0, 22), point(58, 23)])
    #expect(scene.state.latest == point(58, 23))
  }

  @Test func afterADayAwayTheWholeDayIsAskedForAgain() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.suspend(true)
    scene.wait(2 * 86_400)
    scene.suspend(false)
    #expect(scene.queries.last == .init(start: scene.now - 86_400, end: scene.now, step: 120))
  }

  @Test func aServerWhoseClockIsAheadIsAskedBeyondOurNow() {
    let scene = RoomsScene.loaded([point(-2, 20), point(0, 21), point(4, 22)])
    scene.wait(10)
    #expect(scene.queries.last == .init(start: beginning, end: beginning + 360, step: 120))
    scene.answer([point(0, 21), point(4, 22), point(6, 23)])
    #expect(scene.values == [20, 21], "the others wait for their time")
    scene.wait(350)
    #expect(scene.values == [20, 21, 22, 23])
  }

  @Test func aPointFromAWrongYearDoesNotPushTheOthersOut() {
    let scene = RoomsScene.loaded([point(-2, 21), Temperature(time: beginning + 4e9, celsius: 3)])
    #expect(scene.values == [21])
    #expect(scene.state.latest == point(-2, 21))
  }

  @Test func whatIsNoTemperatureCountsAsNothing() {
    let scene = RoomsScene.loaded(
      [-273.16, 1_000.1, 1.7e308, -1.7e308, .nan, .infinity].enumerated().map { point(Double($0.offset), $0.element) })
    #expect(scene.values == [])
    #expect(scene.state.latest == nil)
    scene.wait(10)
    scene.answer([point(-2, -273.15), point(0, 1_000)])
    #expect(scene.values == [-273.15, 1_000])
  }

  @Test func withoutAServiceNothingIsAsked() {
    let scene = RoomsScene(isConfigured: false)
    scene.start()
    scene.refresh()
    scene.wait(60)
    #expect(scene.queries.isEmpty)
    #expect(!scene.state.isConfigured)
    #expect(scene.state.load == .idle)
  }

  @Test func whereAnswersComeFromIsSaidFromTheStartOn() {
    #expect(RoomsScene(origin: .demo).state.origin == .demo)
    #expect(RoomsScene(origin: .demo, isConfigured: false).state.origin == .live, "nobody answers")
  }
}

@Suite struct RoomsHistoryTests {
  private let day = (0...720).map { point(Double($0) * 2 - 1_440, 15 + Double($0) / 100) }

  @Test func theChangeIsAgainstTheSameTimeOfTheDayBefore() {
    let scene = RoomsScene.loaded(day)
    #expect(abs((scene.state.change ?? 0) - 7.2) < 1e-9)
  }

  @Test func thePointOfTheDayBeforeMayMissByTenMinutesAndNoMore() {
    let near = RoomsScene.loaded([point(-1_450, 10), point(0, 21)])
    #expect(near.state.change == 11)
    let far = RoomsScene.loaded([point(-1_430, 10), point(0, 21)])
    #expect(far.state.change == 11)
    let tooFar = RoomsScene.loaded([point(-1_429.9, 10), point(0, 21)])
    #expect(tooFar.state.change == nil)
    #expect(RoomsScene.loaded([point(0, 21)]).state.change == nil)
  }

  @Test func theNearestOfSeveralIsTaken() {
    let scene = RoomsScene.loaded([point(-1_445, 10), point(-1_441, 11), point(-1_435, 12), point(0, 21)])
    #expect(scene.state.change == 10)
  }

  @Test func aLittleMoreThanTheWindowIsKeptAndTheRestLetGo() {
    let scene = RoomsScene.loaded(day)
    for minute in stride(from: 2.0, through: 3_000, by: 2) {
      scene.wait(120)
      for index in scene.service.requests.open { scene.answer(index, [point(minute, 20)]) }
    }
    let times = scene.state.chart.series.timeExtent
    #expect(times?.upperBound == point(3_000, 0).time.timeIntervalSince1970)
    let kept = times?.span ?? 0
    #expect(kept > 86_400 && kept <= 86_400 + 1_320, "\(kept)")
    #expect(scene.state.change == 0)
  }

  @Test func theLatestValueStaysWhenItsPointIsLetGo() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(2 * 86_400)
    for index in scene.service.requests.open { scene.answer(index, []) }
    #expect(scene.state.latest == point(-2, 21))
  }

  @Test func theLastDayIsShownAndALateSubscriberSeesTheValue() {
    let scene = RoomsScene.loaded(day)
    let viewport = scene.state.chart.viewport
    #expect(abs(viewport.time.span - 86_400) < 1)
    #expect(viewport.time.contains(beginning.timeIntervalSince1970))
    #expect(viewport.value.contains(15) && viewport.value.contains(22.2))
    let seen = MutableProperty<Double?>(nil)
    scene.viewModel.state.producer.startWithValues { seen.value = $0.latest?.celsius }
    #expect(seen.value == 22.2)
  }

  @Test func whatTheServerLeavesOutIsAGapInTheLine() {
    let scene = RoomsScene.loaded([point(-20, 20), point(-18, 20), point(-10, 21), point(-8, 21)])
    let scale = LinearScale.time(of: scene.state.chart.viewport, columns: 1_000, dotsPerColumn: 1)
    let joined = scene.state.chart.series.columns(on: scale).map(\.joinsPrevious)
    #expect(joined == [false, true, false, true])
  }

  @Test func commandsMoveTheViewAndPauseHoldsIt() {
    let scene = RoomsScene.loaded(day)
    scene.perform(.zoomIn)
    #expect(abs(scene.state.chart.viewport.time.span - 43_200) < 1)
    scene.perform(.panTime(-0.5))
    #expect(!scene.state.isFollowing)
    scene.perform(.panValue(0.25))
    scene.perform(.follow)
    #expect(scene.state.isFollowing)
    scene.perform(.togglePause)
    let held = scene.state
    scene.wait(10)
    scene.answer([point(0, 30)])
    #expect(scene.state.chart == held.chart)
    #expect(scene.state.latest == held.latest)
    #expect(scene.state.change == held.change)
    scene.perform(.togglePause)
    #expect(scene.values.last == 30)
    #expect(scene.state.latest?.celsius == 30)
  }

  @Test func whereThereIsNothingYetNothingIsHeld() {
    let scene = RoomsScene()
    scene.start()
    scene.perform(.togglePause)
    #expect(!scene.state.isPaused)
    scene.answer([point(-2, 21)])
    #expect(scene.state.latest?.celsius == 21)
  }
}

@Suite struct RoomsReadingsTests {
  @Test func theValueShownIsTheNewestReadingAtItsOwnTime() {
    let scene = RoomsScene()
    let reading = point(-0.05, 24)
    scene.service.readings.value = [point(-1.5, 20), point(-1, 22), reading]
    scene.start()
    scene.answer([point(-4, 20), point(-2, 22)])
    #expect(scene.service.readingQueries.value == [.init(start: beginning - 120, end: beginning, step: 0.001)])
    #expect(scene.state.latest == reading)
    #expect(scene.values == [20, 22], "the line is made of means")
  }

  @Test func whereNothingIsNewNoReadingIsAskedFor() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(10)
    scene.answer([point(-2, 21)])
    #expect(scene.service.readingQueries.value.count == 1)
    scene.wait(10)
    scene.answer([point(-2, 21.5)])
    #expect(scene.service.readingQueries.value.count == 2, "its mean has changed: another reading came")
  }

  @Test func withoutTheReadingsTheMeanIsShown() {
    let scene = RoomsScene()
    scene.service.readings.value = nil
    scene.start()
    scene.answer([point(-2, 21)])
    #expect(scene.state.latest == point(-2, 21))
    #expect(scene.state.trouble == nil)
  }

  @Test func lateReadingsOfTheLastHourAreAskedForEveryFiveMinutes() {
    let scene = RoomsScene.loaded([point(-10, 20), point(-2, 21)])
    let poll = ScriptedThermometer.Query(start: beginning - 120, end: beginning + 290, step: 120)
    for _ in 0..<29 {
      scene.wait(10)
      scene.answer([point(-2, 21)])
    }
    #expect(scene.queries.last == poll)
    scene.wait(10)
    #expect(scene.queries.last?.start == beginning - 120 - 3_600)
    scene.answer([point(-10, 20), point(-8, 20.5), point(-2, 21)])
    #expect(scene.values == [20, 20.5, 21])
    #expect(scene.state.latest == point(-2, 21))
    scene.wait(10)
    #expect(scene.queries.last?.start == beginning - 120)
  }

  @Test func aRefreshAsksForThemAtOnce() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(5)
    scene.refresh()
    #expect(scene.queries.last?.start == beginning - 120 - 3_600)
  }
}
