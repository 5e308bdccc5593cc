import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// observe(on:), start(on:), lazyMap: where things happen.
@Suite struct SchedulingTests {
  @Test func observeOnSendsEverythingOnTheSchedulerInOrder() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    let recorder = signal.observe(on: scheduler).record()
    observer.send(value: 1)
    observer.send(value: 2)
    observer.send(error: MarbleError())
    #expect(recorder.events == [])
    scheduler.advance()
    #expect(recorder.events == [.value(1), .value(2), .failed(MarbleError())])
    expectNothingLeft { source, scheduler in source.observe(on: scheduler) }
  }

  @Test func aBatchWaitsForTheSchedulerAsOneAction() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.observe(on: scheduler).record()
    for value in 0..<100 { observer.send(value: value) }
    #expect(scheduler.scheduledCount == 1)
    scheduler.advance()
    #expect(recorder.values == Array(0..<100))
  }

  @Test func anInterruptionOvertakesWhatWaitsForTheScheduler() {
    let scheduler = TestScheduler()
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { _ = observer }
      observer.send(value: 1)
      observer.send(value: 2)
    }
    let recorder = producer.observe(on: scheduler).record()
    recorder.dispose()
    #expect(recorder.events == [])
    scheduler.advance()
    #expect(recorder.events == [.interrupted])
  }

  @Test func anInterruptionThatASignalSendsDropsWhatWaitsForTheScheduler() {
    expectMarbles("(ab!)", "!") { source, clock in source.observe(on: clock.scheduler) }
    expectMarbles("(ab#)", "(ab#)") { source, clock in source.observe(on: clock.scheduler) }
    expectMarbles("(ab|)", "(ab|)") { source, clock in source.observe(on: clock.scheduler) }
  }

  @Test func anInterruptionFromInsideABatchDropsTheRestOfIt() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = EventRecorder<Int, Never>()
    signal.observe(on: scheduler).observe { event in
      recorder.record(event)
      if event.value == 2 { observer.sendInterrupted() }
    }
    for value in 1...4 { observer.send(value: value) }
    scheduler.advance()
    #expect(recorder.events == [.value(1), .value(2), .interrupted])
  }

  @Test func disposingOnTheSchedulerWhileMoreWaitsLetsNothingMoreThrough() {
    let scheduler = TestScheduler()
    let recorder = EventRecorder<Int, Never>()
    let start = SerialDisposable()
    start.inner = SignalProducer<Int, Never>([1, 2, 3]).observe(on: scheduler).start { event in
      recorder.record(event)
      start.dispose()
    }
    scheduler.advance()
    #expect(recorder.events == [.value(1), .interrupted])
  }

  @Test func observeOnTheImmediateSchedulerAllowsReentrance() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = EventRecorder<Int, Never>()
    signal.observe(on: ImmediateScheduler()).observe { event in
      recorder.record(event)
      if let value = event.value, value < 3 { observer.send(value: value + 1) }
    }
    observer.send(value: 1)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func startOnBeginsTheWorkOnTheScheduler() {
    let scheduler = TestScheduler()
    let log = Log()
    let producer = SignalProducer<Int, Never> { observer, _ in
      log.add("begun")
      observer.send(value: 1)
      observer.sendCompleted()
    }
    let recorder = producer.start(on: scheduler).record()
    #expect(log.lines == [])
    scheduler.advance()
    #expect(recorder.events == [.value(1), .completed])
    let taken = producer.start(on: scheduler).record()
    taken.dispose()
    #expect(scheduler.scheduledCount == 0)
    scheduler.advance()
    #expect(taken.events == [.interrupted])
    #expect(log.lines == ["begun"])
  }

  @Test func disposingOfAStartThatHasBegunOnASchedulerInterruptsItsWork() {
    let scheduler = TestScheduler()
    let work = AnyDisposable()
    let recorder = SignalProducer<Int, Never> { observer, lifetime in
      lifetime += work
      lifetime.observeEnded { _ = observer }
    }.start(on: scheduler).record()
    scheduler.advance()
    recorder.dispose()
    #expect(work.isDisposed)
    #expect(recorder.events == [.interrupted])
  }

  @Test func lazyMapTransformsOnlyTheNewest() {
    let scheduler = TestScheduler()
    let log = Log()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.lazyMap(on: scheduler) { value in
      log.add("\(value)")
      return value * 10
    }.record()
    observer.send(value: 1)
    observer.send(value: 2)
    scheduler.advance()
    observer.send(value: 3)
    observer.sendCompleted()
    scheduler.advance()
    #expect(recorder.events == [.value(20), .value(30), .completed])
    #expect(log.lines == ["2", "3"])
    expectNothingLeft { source, scheduler in source.lazyMap(on: scheduler) { $0 } }
  }

  @Test func anInterruptionKeepsLazyMapFromTransformingWhatWaits() {
    let transformed = Log()
    for ending: Signal<Int, MarbleError>.Event in [.interrupted, .completed, .failed(MarbleError())] {
      let scheduler = TestScheduler()
      let (signal, observer) = Signal<Int, MarbleError>.pipe()
      let recorder = signal.lazyMap(on: scheduler) { value in
        transformed.add("\(ending)")
        return value
      }.record()
      observer.send(value: 1)
      observer.send(ending)
      scheduler.advance()
      #expect(recorder.events == (ending == .interrupted ? [ending] : [.value(1), ending]))
    }
    #expect(transformed.lines == ["COMPLETED", "FAILED MarbleError()"])
  }

  @Test func aPropertyObservedOnASchedulerHasItsValueAtOnceAndChangesThere() {
    let scheduler = TestScheduler()
    let source = MutableProperty(1)
    let there = source.observe(on: scheduler)
    #expect(there.value == 1)
    source.value = 2
    #expect(there.value == 1)
    scheduler.advance()
    #expect(there.value == 2)
  }
}
