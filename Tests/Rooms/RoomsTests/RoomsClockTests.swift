import Charting
import Foundation
import Model
import ModelTesting
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Rooms

private let beginning = RoomsScene.beginning

private func point(_ minutes: Double, _ celsius: Double) -> Temperature {
  Temperature(time: beginning + minutes * 60, celsius: celsius)
}

/// A server that accepts requests and answers none.
@Suite struct RoomsSilenceTests {
  @Test func aValueIsStaleAfterTwoPollsWithoutAnAnswer() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(19.9)
    #expect(scene.state.silentSince == nil)
    scene.wait(0.1)
    #expect(scene.state.silentSince == beginning)
    #expect(scene.state.trouble == nil && scene.service.requests.open == [1], "the poll is still on its way")
    #expect(scene.state.latest == point(-2, 21))
    scene.answer([point(-2, 21)])
    #expect(scene.state.silentSince == nil)
    scene.wait(20)
    #expect(scene.state.silentSince == beginning + 20)
  }

  @Test func aFailureSpeaksForItself() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(20)
    scene.fail(1, unreachable)
    #expect(scene.state.silentSince == nil && scene.state.trouble?.since == beginning + 20)
    scene.wait(30)
    #expect(scene.state.silentSince == nil)
  }

  @Test func aRoomWhoseSourceFailsForHoursIsSilent() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    #expect(scene.state.silence == nil)
    scene.wait(20)
    scene.fail(1, unreachable)
    scene.wait(7_200)
    #expect(scene.state.trouble != nil && scene.state.silence?.reason == "no reading")
  }

  @Test func answersThatComeInTimeAreNotStale() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    let silences = Counter(scene.viewModel.state.signal.filter { $0.silentSince != nil })
    for _ in 0..<20 {
      scene.wait(10)
      scene.answer([point(-2, 21)])
    }
    #expect(silences.count == 0)
  }

  @Test func thePollsOfANewPeriodCountAndThoseOfTheOldDoNot() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.clock.time.perform { scene.pollPeriod.value = 600 }
    scene.wait(100)
    #expect(scene.state.silentSince == nil, "it is asked at once, and then every ten minutes")
    scene.clock.time.perform { scene.pollPeriod.value = 10 }
    scene.wait(19.9)
    #expect(scene.state.silentSince == nil)
    scene.wait(0.1)
    #expect(scene.state.silentSince == beginning)
    scene.clock.time.perform { scene.pollPeriod.value = 600 }
    scene.wait(1)
    #expect(scene.state.silentSince == beginning, "a setting makes nothing fresh")
  }

  @Test func whereThereIsNoValueNoneIsStale() {
    let scene = RoomsScene()
    scene.start()
    scene.wait(60)
    #expect(scene.state.silentSince == nil && scene.state.load == .loading)
  }

  @Test func theTimeInTheBackgroundDoesNotCount() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.wait(15)
    scene.suspend(true)
    scene.wait(3_600)
    #expect(scene.state.silentSince == nil)
    scene.suspend(false)
    scene.wait(19.9)
    #expect(scene.state.silentSince == nil)
    scene.wait(0.1)
    #expect(scene.state.silentSince == beginning)
    scene.suspend(true)
    scene.suspend(false)
    #expect(scene.state.silentSince == beginning, "to come back is no answer")
  }
}

/// No time that is shown lies in the future, whichever clock is wrong.
@Suite struct RoomsClockTests {
  /// The latest of all times that the state tells.
  private func newestTime(_ scene: RoomsScene) -> Date {
    let state = scene.state
    var times = [Date(timeIntervalSince1970: state.chart.viewport.time.upperBound)]
    times += state.chart.series.points.map { Date(timeIntervalSince1970: $0.time) }
    times += [state.latest?.time, state.silentSince, state.trouble?.since].compactMap { $0 }
    if case .loaded(let date) = state.load { times.append(date) }
    return times.max() ?? .distantFuture
  }

  @Test func whatWasTooOldForAClockThatWasAheadIsShownWhenThatIsSetBack() {
    let scene = RoomsScene.loaded([point(-4, 20), point(-2, 21)])
    scene.clock.step(by: 2 * 86_400)
    scene.wait(10)
    #expect(scene.values == [])
    scene.clock.step(by: -2 * 86_400)
    scene.wait(10)
    #expect(scene.values == [20, 21], "before anything is answered")
  }

