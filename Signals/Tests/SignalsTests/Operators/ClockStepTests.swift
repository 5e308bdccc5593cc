import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// A wall clock may be set back by an hour. Whatever was to come within an interval still does.
@Suite struct ClockStepTests {
  @Test func aClockThatIsSetBackLetsTheNextValueThroughAThrottle() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.throttle(1, on: scheduler).record()
    observer.send(value: 1)
    scheduler.advance()
    scheduler.rewind(by: 3_600.0)
    observer.send(value: 2)
    scheduler.advance()
    #expect(recorder.values == [1, 2])
    observer.send(value: 3)
    scheduler.advance(by: 0.9)
    #expect(recorder.values == [1, 2], "from then on, an interval is as long as ever")
    scheduler.advance(by: 0.1)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func aClockThatIsSetBackWhileAValueWaitsLetsTheNextThroughAThrottle() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.throttle(1, on: scheduler).record()
    observer.send(value: 1)
    scheduler.advance()
    observer.send(value: 2)
    scheduler.advance(by: 0.5)
    scheduler.rewind(by: 3_600.0)
    observer.send(value: 3)
    observer.send(value: 4)
    scheduler.advance()
    #expect(recorder.values == [1, 4])
    observer.send(value: 5)
    scheduler.advance(by: 0.9)
    #expect(recorder.values == [1, 4])
    scheduler.advance(by: 0.1)
    #expect(recorder.values == [1, 4, 5])
    #expect(scheduler.scheduledCount == 0, "the alarm that was replaced is gone")
  }

  @Test func aClockThatIsSetBackWhileAValueWaitsLetsTheNextThroughADebounce() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.debounce(1, on: scheduler).record()
    observer.send(value: 1)
    scheduler.advance(by: 0.5)
    scheduler.rewind(by: 3_600.0)
    observer.send(value: 2)
    scheduler.advance(by: 0.9)
    #expect(recorder.values == [])
    scheduler.advance(by: 0.1)
    #expect(recorder.values == [2])
    #expect(scheduler.scheduledCount == 0, "the alarm that was replaced is gone")
  }

  @Test func aClockThatIsSetBackDoesNotHoldABatchUp() {
    let clock = SteppingClock()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.conflate(every: 1, into: 0, on: clock) { $0 += $1 }.record()
    observer.send(value: 1)
    clock.time.advance(by: 0.5)
    clock.step(by: -3_600)
    observer.send(value: 2)
    observer.send(value: 3)
    clock.time.advance(by: 1)
    #expect(recorder.values == [1, 5])
  }

  @Test func aClockThatIsSetBackDoesNotHoldADebounceUp() {
    let clock = SteppingClock()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.debounce(1, on: clock).record()
    observer.send(value: 1)
    clock.time.advance(by: 0.9)
    observer.send(value: 2)
    clock.step(by: -3_600)
    clock.time.advance(by: 0.1)
    #expect(recorder.values == [], "the first alarm, which the second value has put off")
    clock.time.advance(by: 1)
    #expect(recorder.values == [2])
    observer.send(value: 3)
    clock.time.advance(by: 1)
    #expect(recorder.values == [2, 3])
  }

  @Test func aClockThatIsSetBackDoesNotHoldADelayUp() {
    let clock = SteppingClock()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.delay(1, on: clock).record()
    observer.send(value: 1)
    clock.time.advance(by: 0.5)
    observer.send(value: 2)
    clock.step(by: -3_600)
    clock.time.advance(by: 0.5)
    #expect(recorder.values == [1])
    clock.time.advance(by: 1)
    #expect(recorder.values == [1, 2])
    observer.send(value: 3)
    clock.time.advance(by: 1)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func aClockThatIsSetBackDoesNotHoldACollectionUp() {
    let clock = SteppingClock()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorders = [true, false].map {
      signal.collect(every: .seconds(1), on: clock, skipEmpty: $0).filter { !$0.isEmpty }.record()
    }
    observer.send(value: 1)
    clock.time.advance(by: 0.5)
    clock.step(by: -3_600)
    clock.time.advance(by: 0.5)
    observer.send(value: 2)
    clock.time.advance(by: 1)
    for recorder in recorders { #expect(recorder.values == [[1], [2]]) }
  }

  @Test func anAlignedTimerFollowsAClockThatIsSet() {
    let clock = SteppingClock()
    let recorder = SignalProducer.timer(every: 5, aligned: true, on: clock).record()
    let seconds = { recorder.values.map(\.timeIntervalSinceReferenceDate) }
    clock.time.advance(by: 5)
    // At 6 the clock is set to 4: the alarm for 10 rings at 8, too early, and the next one at 10.
    clock.time.advance(by: 1)
    clock.step(by: -2)
    clock.time.advance(by: 4)
    #expect(seconds() == [5])
    clock.time.advance(by: 2)
    #expect(seconds() == [5, 10])
    // At 11 it is set to 23: what was to come at 15 comes at 27, late, and the next date is a multiple again.
    clock.time.advance(by: 1)
    clock.step(by: 12)
    clock.time.advance(by: 10)
    #expect(seconds() == [5, 10, 27, 30])
    clock.step(by: -3_600)
    clock.time.advance(by: 10)
    #expect(recorder.values.count > 4, "an hour of silence")
    #expect(clock.time.scheduledCount == 1)
  }

  @Test func whatWaitsForAnIntervalDoesSoWhenATestSetsTheClockBack() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let conflated = signal.conflate(every: 1, into: 0, on: scheduler) { $0 += $1 }.record()
    let collected = [true, false].map {
      signal.collect(every: .seconds(1), on: scheduler, skipEmpty: $0).filter { !$0.isEmpty }.record()
    }
    let throttled = signal.throttle(1, on: scheduler).record()
    let debounced = signal.debounce(1, on: scheduler).record()
    let delayed = signal.delay(1, on: scheduler).record()
    let ticks = SignalProducer.timer(interval: .seconds(1), on: scheduler).record()
    let numbers = SignalProducer.interval(.seconds(1), on: scheduler).record()
    let attempts = Counter()
    SignalProducer<Int, MarbleError> {
      attempts.next()
      return .failure(MarbleError())
    }.retry(upTo: .max, interval: 1, on: scheduler).start()
    let limited = Signal<Int, MarbleError>.never.timeout(after: 1, raising: MarbleError(), on: scheduler).record()
    observer.send(value: 1)
    scheduler.advance()
    observer.send(value: 2)
    scheduler.advance(by: 0.5)
    scheduler.rewind(by: 3_600.0)
    scheduler.advance(by: 0.5)
    #expect(conflated.values == [1, 2])
    for recorder in collected { #expect(recorder.values == [[1, 2]]) }
    #expect((throttled.values, debounced.values, delayed.values) == ([1, 2], [2], [1, 2]))
    #expect((ticks.values.count, numbers.values, attempts.value) == (1, [0], 2))
    #expect(limited.ending == .failed(MarbleError()))
    observer.send(value: 3)
    scheduler.advance(by: 1)
    #expect(conflated.values == [1, 2, 3])
    for recorder in collected { #expect(recorder.values == [[1, 2], [3]]) }
    #expect((throttled.values, debounced.values, delayed.values) == ([1, 2, 3], [2, 3], [1, 2, 3]))
    #expect((ticks.values.count, numbers.values, attempts.value) == (2, [0, 1], 3))
  }

  @Test func aClockThatIsSetBackShortensNoDelay() {
    let clock = SteppingClock()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.delay(1, on: clock).record()
    observer.send(value: 1)
    clock.time.advance(by: 0.5)
    clock.step(by: -3_600)
    observer.send(value: 2)
    observer.sendCompleted()
    clock.time.advance(by: 0.5)
    #expect(recorder.events == [.value(1)])
    clock.time.advance(by: 1)
    #expect(recorder.events == [.value(1), .value(2), .completed])
  }
}
