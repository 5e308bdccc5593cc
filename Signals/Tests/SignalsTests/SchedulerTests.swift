import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct TestSchedulerTests {
  @Test func nothingRunsUntilItIsAdvanced() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule { log.add("at once") }
    scheduler.schedule(after: .seconds(1)) { log.add("later") }
    #expect(log.lines == [])
    scheduler.advance()
    #expect(log.lines == ["at once"])
    #expect(scheduler.currentDate == Date(timeIntervalSinceReferenceDate: 0))
    scheduler.advance(by: .milliseconds(999))
    #expect(log.lines == ["at once"])
    scheduler.advance(by: .milliseconds(1))
    #expect(log.lines == ["at once", "later"])
  }

  @Test func theClockStepsToTheDateOfEachAction() {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_000))
    let log = Log()
    let note: @Sendable () -> Void = { log.add("\(scheduler.currentDate.timeIntervalSince1970)") }
    scheduler.schedule(after: .seconds(3), action: note)
    scheduler.schedule(after: .seconds(1), action: note)
    scheduler.schedule(after: .seconds(1), interval: .seconds(1), action: note)
    scheduler.advance(to: Date(timeIntervalSince1970: 1_003.5))
    #expect(log.lines == ["1001.0", "1001.0", "1002.0", "1003.0", "1003.0"])
    #expect(scheduler.currentDate == Date(timeIntervalSince1970: 1_003.5))
  }

  @Test func whatFallsDueOnTheWayRunsInTheSameAdvance() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule(after: .seconds(1)) {
      log.add("first")
      scheduler.schedule { log.add("at once") }
      scheduler.schedule(after: .seconds(1)) { log.add("second") }
      scheduler.schedule(after: .seconds(9)) { log.add("too late") }
    }
    scheduler.advance(by: 2.0)
    #expect(log.lines == ["first", "at once", "second"])
    #expect(scheduler.scheduledCount == 1)
  }

  @Test func runRunsAllThatIsScheduled() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule(after: .seconds(1_000_000)) {
      scheduler.schedule(after: .seconds(1_000_000)) { log.add("done") }
    }
    scheduler.run()
    #expect(log.lines == ["done"])
    #expect(scheduler.scheduledCount == 0)
    #expect(scheduler.currentDate == .distantFuture)
  }

  @Test func theClockGoesAsFarAsADateDoes() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule(after: Date(timeIntervalSinceReferenceDate: 2e10)) { log.add("late") }
    scheduler.advance(by: 1e10)
    #expect(scheduler.currentDate.timeIntervalSinceReferenceDate == 1e10)
    #expect(log.lines == [])
    scheduler.advance(by: .seconds(10_000_000_000) as Duration)
    #expect(log.lines == ["late"])
    scheduler.rewind(by: 2e10)
    #expect(scheduler.currentDate.timeIntervalSinceReferenceDate == 0)
    scheduler.advance(by: .infinity)
    #expect(scheduler.currentDate > .distantFuture)
  }

  @Test func datesAreShownAsTheyWereAskedFor() {
    for number in 0..<2_000 {
      let start = Date(timeIntervalSinceReferenceDate: Double(number) * 12_345.678_9)
      let scheduler = TestScheduler(startDate: start)
      let date = start.addingTimeInterval(0.1 + Double(number) / 7)
      #expect(scheduler.currentDate == start)
      let shown = Locked<Date?>(nil)
      scheduler.schedule(after: date) { shown.withLock { $0 = scheduler.currentDate } }
      scheduler.run()
      #expect(shown.withLock { $0 } == date)
      #expect(scheduler.currentDate == .distantFuture)
    }
  }

  /// What is quadratic takes minutes here.
  @Test(.timeLimit(.minutes(2))) func manyActionsMayBeScheduledAndCancelledInAnyOrder() {
    let scheduler = TestScheduler()
    let count = 300_000
    let dates = Locked<[Int]>([])
    var cancellations: [Disposable] = []
    for second in (1...count).reversed() {
      let action = scheduler.schedule(after: Date(timeIntervalSinceReferenceDate: Double(second))) {
        if second % 1_000 == 0 { dates.withLock { $0.append(second) } }
      }
      if second % 3 != 0 { cancellations.append(contentsOf: [action].compactMap { $0 }) }
    }
    #expect(scheduler.scheduledCount == count)
    for cancellation in cancellations { cancellation.dispose() }
    #expect(scheduler.scheduledCount == count / 3)
    scheduler.run()
    #expect(dates.withLock { $0 } == (1...count).filter { $0 % 3_000 == 0 })
  }

  @Test func rewindSetsTheClockBack() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.advance(by: 5.0)
    scheduler.rewind(by: .seconds(3))
    #expect(scheduler.currentDate.timeIntervalSinceReferenceDate == 2)
    scheduler.schedule(after: .seconds(1)) { log.add("\(scheduler.currentDate.timeIntervalSinceReferenceDate)") }
    scheduler.schedule(after: .seconds(1), interval: .seconds(1)) { log.add("again") }
    let disposed = scheduler.schedule(after: .seconds(1)) { log.add("disposed of") }
    disposed?.dispose()
    scheduler.rewind(by: 2.0)
    scheduler.advance(by: 0.9)
    #expect(log.lines == [])
    scheduler.advance(by: 0.1)
    #expect(log.lines == ["1.0", "again"], "a second is a second")
    scheduler.advance(by: 1.0)
    #expect(log.lines == ["1.0", "again", "again"])
  }

  @Test func disposedActionsDoNotRunAndAreLetGoOf() {
    let scheduler = TestScheduler()
    let check = LeakCheck()
    let log = Log()
    func schedule() -> Disposable? {
      let probe = check.probe("action")
      return scheduler.schedule(after: .seconds(1)) { withExtendedLifetime(probe) { log.add("ran") } }
    }
    let repeating = SerialDisposable()
    repeating.inner = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
      log.add("tick")
      repeating.dispose()
    }
    schedule()?.dispose()
    #expect(check.survivors == [])
    scheduler.advance(by: 5.0)
    #expect(log.lines == ["tick"])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func manyStepsOfATenthMakeASecond() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule(after: .seconds(1)) { log.add("second") }
    for _ in 0..<10 { scheduler.advance(by: 0.1) }
    #expect(log.lines == ["second"])
  }

  @Test func anActionMayAdvanceTheClock() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule(after: .seconds(1)) {
      scheduler.advance(by: 5.0)
      log.add("outer at \(scheduler.currentDate.timeIntervalSinceReferenceDate)")
    }
    scheduler.schedule(after: .seconds(3)) { log.add("inner") }
    scheduler.advance(by: 2.0)
    #expect(log.lines == ["inner", "outer at 6.0"])
  }

  @Test func severalThreadsMayScheduleAndAdvance() {
    let scheduler = TestScheduler()
    let (counter, overlaps, inside) = (Counter(), Counter(), Occupancy())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<100 {
        scheduler.schedule(after: .milliseconds(index)) {
          if !inside.enter() { overlaps.next() }
          counter.next()
          inside.leave()
        }
        if thread % 2 == 0 { scheduler.advance(by: .milliseconds(1)) }
      }
    }
    scheduler.run()
    #expect(counter.value == 800)
    #expect(overlaps.value == 0)
  }
}