  /// An hour ahead, the program asks for the hour before and lets go of what is older than a day; back again, the day begins
  /// before what it still has.
  @Test func theDaysBeginningIsAskedForAgainWhenAClockThatWasAheadIsSetBack() {
    let scene = RoomsScene.loaded([point(-1_438, 18), point(-2, 21)])
    scene.clock.step(by: 3_600)
    scene.wait(10)
    scene.answer([])
    scene.clock.step(by: -3_600)
    scene.wait(10)
    #expect(scene.values == [21], "until it is answered")
    #expect(scene.queries.last?.start == scene.now - 86_400)
    scene.answer([point(-1_438, 18), point(-2, 21)])
    #expect(scene.values == [18, 21])
    scene.wait(10)
    #expect(scene.queries.last?.start == point(-2, 21).time, "once")
  }

  @Test func aClockThatIsSetBackIsAskedForTheBeginningOfItsDay() {
    let scene = RoomsScene.loaded([point(-600, 20), point(-2, 21)])
    scene.clock.step(by: -100)
    scene.wait(10)
    #expect(scene.queries.last?.start != scene.now - 86_400, "less than a step is missing")
    scene.answer([])
    scene.clock.step(by: -3_600)
    scene.wait(10)
    #expect(scene.queries.last?.start == scene.now - 86_400)
  }

  /// A server that answers whatever is asked with all that it has.
  @Test func aClockThatIsSetBackLeavesNoTimeOfTheFuture() {
    let hour = (0...30).map { point(Double($0) * 2 - 60, 20 + Double($0) / 100) }
    let old = hour + [point(0, 30)]
    let scene = RoomsScene.loaded(old)
    #expect(scene.state.latest == point(0, 30))
    scene.clock.step(by: -1_800)
    scene.wait(10)
    #expect(newestTime(scene) <= scene.now, "before anything is answered")
    #expect(scene.queries.last?.end == scene.now)
    scene.wait(20)
    #expect(newestTime(scene) <= scene.now)
    scene.answer(old)
    #expect(newestTime(scene) <= scene.now)
    #expect(scene.state.latest == point(-30, 20.15), "the newest of our past")
    // What is measured now lies before what was measured before.
    scene.wait(90)
    scene.answer(old)
    scene.wait(10)
    scene.answer(old + [point(-28, 25)])
    #expect(scene.state.latest == point(-28, 25))
    #expect(scene.values.last == 25)
    #expect(newestTime(scene) <= scene.now)
    // Their time has come again.
    scene.wait(1_800)
    scene.answer(old)
    scene.wait(10)
    scene.answer(old)
    #expect(scene.state.latest == point(0, 30))
  }

  @Test func aTimeThatTheClockWasSetBackToStandsUntilTheNextAnswer() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    scene.clock.step(by: -3_600)
    let back = scene.now
    scene.wait(60)
    #expect(scene.state.latest == Temperature(time: back + 10, celsius: 21))
    #expect(scene.state.silentSince == back + 10)
    #expect(scene.state.load == .loaded(at: back + 10))
  }

  @Test func aServerWhoseClockIsAheadBringsNoTimeOfTheFuture() {
    let scene = RoomsScene.loaded([point(0, 20), point(4, 22)])
    #expect(
      scene.state.latest == Temperature(time: beginning, celsius: 22), "it was measured when it came, at the latest")
    #expect(scene.state.lead == 240)
    #expect(newestTime(scene) <= scene.now)
    // It tells nothing else from then on: the reading ages.
    for _ in 0..<60 {
      scene.wait(10)
      scene.answer([point(4, 22)])
      #expect(newestTime(scene) <= scene.now)
    }
    #expect(scene.state.latest == Temperature(time: beginning, celsius: 22))
    #expect(scene.values == [20, 22])
    scene.wait(10)
    scene.answer([point(14, 23)])
    #expect(scene.state.lead == 230)
  }

  @Test func theAxisEndsWithNowAtTheLatestAndFollowsIt() {
    let scene = RoomsScene.loaded([point(-2, 21)])
    for _ in 0..<100 {
      scene.wait(7)
      let end = Date(timeIntervalSince1970: scene.state.chart.viewport.time.upperBound)
      #expect(end <= scene.now && scene.now.timeIntervalSince(end) < 130)
    }
    #expect(scene.queries.count == 2, "though nothing is answered")
  }
}
