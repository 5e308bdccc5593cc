import Foundation
import Signals
import SignalsTesting
import Testing

/// What strangers type: that it compiles, in Swift 6 mode, is most of what is tested. A `.empty`, `.never` or `.init`
/// is found wherever a producer is expected.
@Suite struct LookupTests {
  private let numbers = SignalProducer<Int, Never>([1, 2, 3])
  private let failing = SignalProducer<Int, MarbleError>([1, 2, 3])

  @Test func aClosureMayReturnWhateverAProducerIsMadeOf() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let none: Signal<Int, Never> = signal.flatMap(.latest) { _ in .empty }
    let doubled = signal.flatMap(.merge) { .init(value: $0 * 2) }.record()
    let promoted: Signal<String, MarbleError> = signal.flatMap(.concat) { _ in .init(error: MarbleError()) }
    let (nothing, failed) = (none.record(), promoted.record())
    observer.send(value: 1)
    #expect(doubled.values == [2] && nothing.events == [] && failed.events == [.failed(MarbleError())])

    let odd: SignalProducer<Int, Never> = numbers.flatMap(.concat) { $0 % 2 == 1 ? .init(value: $0) : .empty }
    #expect(odd.record().values == [1, 3])
    let none2: SignalProducer<String, MarbleError> = failing.flatMap(.latest) { _ in .empty }
    #expect(none2.record().events == [.completed])
    let promotedFailure: SignalProducer<Int, MarbleError> = numbers.flatMap(.merge) { _ in .init(error: MarbleError()) }
    #expect(promotedFailure.record().events == [.failed(MarbleError())])
    #expect(failing.flatMap(.concat) { _ in SignalProducer<Int, Never>(value: 7) }.record().values == [7, 7, 7])
    let replaced: SignalProducer<Int, Never> = failing.concat(error: MarbleError()).flatMapError { _ in .init(value: 9)
    }
    #expect(replaced.record().values == [1, 2, 3, 9])
  }

  @Test func anArgumentMayBeWhateverAProducerIsMadeOf() {
    #expect(numbers.merge(with: .init(value: 4)).record().values == [1, 2, 3, 4])
    #expect(SignalProducer.merge(numbers, .empty, .init(value: 4)).record().values == [1, 2, 3, 4])
    #expect(numbers.merge(with: .never).record().ending == nil)
    #expect(numbers.concat(.init(value: 4)).prefix(.empty).record().values == [1, 2, 3, 4])
    #expect(numbers.zip(with: .init(value: "a")).map { "\($0)\($1)" }.record().values == ["1a"])
    #expect(SignalProducer.zip(numbers, .init(value: "a")).map { "\($0)\($1)" }.record().values == ["1a"])
    #expect(numbers.combineLatest(with: .init(value: "a")).map { "\($0)\($1)" }.record().values == ["3a"])
    #expect(SignalProducer.combineLatest(numbers, .init(value: "a")).map { "\($0)\($1)" }.record().values == ["3a"])
    #expect(numbers.take(until: .empty).record().values == [])
    #expect(numbers.take(until: .never).record().values == [1, 2, 3])
    #expect(numbers.skip(until: .empty).record().values == [1, 2, 3])
    #expect(numbers.take(untilReplacement: .init(value: 7)).record().values == [7])
    #expect(numbers.sample(on: .init(value: ())).record().values == [3])
    #expect(numbers.sample(with: .init(value: "a")).map { "\($0)\($1)" }.record().values == ["3a"])
    #expect(numbers.withLatest(from: .init(value: "a")).map { "\($0)\($1)" }.record().values == ["1a", "2a", "3a"])
    #expect(failing.then(.init(value: "a")).record().values == ["a"])
    let result = Result<String, MarbleError>.success("a")
    #expect(numbers.then(.init(result: result)).record().values == ["a"])
    #expect(numbers.active(while: .init(value: false)).record().events == [.completed])
    #expect(SignalProducer([.init(value: 1), .empty, numbers]).flatten(.concat).record().values == [1, 1, 2, 3])
    let (signal, observer) = Signal<Int, Never>.pipe()
    let paired = signal.withLatest(from: .init(value: "a")).map { "\($0)\($1)" }.record()
    let ended = signal.take(until: .empty).merge(with: .never).record()
    observer.send(value: 1)
    #expect(paired.values == ["1a"])
    #expect(ended.events == [.value(1)], "a signal that is over says nothing of its completion")
  }

  @Test func aPropertyIsMadeOfAndBoundToWhateverAProducerIsMadeOf() {
    let property = Property(initial: 1, then: .init(value: 2))
    let target = MutableProperty(0)
    target <~ .init(value: 3)
    #expect((property.value, target.value) == (2, 3))
  }

  @Test func aRestartWaitsForWhateverAProducerIsMadeOf() {
    let scheduler = TestScheduler()
    let failure = SignalProducer<Int, MarbleError>(error: MarbleError())
    #expect(failure.retry { _, _ in .empty }.record().ending == .failed(MarbleError()))
    let recorder = failure.retry { _, restart in
      if restart > 2 { return .empty }
      return .timer(at: scheduler.currentDate.addingTimeInterval(1), on: scheduler)
    }.record(datedBy: scheduler)
    scheduler.advance(by: 10)
    #expect(recorder.entries.map(\.date.timeIntervalSinceReferenceDate) == [2])
  }

  @Test func aResultIsAProducer() {
    let (success, failure) = (Result<Int, MarbleError>.success(1), Result<Int, MarbleError>.failure(MarbleError()))
    #expect(success.producer.record().events == [.value(1), .completed])
    #expect(numbers.flatMap(.concat) { _ in failure.producer }.record().events == [.failed(MarbleError())])
    #expect(failing.concat(success.producer).record().values == [1, 2, 3, 1])
  }

  @Test func aDurationIsTakenWhereverAnIntervalIs() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let endings = [
      signal.timeout(after: .seconds(1), raising: MarbleError(), on: scheduler).record(datedBy: scheduler),
      signal.timeout(after: 1, raising: MarbleError(), on: scheduler).record(datedBy: scheduler),
      SignalProducer(signal).timeout(after: .seconds(1), raising: MarbleError(), on: scheduler)
        .record(datedBy: scheduler),
    ]
    let retried = SignalProducer<Int, MarbleError>(error: MarbleError()).retry(
      upTo: 3, backoff: .exponential(initial: .seconds(1), maximum: .seconds(2)), on: scheduler
    ).record(datedBy: scheduler)
    let (constant, linear) = (
      Backoff.constant(.milliseconds(500)), Backoff.linear(initial: .seconds(1), increment: .seconds(2))
    )
    let ticks = SignalProducer.interval(Duration.seconds(2), on: scheduler).take(first: 2).record()
    let letters = SignalProducer.interval(["a"], interval: .seconds(2), on: scheduler).record()
    let log = Log()
    scheduler.schedule(after: Duration.seconds(3)) { log.add("once") }
    let repeated = scheduler.schedule(after: Duration.seconds(4), interval: .seconds(1)) { log.add("again") }
    scheduler.advance(by: Duration.seconds(5))
    repeated?.dispose()
    for ending in endings {
      #expect(ending.entries.map(\.date.timeIntervalSinceReferenceDate) == [1])
      #expect(ending.ending == .failed(MarbleError()))
    }
    #expect(retried.entries.map(\.date.timeIntervalSinceReferenceDate) == [5])
    #expect((constant.delay(beforeRestart: 2), linear.delay(beforeRestart: 3)) == (0.5, 5))
    #expect(ticks.values == [0, 1] && letters.values == ["a"])
    #expect(log.lines == ["once", "again", "again"])
    withExtendedLifetime(observer) {}
  }
}
