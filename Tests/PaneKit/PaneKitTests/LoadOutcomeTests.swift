import Foundation
import Model
import Signals
import Testing

@testable import PaneKit

/// What a failure means for what a load asks by itself.
@Suite struct LoadOutcomeTests {
  private static let lasting: [ServiceError] = [
    .refused(name: "bad_parameter", message: "ids"), .refused(name: "no_method", message: ""),
    .httpStatus(401, host: "example.org"), .httpStatus(404, host: "example.org"), .challenged(host: "example.org"),
    .notFound("question 7"),
  ]

  @Test(arguments: lasting) func whatNeedsAPersonIsNotRepeated(error: ServiceError) {
    let scene = LoadScene()
    scene.fail(error)
    #expect(scene.state.trouble?.error == error && scene.state.trouble?.retry == nil)
    scene.wait(86_400)
    scene.activate(false)
    scene.activate(true)
    scene.scheduler.perform { scene.period.value = 60 }
    scene.wait(86_400)
    #expect(scene.asked.count == 1)
  }

  @Test func aPersonAsksAgainAndWhatPassesIsRepeatedThen() {
    let scene = LoadScene()
    scene.fail(.httpStatus(401, host: "example.org"))
    scene.ask(.whole)
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 60)
    scene.wait(60)
    #expect(scene.asked.count == 3)
    scene.fail(.httpStatus(401, host: "example.org"))
    scene.wait(3_600)
    #expect(scene.asked.count == 3)
    scene.ask(.whole)
    scene.answer(1)
    #expect(scene.state.trouble == nil)
  }

  @Test func aFailureHasTheTimeOfTheFirstAndOfTheLatest() {
    let scene = LoadScene()
    scene.fail()
    let first = scene.now
    scene.wait(60)
    scene.fail()
    #expect(scene.state.trouble?.since == first && scene.state.trouble?.failedAt == first + 60)
  }

  @Test func anotherServerOrAnotherQuestionIsAskedAtOnce() {
    let scene = LoadScene()
    scene.fail(.httpStatus(401, host: "example.org"))
    scene.forget()
    #expect(scene.asked.count == 2)
    scene.fail(.httpStatus(401, host: "example.org"))
    scene.outdate()
    #expect(scene.asked.count == 3)
  }

  @Test func aThrottleWithoutATimeIsAMinuteAtLeast() {
    let scene = LoadScene(repeating: .afterFailure(of: .whole, .constant(1.0)))
    scene.fail(.throttled(until: nil))
    #expect(scene.state.trouble?.retry == scene.now + 60)
    scene.wait(59)
    #expect(scene.asked.count == 1)
    scene.wait(1)
    #expect(scene.asked.count == 2)
  }

  @Test func noServiceIsWaitedForLongerThanAnHour() {
    let scene = LoadScene()
    let pause = Pause(until: scene.now + 1e9, heard: scene.now)
    scene.fail(.pauseRequested(pause))
    #expect(scene.state.trouble?.retry == scene.now + 3_600)
    scene.wait(3_600)
    #expect(scene.asked.count == 2)
  }

  @Test func aPollWaitsForThePauseAndGoesOnWhenItIsOver() {
    let scene = LoadScene(repeating: .every(Property(value: 10), .whole))
    scene.fail(.throttled(until: scene.now + 95))
    #expect(scene.state.trouble?.retry == scene.now + 95)
    scene.wait(94)
    #expect(scene.asked.count == 1)
    scene.wait(1)
    #expect(scene.asked.count == 2)
    scene.answer(1)
    scene.wait(20)
    #expect(scene.asked.count >= 3, "and then at its interval")
  }

  @Test func aPersonsAttemptDoesNotEndThePauseOfAPoll() {
    let scene = LoadScene(repeating: .every(Property(value: 10), .whole))
    let end = scene.now + 100
    scene.fail(.pauseRequested(until: end))
    scene.wait(62)
    scene.ask(.whole)
    scene.fail()
    #expect(scene.state.trouble?.retry == end)
    scene.wait(37)
    #expect(scene.asked.count == 2)
    scene.wait(1)
    #expect(scene.asked.count == 3)
  }

  @Test func theEndOfAPauseBeginsTheIntervalOfPollsAgain() {
    let scene = LoadScene(repeating: .every(Property(value: 10), .whole))
    scene.fail(.throttled(until: scene.now + 37))
    scene.wait(37)
    #expect(scene.asked.count == 2)
    scene.answer(1)
    scene.wait(9)
    #expect(scene.asked.count == 2, "the intervals from the start on end with the pause")
    scene.wait(1)
    #expect(scene.asked.count == 3)
  }

  @Test func aPollThatNeedsAPersonWaitsForOne() {
    let scene = LoadScene(repeating: .every(Property(value: 10), .whole))
    scene.fail(.httpStatus(401, host: "example.org"))
    #expect(scene.state.trouble?.retry == nil)
    scene.activate(false)
    scene.wait(3_600)
    scene.activate(true)
    scene.wait(3_600)
    #expect(scene.asked.count == 1)
    scene.ask(.whole)
    scene.answer(1)
    scene.wait(10)
    #expect(scene.asked.count == 3)
  }

  @Test func aClockThatWasSetBackEndsThePauseOfAPoll() {
    let scene = LoadScene(repeating: .every(Property(value: 10), .whole))
    scene.wait(100)
    scene.fail(.throttled(until: scene.now + 3_000))
    scene.activate(false)
    scene.scheduler.rewind(by: 86_400.0)
    scene.activate(true)
    #expect(scene.asked.count == 2)
  }
}
