import Foundation
import Model
import Signals
import SignalsTesting
import Testing

@testable import PaneKit

/// What is held is from the past, is no longer asked, or has become old.
@Suite struct LoadRenewalTests {
  @Test func whatWasStoredStandsInUntilTheFirstAnswer() {
    let scene = LoadScene()
    let past = scene.now - 3_600
    scene.find(7, at: past)
    #expect(scene.state.value == 7)
    #expect(scene.state.loadedAt == past)
    #expect(!scene.state.isAnswered)
    #expect(scene.state.progress == .reloading)
    scene.fail()
    #expect(scene.state.value == 7)
    #expect(scene.state.progress == .loaded(at: past))
    scene.wait(60)
    scene.answer(8)
    #expect(scene.state.isAnswered)
    scene.find(9, at: past)
    #expect(scene.state.value == 8)
  }

  @Test func aRequestThatIsCancelledBehindWhatWasStoredIsMadeAgain() {
    let scene = LoadScene()
    scene.find(7, at: scene.now - 60)
    scene.activate(false)
    scene.cancel()
    scene.activate(true)
    #expect(scene.asked.count == 2)
  }

  @Test func whatIsOutdatedStaysWhileItIsAskedForAgain() {
    let scene = LoadScene.loaded(1)
    scene.ask(.more)
    scene.outdate()
    #expect(scene.asked == [.whole, .more, .whole])
    #expect(scene.requests.open == [2], "what was under way answers what is no longer asked")
    #expect(scene.state.value == 1)
    #expect(!scene.state.isAnswered)
    scene.find(5, at: scene.now)
    #expect(scene.state.value == 5)
    scene.answer(2)
    #expect(scene.state.value == 2)
    #expect(scene.state.isAnswered)
  }

  @Test func whatIsOutdatedWhileNobodyLooksIsAskedForWhenItIsSeen() {
    let scene = LoadScene.loaded(1)
    scene.activate(false)
    scene.outdate()
    #expect(scene.asked.count == 1)
    scene.activate(true)
    #expect(scene.asked.count == 2)
  }

  @Test func whatIsOutdatedHasNoTrouble() {
    let scene = LoadScene()
    scene.fail()
    scene.outdate()
    #expect(scene.state.trouble == nil)
    #expect(scene.asked.count == 2)
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 60, "the row of failures begins afresh")
  }

  @Test func aSuccessIsAskedForAgainAfterThePeriod() {
    let scene = LoadScene.loaded(1)
    scene.scheduler.perform { scene.period.value = 100 }
    scene.wait(99)
    #expect(scene.asked.count == 1)
    scene.wait(1)
    #expect(scene.asked.count == 2)
    scene.ask(.whole)
    scene.answer(2)
    scene.wait(99)
    #expect(scene.asked.count == 3)
    scene.scheduler.perform { scene.period.value = 50 }
    scene.scheduler.advance()
    #expect(scene.asked.count == 4, "by the new period it is due")
    scene.fail()
    #expect(scene.state.trouble?.retry == scene.now + 60, "a failure has its own schedule")
    scene.scheduler.perform { scene.period.value = nil }
    scene.wait(60)
    scene.answer(3)
    scene.wait(3_600)
    #expect(scene.asked.count == 5)
    #expect(scene.scheduler.scheduledCount == 0)
  }

  @Test func aClockThatWasSetBackPutsNoPeriodOff() {
    let scene = LoadScene.loaded(1)
    scene.scheduler.perform { scene.period.value = 100 }
    scene.activate(false)
    scene.scheduler.rewind(by: 86_400.0)
    scene.activate(true)
    #expect(scene.asked.count == 2)
    scene.fail()
    scene.wait(59)
    #expect(scene.asked.count == 2, "and a failure is repeated by the clock as it is now")
  }

  @Test func aFailureFromBeforeTheClockWasSetBackIsNotRepeatedWithoutEnd() {
    let scene = LoadScene()
    scene.fail()
    scene.activate(false)
    scene.scheduler.rewind(by: 86_400.0)
    scene.activate(true)
    scene.fail()
    #expect(scene.state.trouble?.since == scene.now)
    scene.wait(59)
    #expect(scene.asked.count == 2)
  }
}
