import Foundation
import Locks
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit

@Suite struct LoadTests {
  @Test func atFirstSightItAsksAndNotBefore() {
    let scene = LoadScene()
    #expect(scene.asked == [.whole])
    #expect(scene.state.asking == .whole)
    #expect(scene.state.value == nil)

    let hidden = LoadScene()
    hidden.answer(1)
    hidden.activate(false)
    hidden.forget()
    hidden.wait(3_600)
    #expect(hidden.asked == [.whole])
    hidden.activate(true)
    #expect(hidden.asked == [.whole, .whole])
  }

  @Test func whatIsDueIsAskedForInTheSameTurn() {
    let scene = LoadScene()
    scene.answer(1)
    scene.scheduler.perform { scene.isActive.value = false }
    scene.forget()
    scene.scheduler.perform { scene.isActive.value = true }
    #expect(scene.asked == [.whole, .whole], "before anything that is scheduled has run")
  }

  @Test func whatIsAskedOnceIsNotRepeatedAfterAFailure() {
    let scene = LoadScene(repeating: .once(.whole))
    scene.fail()
    #expect(scene.state.trouble?.error == unreachable)
    #expect(scene.state.trouble?.retry == nil)
    scene.activate(false)
    scene.activate(true)
    scene.wait(3_600)
    #expect(scene.asked == [.whole])
    scene.ask(.whole)
    scene.answer(1)
    #expect(scene.state.trouble == nil)
    #expect(scene.state.value == 1)
  }

  @Test func eventsComeAfterTheStateHasTakenThemIn() {
    let scene = LoadScene()
    let values = LockedState<[Int?]>([])
    scene.load.events.observeValues { [state = scene.load.state] _ in
      values.withLock { $0.append(state.value.value) }
    }
    scene.answer(7)
    #expect(values.withLock { $0 } == [7, 7], "a value and the end")
  }

  @Test func anAnswerIsHeldAndHandedToTheNextRequest() {
    let scene = LoadScene.loaded(7)
    #expect(scene.state.value == 7)
    #expect(scene.state.asking == nil)
    #expect(scene.state.loadedAt == scene.now)
    scene.ask(.whole)
    #expect(scene.requests.keys.last == .init(ask: .whole, held: 7))
    #expect(scene.state.value == 7, "what is held stays while it is asked for again")
    #expect(scene.state.asking == .whole)
  }

  @Test func theLatestAskCancelsTheOneBefore() {
    let scene = LoadScene.loaded(1)
    scene.ask(.whole)
    scene.ask(.more)
    scene.ask(.whole)
    #expect(scene.requests.open == [3])
    scene.requests.answer(1, 99)
    scene.scheduler.advance()
    #expect(scene.state.value == 1)
    scene.answer(2)
    #expect(scene.state.value == 2)
  }

  @Test func anAnswerThatWasOnItsWayWhenItWasCancelledIsNotTaken() {
    let scene = LoadScene.loaded(1)
    scene.ask(.whole)
    scene.requests.answer(1, 99)
    scene.ask(.whole)
    scene.scheduler.advance()
    #expect(scene.state.value == 1)
    #expect(scene.state.asking == .whole)
  }

