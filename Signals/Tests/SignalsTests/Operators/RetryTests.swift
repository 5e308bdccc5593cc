import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct RetryTests {
  /// Work that sends the number of its start and fails, until the given one, which completes.
  private func failing(until success: Int = .max) -> SignalProducer<Int, MarbleError> {
    let starts = Counter()
    return SignalProducer { observer, _ in
      let start = starts.next()
      observer.send(value: start)
      if start == success { observer.sendCompleted() } else { observer.send(error: MarbleError()) }
    }
  }

  @Test func retryStartsAgainAndPassesTheLastFailureOn() {
    #expect(failing().retry(upTo: 2).record().events == [.value(1), .value(2), .value(3), .failed(MarbleError())])
    #expect(failing(until: 2).retry(upTo: 5).record().events == [.value(1), .value(2), .completed])
    #expect(failing().retry(upTo: 0).record().events == [.value(1), .failed(MarbleError())])
  }

  @Test func eachStartCountsForItself() {
    let producer = failing().retry(upTo: 1)
    #expect(producer.record().values == [1, 2])
    #expect(producer.record().values == [3, 4])
  }

  @Test func manyFailuresInARowDoNotGrowTheStack() {
    let recorder = failing().map { _ in 1 }.retry(upTo: 100_000).reduce(0, +).materialize().take(last: 1).record()
    #expect(recorder.ending == .completed)
  }

  @Test func anIntervalDelaysRestartsButNotTheLastFailure() {
    let clock = MarbleClock()
    let result = clock.record(clock.producer("-a#").retry(upTo: 2, interval: clock.columns(3), on: clock.scheduler))
    clock.run()
    #expect(result.diagram == "-a----a----a#")
    #expect(clock.scheduler.scheduledCount == 0)
  }

  @Test func aBackoffGrowsTheDelays() {
    let scheduler = TestScheduler()
    let recorder = failing().retry(
      upTo: 5, backoff: .exponential(initial: 1, factor: 2, maximum: 5), on: scheduler
    ).record(datedBy: scheduler)
    scheduler.advance(by: 100)
    #expect(recorder.entries.map(\.date.timeIntervalSinceReferenceDate) == [0, 1, 3, 7, 12, 17, 17])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func jitterTakesItsChanceFromOutside() {
    let dates = { (jitter: Jitter, random: Double) in
      let scheduler = TestScheduler()
      let recorder = self.failing().retry(
        upTo: 2, backoff: .constant(10), jitter: jitter, on: scheduler, random: { random }
      ).record(datedBy: scheduler)
      scheduler.advance(by: 100)
      return recorder.entries.map(\.date.timeIntervalSinceReferenceDate)
    }
    #expect(dates(.none, 0.5) == [0, 10, 20, 20])
    #expect(dates(.full, 0) == [0, 0, 0, 0])
    #expect(dates(.full, 0.5) == [0, 5, 10, 10])
    #expect(dates(.equal, 0.5) == [0, 7.5, 15, 15])
    #expect(dates(.proportional(0.2), 0) == [0, 8, 16, 16])
    #expect(dates(.proportional(0.2), 0.5) == [0, 10, 20, 20])
  }

  @Test func delaysMayBeginAnewAfterAValue() {
    let scheduler = TestScheduler()
    let recorder = failing().retry(
      upTo: 1, backoff: .linear(initial: 1, increment: 1), on: scheduler, resetsOnValue: true
    ).take(first: 4).record(datedBy: scheduler)
    scheduler.advance(by: 100)
    #expect(recorder.entries.map(\.date.timeIntervalSinceReferenceDate) == [0, 1, 2, 3, 3])
  }

  @Test func disposingWhileARestartIsWaitedForTakesItBack() {
    let scheduler = TestScheduler()
    let recorder = failing().retry(upTo: 5, interval: 1, on: scheduler).record()
    #expect(scheduler.scheduledCount == 1)
    recorder.dispose()
    #expect(scheduler.scheduledCount == 0)
    #expect(recorder.events == [.value(1), .interrupted])
  }

  @Test func disposingOfARetriedStartInterruptsTheCurrentWork() {
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    let recorder = SignalProducer(signal).retry(upTo: 3).record()
    observer.send(value: 1)
    recorder.dispose()
    observer.send(value: 2)
    #expect(recorder.events == [.value(1), .interrupted])
  }

  @Test func workThatIsDisposedOfAsItFailsIsNotStartedAgain() {
    let (starts, disposable) = (Counter(), SerialDisposable())
    SignalProducer<Int, MarbleError>(error: MarbleError())
      .on(starting: { starts.next() }, failed: { _ in disposable.dispose() })
      .retry(upTo: 3)
      .startWithSignal { _, interrupter in disposable.inner = interrupter }
    #expect(starts.value == 1)
  }

  @Test func aRestartWaitsForATrigger() {
    let clock = MarbleClock()
    let result = clock.record(
      clock.producer("-a#").retry { [scheduler = clock.scheduler, columns = clock.columns(2)] _, restart in
        restart > 2 ? .empty : .timer(at: scheduler.currentDate.addingTimeInterval(columns), on: scheduler)
      })
    clock.run()
    #expect(result.diagram == "-a---a---a#")
    #expect(clock.scheduler.scheduledCount == 0)
  }

  @Test func onlyATriggerThatComesWhileItIsWaitedForCounts() {
    let clock = MarbleClock()
    let keys = clock.trigger("x-----x---x")
    let result = clock.record(clock.producer("-a#").retry { _, _ in keys })
    clock.run(columns: 12)
    #expect(result.diagram == "-a-----a---a")
    result.dispose()
    #expect(clock.scheduler.scheduledCount == 0)
  }

  @Test func theFailureGoesOutWhereATriggerEndsWithoutAValue() {
    let over: Signal<Int, Never> = .empty
    for trigger in [SignalProducer<Int, Never>.empty, SignalProducer(over)] {
      #expect(failing().retry { _, _ in trigger }.record().events == [.value(1), .failed(MarbleError())])
    }
    let clock = MarbleClock()
    let late = clock.producer("--|").flatMapError { _ in SignalProducer<String, Never>.empty }
    let result = clock.record(clock.producer("a#").retry { _, _ in late })
    clock.run()
    #expect(result.diagram == "a--#")
  }

  @Test func triggersThatSendAtOnceDoNotGrowTheStack() {
    let recorder = failing(until: 20_000).map { _ in 1 }.retry { _, _ in SignalProducer([1, 2]) }.reduce(0, +).record()
    #expect(recorder.events == [.value(20_000), .completed])
  }

  @Test func restartsOfATriggerMayBeCountedFromTheLastValue() {
    let restarts = Log()
    let recorder = failing().retry(resetsOnValue: true) { _, restart in
      restarts.add("\(restart)")
      return SignalProducer<Int, Never>(value: 0)
    }.take(first: 4).record()
    #expect(recorder.values == [1, 2, 3, 4])
    #expect(restarts.lines == ["1", "1", "1"])
  }

  @Test func disposingWhileATriggerIsWaitedForInterruptsIt() {
    let (triggers, wait) = (AnyDisposable(), SignalProducer<Int, Never>.never)
    let recorder = failing().retry { _, _ in wait.on(disposed: { triggers.dispose() }) }.record()
    #expect(!triggers.isDisposed)
    recorder.dispose()
    #expect(triggers.isDisposed)
    #expect(recorder.events == [.value(1), .interrupted])
    expectNothingLeftByWork { work, scheduler in
      work.retry { _, restart in restart > 2 ? .empty : .timer(at: scheduler.currentDate, on: scheduler) }
    }
  }

  @Test func repeatDoesTheWorkAsOftenAsIsSaid() {
    let clock = MarbleClock()
    let result = clock.record(clock.producer("-a|").repeat(3))
    let failing = clock.record(clock.producer("-#").repeat(3))
    let none = clock.record(clock.producer("-a|").repeat(0))
    clock.run()
    #expect(result.diagram == "-a-a-a|")
    #expect(failing.diagram == "-#")
    #expect(none.diagram == "|")
  }

  @Test func workThatIsDisposedOfWhileItStartsIsNotStartedAgain() {
    let starts = Counter()
    let failing = SignalProducer<Int, MarbleError> { observer, _ in
      observer.send(value: starts.value)
      observer.send(error: MarbleError())
    }
    .on(starting: { starts.next() })
    let recorder = EventRecorder<Int, MarbleError>()
    failing.retry(upTo: 1_000).startWithSignal { signal, interrupter in
      signal.observe(recorder.record)
      signal.observe { if $0.value == 3 { interrupter.dispose() } }
    }
    #expect(starts.value == 3)
    #expect(recorder.events == [.value(1), .value(2), .value(3), .interrupted])
  }
}
