import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// throttle, debounce, delay, collect(every:), timeout, timer: what waits for the clock.
@Suite struct TimeTests {
  @Test func throttleSendsAtMostOneValuePerIntervalTheLatestWins() {
    expectMarbles("ab-cd-----e-f|", "a--c--d---e--|") { source, clock in
      source.throttle(clock.columns(3), on: clock.scheduler)
    }
    expectMarbles("ab-cd-----e-f|", "a--c--d---e--(f|)") { source, clock in
      source.throttle(clock.columns(3), on: clock.scheduler, discardWhenCompleted: false)
    }
    expectMarbles("ab--", "a--b") { source, clock in source.throttle(clock.columns(3), on: clock.scheduler) }
    expectMarbles("ab#", "a-#") { source, clock in source.throttle(clock.columns(3), on: clock.scheduler) }
    expectMarbles("ab!", "a-!") { source, clock in
      source.throttle(clock.columns(3), on: clock.scheduler, discardWhenCompleted: false)
    }
    expectNothingLeft { source, scheduler in source.throttle(1, on: scheduler) }
  }

  @Test func theFirstValueOfAThrottleGoesThroughTheScheduler() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.throttle(1, on: scheduler).record()
    observer.send(value: 1)
    #expect(recorder.values == [])
    scheduler.advance()
    #expect(recorder.values == [1])
  }

  @Test func oneTimerIsArmedHoweverManyValuesCome() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorders = [
      signal.throttle(1, on: scheduler).record(), signal.debounce(1, on: scheduler).record(),
      signal.delay(1, on: scheduler).record(),
    ]
    for value in 0..<100 { observer.send(value: value) }
    #expect(scheduler.scheduledCount == recorders.count)
    scheduler.advance(by: 3.0)
    #expect(recorders.map(\.values.count) == [1, 1, 100])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func aValueThatOnlyTakesThePlaceOfAnotherSchedulesNothing() {
    let scheduler = CountingScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorders = [
      signal.throttle(1, on: scheduler).map { [$0] }.record(), signal.debounce(1, on: scheduler).map { [$0] }.record(),
      signal.delay(1, on: scheduler).map { [$0] }.record(), signal.observe(on: scheduler).map { [$0] }.record(),
      signal.collect(every: .seconds(1), on: scheduler, skipEmpty: true).record(),
    ]
    for value in 0..<100 { observer.send(value: value) }
    #expect(scheduler.count.value == recorders.count)
    scheduler.clock.advance(by: 3)
    #expect(recorders.map(\.values.count) == [1, 1, 100, 100, 1])
  }

  @Test func throttleWhileHoldsTheNewestBack() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let isHeldBack = MutableProperty(false)
    let recorder = signal.throttle(while: isHeldBack, on: scheduler).record()
    observer.send(value: 1)
    scheduler.advance()
    isHeldBack.value = true
    observer.send(value: 2)
    observer.send(value: 3)
    scheduler.advance(by: 1)
    #expect(recorder.values == [1])
    isHeldBack.value = false
    scheduler.advance()
    #expect(recorder.values == [1, 3])
    observer.sendCompleted()
    #expect(recorder.ending == nil)
    scheduler.advance()
    #expect(recorder.ending == .completed)
    let condition = MutableProperty(true)
    expectMarbles("-a-b|", "----|") { source, clock in source.throttle(while: condition, on: clock.scheduler) }
    expectNothingLeft { source, scheduler in source.throttle(while: condition, on: scheduler) }
  }

  @Test func debounceSendsWhatHasNotBeenOvertakenForAnInterval() {
    expectMarbles("abc-----d-----e|", "-----c-----d---|") { source, clock in
      source.debounce(clock.columns(3), on: clock.scheduler)
    }
    expectMarbles("abc-----d|", "-----c-----(d|)") { source, clock in
      source.debounce(clock.columns(3), on: clock.scheduler, discardWhenCompleted: false)
    }
    expectMarbles("abc-#", "----#") { source, clock in source.debounce(clock.columns(3), on: clock.scheduler) }
    expectMarbles("abc-!", "----!") { source, clock in
      source.debounce(clock.columns(3), on: clock.scheduler, discardWhenCompleted: false)
    }
    expectMarbles("a--b--c--", "---------c") { source, clock in
      source.debounce(clock.columns(3), on: clock.scheduler)
    }
    expectNothingLeft { source, scheduler in source.debounce(1, on: scheduler) }
  }

  @Test func delaySendsEachValueLaterAndFailuresAtOnce() {
    expectMarbles("-ab--c|", "---ab--c|") { source, clock in source.delay(clock.columns(2), on: clock.scheduler) }
    expectMarbles("-ab-c#", "---ab#") { source, clock in source.delay(clock.columns(2), on: clock.scheduler) }
    expectMarbles("-ab-c!", "---ab!") { source, clock in source.delay(clock.columns(2), on: clock.scheduler) }
    expectNothingLeft { source, scheduler in source.delay(1, on: scheduler) }
  }

  @Test func collectEverySendsAnArrayPerInterval() {
    expectMarbles("-a-b-----c--|", "----<[ab]>---<[]>---|", text: listed) { source, clock in
      source.collect(every: clock.interval(4), on: clock.scheduler)
    }
    expectMarbles("-a-b---------c--|", "----<[ab]>-----------|", text: listed) { source, clock in
      source.collect(every: clock.interval(4), on: clock.scheduler, skipEmpty: true)
    }
    expectMarbles("-a-b-----c--|", "----<[ab]>-------(<[c]>|)", text: listed) { source, clock in
      source.collect(every: clock.interval(4), on: clock.scheduler, skipEmpty: true, discardWhenCompleted: false)
    }
    expectMarbles("-a-b-----c|", "----<[ab]>-------(<[c]>|)", text: listed) { source, clock in
      source.collect(every: clock.interval(4), on: clock.scheduler, skipEmpty: true, discardWhenCompleted: false)
    }
    expectMarbles("-a-|", "----(<[a]>|)", text: listed) { source, clock in
      source.collect(every: clock.interval(4), on: clock.scheduler, discardWhenCompleted: false)
    }
    expectMarbles("-a-b-#", "----<[ab]>#", text: listed) { source, clock in
      source.collect(every: clock.interval(4), on: clock.scheduler, discardWhenCompleted: false)
    }
    expectNothingLeft { source, scheduler in source.collect(every: .seconds(1), on: scheduler) }
    expectNothingLeft { source, scheduler in source.collect(every: .seconds(1), on: scheduler, skipEmpty: true) }
  }

  @Test func collectEveryThatSkipsEmptyArraysHasNoTimerWhileNothingComes() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.collect(every: .seconds(1), on: scheduler, skipEmpty: true).record(datedBy: scheduler)
    #expect(scheduler.scheduledCount == 0)
    scheduler.advance(by: 3.7)
    observer.send(value: 1)
    #expect(scheduler.scheduledCount == 1)
    scheduler.advance(by: 10.0)
    #expect(recorder.entries.map(\.date.timeIntervalSinceReferenceDate) == [4])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func timeoutFailsASourceThatHasNotEnded() {
    expectMarbles("-a--b--------c|", "-a--b-#") { source, clock in
      source.timeout(after: clock.columns(6), raising: MarbleError(), on: clock.scheduler)
    }
    expectMarbles("-a--b|", "-a--b|") { source, clock in
      source.timeout(after: clock.columns(6), raising: MarbleError(), on: clock.scheduler)
    }
    expectNothingLeft { source, scheduler in source.timeout(after: 5, raising: MarbleError(), on: scheduler) }
  }

  @Test func timersTickUntilTheyAreDisposedOf() {
    let scheduler = TestScheduler()
    let timer = SignalProducer.timer(interval: .seconds(1), on: scheduler).record()
    let counter = SignalProducer.interval(.seconds(1), on: scheduler).take(first: 2).record()
    let letters = SignalProducer.interval(["a", "b"], interval: .seconds(2), on: scheduler).record()
    scheduler.advance(by: 4.5)
    #expect(timer.values.map(\.timeIntervalSinceReferenceDate) == [1, 2, 3, 4])
    #expect(counter.events == [.value(0), .value(1), .completed])
    #expect(letters.events == [.value("a"), .value("b"), .completed])
    timer.dispose()
    #expect(timer.ending == .interrupted)
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func durationsSayTheSameAsSeconds() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorders = [
      signal.throttle(.milliseconds(300), on: scheduler).record(datedBy: scheduler),
      signal.debounce(Duration.milliseconds(300), on: scheduler).record(datedBy: scheduler),
      signal.delay(.seconds(0.3), on: scheduler).record(datedBy: scheduler),
      signal.collect(every: .milliseconds(300), on: scheduler, skipEmpty: true).map { $0[0] }.record(
        datedBy: scheduler),
    ]
    observer.send(value: 1)
    scheduler.advance(by: Duration.seconds(1))
    #expect(recorders.map { $0.entries.map(\.date.timeIntervalSinceReferenceDate) } == [[0], [0.3], [0.3], [0.3]])
  }

  @Test func aPropertyKeepsUpWithItsSourceThroughTime() {
    let scheduler = TestScheduler()
    let source = MutableProperty(0)
    let (throttled, debounced, delayed) = (
      source.throttle(1, on: scheduler), source.debounce(1, on: scheduler), source.delay(1, on: scheduler)
    )
    #expect((throttled.value, debounced.value, delayed.value) == (0, 0, 0))
    source.value = 1
    source.value = 2
    scheduler.advance()
    #expect((throttled.value, debounced.value, delayed.value) == (2, 0, 0))
    scheduler.advance(by: 1)
    #expect((throttled.value, debounced.value, delayed.value) == (2, 2, 2))
    #expect(scheduler.scheduledCount == 0)
  }
}

/// Counts what is scheduled.
private final class CountingScheduler: DateScheduler {
  let clock = TestScheduler()
  let count = Counter()

  var currentDate: Date { clock.currentDate }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    count.next()
    return clock.schedule(action)
  }

  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    count.next()
    return clock.schedule(after: date, action: action)
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    count.next()
    return clock.schedule(after: date, interval: interval, leeway: leeway, action: action)
  }
}