  @Test func afterFailuresItAsksAfterOneTwoFourMinutesUpToAQuarterOfAnHour() {
    let scene = LoadScene()
    for (attempt, minutes) in [1.0, 2, 4, 8, 15, 15].enumerated() {
      scene.fail()
      #expect(scene.state.trouble?.retry == scene.now + minutes * 60)
      scene.wait(minutes * 60 - 1)
      #expect(scene.asked.count == attempt + 1)
      scene.wait(1)
      #expect(scene.asked.count == attempt + 2)
    }
    #expect(scene.state.trouble?.since == Date(timeIntervalSinceReferenceDate: 0))
    scene.answer(1)
    #expect(scene.state.trouble == nil)
    scene.ask(.whole)
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 60, "a success begins the row afresh")
  }

  @Test func whatAPersonAsksForMovesNothingOfTheSchedule() {
    let scene = LoadScene()
    scene.fail()
    let due = scene.now + 60
    for _ in 0..<5 {
      scene.wait(0.8)
      scene.ask(.whole)
      scene.fail()
      #expect(scene.state.trouble?.retry == due)
    }
    scene.wait(56)
    #expect(scene.asked.count == 7)
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 120, "the second automatic failure")
  }

  @Test func aRetryThatFallsDueWhileAPersonWaitsIsNotLost() {
    let scene = LoadScene()
    scene.fail()
    scene.wait(59)
    scene.ask(.whole)
    scene.wait(10)
    #expect(scene.requests.open == [1], "what is under way is not cancelled by a retry")
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 60)
    scene.wait(60)
    #expect(scene.asked.count == 3)
  }

  @Test func aPauseThatTheServiceAskedForIsRespected() {
    let scene = LoadScene()
    let end = scene.now + 300
    scene.fail(.throttled(until: end))
    #expect(scene.state.trouble?.retry == end)
    scene.wait(299)
    #expect(scene.asked.count == 1)
    scene.wait(1)
    #expect(scene.asked.count == 2)
  }

  @Test func whatIsNotActiveWaitsAndAsksAtOnceWhenItsTimeHasPassed() {
    let scene = LoadScene()
    scene.fail()
    scene.activate(false)
    scene.wait(600)
    #expect(scene.asked.count == 1)
    scene.activate(true)
    #expect(scene.asked.count == 2)
  }

  @Test func aRequestThatIsUnderWayGoesOnWhenItIsNoLongerActive() {
    let scene = LoadScene()
    scene.activate(false)
    scene.answer(3)
    #expect(scene.state.value == 3)
  }

  @Test func aClockThatWasSetBackDoesNotPutARetryOff() {
    let scene = LoadScene()
    scene.fail()
    scene.activate(false)
    scene.scheduler.rewind(by: 86_400.0)
    scene.activate(true)
    #expect(scene.asked.count == 2)
  }

  @Test func aFailureOfMoreIsItsOwnAndIsNotRepeated() {
    let scene = LoadScene.loaded(1)
    let loadedAt = scene.state.loadedAt
    scene.wait(5)
    scene.ask(.more)
    #expect(!scene.state.isRefreshing)
    scene.fail()
    #expect(scene.state.trouble == nil)
    #expect(scene.state.extraTrouble?.retry == scene.now + 60)
    scene.wait(3_600)
    #expect(scene.asked == [.whole, .more])
    scene.ask(.more)
    scene.answer(2)
    #expect(scene.state.extraTrouble == nil)
    #expect(scene.state.loadedAt == loadedAt)
    #expect(scene.state.value == 2)
  }

  @Test func aRetryOfTheWholeTakesThePlaceOfMore() {
    let scene = LoadScene.loaded(1)
    scene.ask(.whole)
    scene.fail()
    scene.wait(59)
    scene.ask(.more)
    scene.wait(1)
    #expect(scene.asked == [.whole, .whole, .more, .whole])
    #expect(scene.requests.open == [3])
  }

  @Test func whatIsForgottenIsAskedForAgain() {
    let scene = LoadScene.loaded(1)
    scene.ask(.more)
    scene.forget()
    #expect(scene.state.value == nil)
    #expect(scene.requests.keys.last == .init(ask: .whole, held: nil))
    #expect(scene.requests.open == [2], "more of what is void is not wanted")
    scene.forget()
    #expect(scene.requests.open == [2], "the whole goes on: its answer tells what is true now")
    scene.answer(2)
    #expect(scene.state.value == 2)
  }

  @Test func aCancelledRequestLeavesWhatIsHeld() {
    let scene = LoadScene.loaded(1)
    scene.ask(.whole)
    scene.cancel()
    #expect(scene.requests.open.isEmpty)
    #expect(scene.state.asking == nil)
    #expect(scene.state.value == 1)
    scene.wait(3_600)
    #expect(scene.asked.count == 2)
  }

  @Test func aRequestThatEndsWithoutAnAnswerIsOver() {
    let scene = LoadScene()
    scene.requests.complete(0)
    scene.scheduler.advance()
    #expect(scene.state.asking == nil)
    scene.wait(3_600)
    #expect(scene.asked.count == 1)
  }

  @Test func pollsComeAtTheirIntervalAndNeverTwoAtOnce() {
    let scene = LoadScene(repeating: .every(Property(value: 10), .whole))
    #expect(scene.asked.count == 1)
    scene.wait(35)
    #expect(scene.asked.count == 1)
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 10)
    scene.wait(5)
    #expect(scene.asked.count == 2)
    scene.answer(1)
    scene.activate(false)
    scene.wait(60)
    #expect(scene.asked.count == 2)
    scene.activate(true)
    #expect(scene.asked.count == 3)
  }

  @Test func nothingIsLeftWhenItIsReleased() {
    weak var released: Load<LoadScene.Ask, Int>?
    let scheduler: TestScheduler
    let requests: Requests<LoadScene.Request, Int>
    do {
      let scene = LoadScene()
      (scheduler, requests) = (scene.scheduler, scene.requests)
      released = scene.load
      scene.fail()
      scene.ask(.whole)
    }
    #expect(released == nil)
    #expect(requests.open.isEmpty)
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
  }
}
