import Foundation
import Signals
import Testing

@testable import Screen

@Suite struct UILoopTests {
  private let test = TestLoop()
  private let journal = Journal()

  @Test func anIdleLoopSleepsWithoutATimeout() {
    #expect(test.loop.timeout(for: test.frames) == -1)
  }

  @Test func aSleepLastsUntilTheNextTimerAndNotAMomentLess() {
    let late = test.loop.perform(at: test.instant + .milliseconds(20)) {}
    let soon = test.loop.perform(at: test.instant + .microseconds(4100)) {}
    #expect(test.loop.timeout(for: test.frames) == 5)
    soon.dispose()
    #expect(test.loop.timeout(for: test.frames) == 20)
    late.dispose()
    #expect(test.loop.timeout(for: test.frames) == -1)
  }

  @Test func aTurnDoesInputThenTimersThenJobsThenTheFrame() {
    let input = WakePipe()
    defer { input.close() }
    input.wake()
    test.frames.setDraw { [journal] in journal.note("frame") }
    let watch = test.loop.watch(input.readEnd, for: .readable) { [journal, test] events in
      journal.note("input \(events == .readable)")
      // From within input nothing scheduled is running, so this happens at once.
      test.loop.schedule { journal.note("scheduled by input") }
    }
    test.loop.perform(at: test.instant) { [journal, test] in
      journal.note("timer")
      test.loop.schedule { journal.note("scheduled by timer") }
    }
    test.turn()
    #expect(
      journal.take() == ["input true", "scheduled by input", "timer", "scheduled by timer", "frame"])
    watch.dispose()
  }

  @Test func scheduledActionsNeverRunInsideOneAnother() {
    test.loop.schedule { [journal, test] in
      journal.note("a begins")
      test.loop.schedule { journal.note("b") }
      test.loop.schedule { journal.note("c") }
      journal.note("a ends")
    }
    #expect(journal.take() == ["a begins", "a ends"])
    // While they wait, a further one has to queue behind them.
    test.loop.schedule { [journal] in journal.note("d") }
    #expect(journal.take() == [])
    test.turn()
    #expect(journal.take() == ["b", "c", "d"])
    test.loop.schedule { [journal] in journal.note("e") }
    #expect(journal.take() == ["e"])
  }

  @Test func aChainOfActionsIsFinishedBeforeTheFrame() {
    test.frames.setDraw { [journal] in journal.note("frame") }
    @Sendable func step(_ number: Int) {
      journal.note("\(number)")
      if number < 5 { test.loop.schedule { step(number + 1) } }
    }
    test.loop.schedule { step(1) }
    test.turn()
    #expect(journal.take() == ["1", "2", "3", "4", "5", "frame"])
  }

  @Test func aWaitingActionThatIsDisposedOfDoesNotRun() {
    test.loop.schedule { [journal, test] in
      let work = test.loop.schedule { journal.note("never") }
      work?.dispose()
      test.loop.schedule { journal.note("after it") }
    }
    test.turn()
    #expect(journal.take() == ["after it"])
  }

  @Test func aRepeatedActionKeepsItsBeat() {
    let timer = test.loop.schedule(
      after: test.loop.currentDate.addingTimeInterval(-1), interval: .seconds(1), leeway: .seconds(0)
    ) { [journal] in journal.note("beat") }
    test.advance(by: .milliseconds(300))
    // The first is late by 300 ms, which must not delay the second.
    test.advance(by: .milliseconds(700))
    #expect(journal.take() == ["beat", "beat"])
    test.advance(by: .milliseconds(999))
    #expect(journal.take() == [])
    test.advance(by: .milliseconds(1))
    #expect(journal.take() == ["beat"])
    timer?.dispose()
    test.advance(by: .seconds(5))
    #expect(journal.take() == [])
  }

  @Test func beatsMissedWhileStoppedAreNotMadeUpFor() {
    let timer = test.loop.schedule(
      after: test.loop.currentDate.addingTimeInterval(-1), interval: .seconds(1), leeway: .seconds(0)
    ) { [journal] in journal.note("beat") }
    test.turn()
    test.advance(by: .seconds(3600) + .milliseconds(500))
    test.turn()
    #expect(journal.take() == ["beat", "beat"])
    #expect(test.loop.timeout(for: test.frames) == 500)
    timer?.dispose()
  }

  @Test func aTimerThatDisposesOfItselfIsNotSetAgain() {
    let timer = SerialDisposable()
    timer.inner = test.loop.schedule(after: Date(timeIntervalSince1970: 0), interval: .seconds(1), leeway: .seconds(0))
    {
      [journal] in
      journal.note("once")
      timer.dispose()
    }
    test.turn()
    test.advance(by: .seconds(5))
    #expect(journal.take() == ["once"])
    #expect(test.loop.timeout(for: test.frames) == -1)
  }

  @Test func aHandlerThatEndsAnotherWatchIsTheLastToBeCalled() {
    let (first, second) = (WakePipe(), WakePipe())
    defer {
      first.close()
      second.close()
    }
    first.wake()
    second.wake()
    let other = SerialDisposable()
    let watch = test.loop.watch(first.readEnd, for: .readable) { [journal] _ in
      journal.note("first")
      other.dispose()
    }
    other.inner = test.loop.watch(second.readEnd, for: .readable) { [journal] _ in journal.note("second") }
    test.turn()
    #expect(journal.take() == ["first"])
    watch.dispose()
  }

  @Test func aConnectionThatIsGoneIsReportedAsHungUp() {
    var ends: [CInt] = [-1, -1]
    // Closed on exec from the start: a child that another test starts meanwhile must not keep it alive.
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    close(ends[1])
    let watch = test.loop.watch(ends[0], for: .readable) { [journal] events in
      journal.note("hung up \(events.contains(.hangUp))")
    }
    test.turn()
    watch.dispose()
    test.turn()
    #expect(journal.take() == ["hung up true"])
    close(ends[0])
  }
}