@Suite struct QueueSchedulerTests {
  @Test func actionsRunOnItsQueueInOrder() {
    let scheduler = QueueScheduler(name: "order")
    let key = DispatchSpecificKey<String>()
    scheduler.queue.setSpecific(key: key, value: "mine")
    let log = Log()
    for index in 0..<100 {
      scheduler.schedule { log.add("\(DispatchQueue.getSpecific(key: key) ?? "other") \(index)") }
    }
    scheduler.queue.sync {}
    #expect(log.lines == (0..<100).map { "mine \($0)" })
  }

  @Test func anActionDisposedOfBeforeItsTurnIsLetGoOfAndNeverRuns() {
    let scheduler = QueueScheduler()
    let check = LeakCheck()
    let log = Log()
    scheduler.queue.suspend()
    func schedule() -> Disposable? {
      let probe = check.probe("action")
      return scheduler.schedule { withExtendedLifetime(probe) { log.add("ran") } }
    }
    schedule()?.dispose()
    #expect(check.survivors == [])
    scheduler.queue.resume()
    scheduler.queue.sync {}
    #expect(log.lines == [])
  }

  @Test func timersFireAndRepeatUntilTheyAreDisposedOf() {
    let scheduler = QueueScheduler()
    let (fired, ticked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let before = scheduler.currentDate
    scheduler.schedule(after: .milliseconds(5)) { fired.signal() }
    #expect(fired.wait(timeout: .now() + 30) == .success)
    #expect(scheduler.currentDate.timeIntervalSince(before) >= 0.004)
    let timer = scheduler.schedule(after: .milliseconds(1), interval: .milliseconds(1)) { ticked.signal() }
    for _ in 0..<3 { #expect(ticked.wait(timeout: .now() + 30) == .success) }
    timer?.dispose()
    #expect(timer?.isDisposed == true)
  }

  @Test func aTimerDisposedOfLetsItsActionGoAtOnce() {
    let scheduler = QueueScheduler()
    let check = LeakCheck()
    func schedule() -> [Disposable?] {
      let probe = check.probe("action")
      let action: @Sendable () -> Void = { withExtendedLifetime(probe) {} }
      return [
        scheduler.schedule(after: .seconds(3_600), action: action),
        scheduler.schedule(after: .seconds(3_600), interval: .seconds(3_600), action: action),
      ]
    }
    for timer in schedule() { timer?.dispose() }
    #expect(check.survivors == [])
  }

  @Test func aTimeOperatorWorksInRealTime() {
    let scheduler = QueueScheduler()
    let last = SignalProducer<Int, Never>([1, 2, 3]).delay(0.001, on: scheduler).last()
    #expect(last == .success(3))
  }
}

@Suite struct CurrentSchedulerTests {
  @Test func aQueueSchedulerIsCurrentOnItsQueueAndOnThoseThatTargetIt() {
    let (mine, other) = (QueueScheduler(), QueueScheduler())
    let above = QueueScheduler(targeting: mine.queue)
    #expect(!mine.isCurrent)
    mine.queue.sync { #expect((mine.isCurrent, other.isCurrent, above.isCurrent) == (true, false, false)) }
    above.queue.sync { #expect((mine.isCurrent, other.isCurrent, above.isCurrent) == (true, false, true)) }
    #expect(!mine.isCurrent)
  }

  @Test func aQueueThatOutlivesItsSchedulerForgetsIt() {
    for _ in 0..<100 {
      let queue = QueueScheduler().queue
      // A key is known by its address, and one of these is likely to get that of the one that has gone.
      let later = (0..<16).map { _ in DispatchSpecificKey<Void>() }
      queue.sync { #expect(!later.contains { DispatchQueue.getSpecific(key: $0) != nil }) }
    }
  }

  @Test func theMainQueueIsCurrentOnTheMainActor() async {
    await MainActor.run { #expect(UIScheduler().isCurrent && QueueScheduler.main.isCurrent) }
    QueueScheduler().queue.sync { #expect(!UIScheduler().isCurrent && !QueueScheduler.main.isCurrent) }
  }

  @Test func aTestSchedulerIsCurrentInsideItsActions() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule {
      log.add("in an action: \(scheduler.isCurrent)")
      scheduler.advance(by: 1)
      log.add("after an inner advance: \(scheduler.isCurrent)")
    }
    #expect(!scheduler.isCurrent)
    scheduler.advance()
    #expect(!scheduler.isCurrent)
    #expect(log.lines == ["in an action: true", "after an inner advance: true"])
  }

  @Test func onlyTheThreadThatRunsTheActionsIsCurrent() {
    let scheduler = TestScheduler()
    let log = Log()
    scheduler.schedule {
      let asked = DispatchSemaphore(value: 0)
      Thread {
        log.add("another thread: \(scheduler.isCurrent)")
        asked.signal()
      }.start()
      asked.wait()
    }
    scheduler.advance()
    #expect(log.lines == ["another thread: false"])
  }

  @Test func aTestCanActAsTheScheduler() {
    let scheduler = TestScheduler()
    let recorder = SignalProducer<Int, Never>(value: 1).observe(on: scheduler).record()
    #expect(scheduler.perform { scheduler.isCurrent })
    #expect(!scheduler.isCurrent)
    #expect(recorder.events == [], "an action has run, though the clock has not been advanced")
    #expect(throws: MarbleError.self) { try scheduler.perform { throw MarbleError() } }
    #expect(!scheduler.isCurrent)
  }

  @Test func theImmediateSchedulerIsCurrentEverywhereAndOneThatDoesNotSayNowhere() {
    #expect(ImmediateScheduler().isCurrent)
    #expect(!SilentScheduler().isCurrent)
  }

  private final class SilentScheduler: Scheduler {
    func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? { nil }
  }
}

@Suite struct OtherSchedulerTests {
  @Test func theImmediateSchedulerRunsAtOnce() {
    let log = Log()
    ImmediateScheduler().schedule { log.add("ran") }
    #expect(log.lines == ["ran"])
  }

  @MainActor @Test func theUISchedulerRunsAtOnceWheneverNothingWaits() async {
    let scheduler = UIScheduler()
    let log = Log()
    for number in 1...3 { scheduler.schedule { log.add("\(number)") } }
    #expect(log.lines == ["1", "2", "3"])
    await withCheckedContinuation { continuation in
      scheduler.schedule {
        scheduler.schedule { continuation.resume() }
        log.add("outer")
      }
    }
    // What has been waiting counts as long as it runs.
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    scheduler.schedule { log.add("last") }
    #expect(log.lines == ["1", "2", "3", "outer", "last"])
  }

  @Test func theUISchedulerRunsOnTheMainQueueAndKeepsTheOrder() async {
    let scheduler = UIScheduler()
    let log = Log()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        scheduler.schedule {
          log.add("from elsewhere")
          scheduler.schedule {
            log.add("after the one that is running")
            continuation.resume()
          }
          log.add("end of the first")
        }
      }
    }
    #expect(log.lines == ["from elsewhere", "end of the first", "after the one that is running"])
  }

  @Test func aProgramsOwnLoopCanBeAScheduler() {
    let loop = Loop()
    let recorder = SignalProducer<Int, Never>([1, 2]).observe(on: loop).delay(1, on: loop).record()
    loop.turn(until: Date(timeIntervalSinceReferenceDate: 2))
    #expect(recorder.events == [.value(1), .value(2), .completed])
  }

  /// A scheduler made outside of the module, as a program's own loop would be.
  private final class Loop: DateScheduler {
    private let inner = TestScheduler()

    var currentDate: Date { inner.currentDate }

    func turn(until date: Date) {
      inner.advance(to: date)
    }

    func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
      inner.schedule(action)
    }

    func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
      inner.schedule(after: date, action: action)
    }

    func schedule(
      after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
      action: @escaping @Sendable () -> Void
    ) -> Disposable? {
      inner.schedule(after: date, interval: interval, leeway: leeway, action: action)
    }
  }
}
