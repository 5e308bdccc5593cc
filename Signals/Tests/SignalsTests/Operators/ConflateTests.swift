import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct ConflateTests {
  @Test func valuesAreFoldedIntoAtMostOneBatchPerInterval() {
    expectMarbles("ab-cd-----e-f|", "a--<bc>--d---e--(f|)") { source, clock in
      source.conflate(every: clock.columns(3), into: "", on: clock.scheduler) { $0 += $1 }
    }
    expectMarbles("a--------", "a") { source, clock in
      source.conflate(every: clock.columns(3), into: "", on: clock.scheduler) { $0 += $1 }
    }
    expectMarbles("(abc)d|", "<abc>-(d|)") { source, clock in
      source.conflate(every: clock.columns(3), into: "", on: clock.scheduler) { $0 += $1 }
    }
  }

  @Test func anEndingComesAfterTheLastBatchWithoutWaiting() {
    expectMarbles("abc|", "a--(<bc>|)") { source, clock in
      source.conflate(every: clock.columns(9), into: "", on: clock.scheduler) { $0 += $1 }
    }
    expectMarbles("abc#", "a--(<bc>#)") { source, clock in
      source.conflate(every: clock.columns(9), into: "", on: clock.scheduler) { $0 += $1 }
    }
    expectMarbles("abc!", "a--!") { source, clock in
      source.conflate(every: clock.columns(9), into: "", on: clock.scheduler) { $0 += $1 }
    }
    expectMarbles("--|", "--|") { source, clock in
      source.conflate(every: clock.columns(9), into: "", on: clock.scheduler) { $0 += $1 }
    }
  }

  @Test func aBatchIsOneActionOfTheScheduler() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.conflate(every: .seconds(1), into: 0, on: scheduler) { $0 += $1 }.record()
    #expect(scheduler.scheduledCount == 0)
    for _ in 0..<3 {
      for _ in 0..<100 { observer.send(value: 1) }
      #expect(scheduler.scheduledCount == 1)
      scheduler.advance(by: 1)
    }
    #expect(recorder.values == [100, 100, 100])
    #expect(scheduler.scheduledCount == 0, "a timer is armed though nothing waits")
  }

  @Test func theClosureMaySendAndDispose() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let start = SerialDisposable()
    let log = Log()
    start.inner = SignalProducer(signal)
      .conflate(every: 1, into: [Int](), on: scheduler) { batch, value in
        batch.append(value)
        if value == 1 { observer.send(value: 2) }
        if value == 4 { start.dispose() }
      }
      .start { log.add("\($0)") }
    observer.send(value: 1)
    scheduler.advance()
    observer.send(value: 3)
    observer.send(value: 4)
    scheduler.advance(by: 10)
    #expect(log.lines == ["VALUE [1, 2]", "INTERRUPTED"])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func anAlarmThatRingsWhileAValueIsFoldedLosesNothing() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.conflate(every: 1, into: [Int](), on: scheduler) { batch, value in
      if value == 3 { scheduler.advance(by: 1) }
      batch.append(value)
    }.record(datedBy: scheduler)
    observer.send(value: 1)
    scheduler.advance()
    observer.send(value: 2)
    observer.send(value: 3)
    #expect(recorder.values == [[1]])
    scheduler.advance()
    #expect(recorder.values == [[1], [2, 3]])
    #expect(recorder.entries.map(\.date.timeIntervalSinceReferenceDate) == [0, 1])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func nothingIsLostOnAQueueAndTheEndComesLast() async {
    let count = 2_000
    for round in 0..<20 {
      let queue = QueueScheduler()
      let (signal, observer) = Signal<Int, Never>.pipe()
      let log = Log()
      let (ended, end) = AsyncStream<Void>.makeStream()
      signal.conflate(every: 0.000_01 * Double(round), into: 0, on: queue) { $0 += $1 }.observe { event in
        log.add(event.value.map { "\($0)" } ?? "\(event)")
        if event.isTerminating { end.finish() }
      }
      await onThreads(2) { _ in
        for _ in 0..<count { observer.send(value: 1) }
      }
      observer.sendCompleted()
      for await _ in ended {}
      #expect(log.lines.compactMap { Int($0) }.reduce(0, +) == 2 * count)
      #expect(log.lines.last == "COMPLETED")
    }
  }

  @Test func nothingIsLeftBehind() {
    expectNothingLeft { source, scheduler in source.conflate(every: 1, into: 0, on: scheduler) { $0 += $1 } }
    let scheduler = TestScheduler()
    let survivors = LeakCheck.survivors { check in
      let (signal, observer) = Signal<LeakCheck.Probe, Never>.pipe()
      let start = SignalProducer(signal)
        .conflate(every: 1, into: [LeakCheck.Probe](), on: scheduler) { $0.append($1) }.start()
      observer.send(value: check.probe("sent"))
      scheduler.advance()
      observer.send(value: check.probe("waiting"))
      start.dispose()
      #expect(check.survivors == [], "a batch is kept after the start has been disposed of")
    }
    #expect(survivors == [])
  }
}
