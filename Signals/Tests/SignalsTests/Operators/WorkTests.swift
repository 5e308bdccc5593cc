import Signals
import SignalsTesting
import Testing

/// Operators that only producers have, or that start several: nothing is left of any, however it ends.
@Suite struct WorkTests {
  @Test func nothingIsLeftOfWorkInARow() {
    expectNothingLeftByWork { work, _ in work.concat(work) }
    expectNothingLeftByWork { work, _ in work.concat(value: 1).prefix(value: 0) }
    expectNothingLeftByWork { work, _ in work.prefix(SignalProducer(value: 0)).concat(error: MarbleError()) }
    expectNothingLeftByWork { work, _ in work.then(work) }
    expectNothingLeftByWork { work, _ in work.then(SignalProducer<String, MarbleError>.never) }
    expectNothingLeftByWork { work, _ in work.flatMapError { _ in work } }
  }

  @Test func nothingIsLeftOfWorkThatIsDoneAgain() {
    expectNothingLeftByWork { work, _ in work.repeat(3) }
    expectNothingLeftByWork { work, _ in work.retry(upTo: 3) }
    expectNothingLeftByWork { work, scheduler in work.retry(upTo: 3, interval: 1, on: scheduler) }
    expectNothingLeftByWork { work, scheduler in
      work.retry(upTo: 3, backoff: .exponential(initial: 1), jitter: .equal, on: scheduler)
    }
  }

  @Test func nothingIsLeftOfWorkSideBySide() {
    expectNothingLeftByWork { work, _ in SignalProducer.merge(work, work) }
    expectNothingLeftByWork { work, _ in SignalProducer.merge([work, work, .never]) }
    expectNothingLeftByWork { work, _ in SignalProducer.combineLatest(work, work, work) }
    expectNothingLeftByWork { work, _ in SignalProducer.combineLatest([work, work], emptySentinel: []) }
    expectNothingLeftByWork { work, _ in SignalProducer.zip(work, work.map { "\($0)" }) }
    expectNothingLeftByWork { work, _ in SignalProducer.zip([work, .never]) }
    expectNothingLeftByWork { work, _ in SignalProducer.all(work.map { $0 > 0 }, work.map { $0 > 1 }) }
    expectNothingLeftByWork { work, _ in
      work.withLatest(from: work.flatMapError { _ in SignalProducer<Int, Never>.empty })
    }
    expectNothingLeftByWork { work, _ in work.sample(with: work.flatMapError { _ in SignalProducer<Int, Never>.empty })
    }
  }

  @Test(arguments: [FlattenStrategy.merge, .concat, .concurrent(limit: 2), .latest, .race, .throttle])
  func nothingIsLeftOfWorkWithinWork(strategy: FlattenStrategy) {
    expectNothingLeftByWork { work, _ in work.flatMap(strategy) { _ in work } }
    expectNothingLeftByWork { work, _ in work.flatMap(strategy) { _ in MutableProperty(1) } }
    expectNothingLeftByWork { work, _ in
      SignalProducer<SignalProducer<Int, MarbleError>, MarbleError>([work, work, work]).flatten(strategy)
    }
  }

  @Test func nothingIsLeftOfWorkThatWaits() {
    expectNothingLeftByWork { work, scheduler in work.start(on: scheduler) }
    expectNothingLeftByWork { work, scheduler in work.observe(on: scheduler).delay(1, on: scheduler) }
    expectNothingLeftByWork { work, scheduler in work.debounce(5, on: scheduler, discardWhenCompleted: false) }
    expectNothingLeftByWork { work, scheduler in work.throttle(5, on: scheduler, discardWhenCompleted: false) }
    expectNothingLeftByWork { work, scheduler in
      work.collect(every: .seconds(5), on: scheduler, discardWhenCompleted: false)
    }
    expectNothingLeftByWork { work, scheduler in work.timeout(after: 2_000, raising: MarbleError(), on: scheduler) }
    expectNothingLeftByWork { work, scheduler in
      work.flatMap(.latest) { _ in SignalProducer.timer(interval: .seconds(1), on: scheduler).take(first: 3) }
    }
  }

  @Test func nothingIsLeftOfWorkThatIsSharedWatchedOrChangedInKind() {
    expectNothingLeftByWork { work, _ in work.replayLazily(upTo: 2) }
    expectNothingLeftByWork { work, _ in work.on(starting: {}, started: {}, disposed: {}, value: { _ in }) }
    expectNothingLeftByWork { work, _ in work.logEvents(logger: { _, _, _, _, _ in }) }
    expectNothingLeftByWork { work, _ in work.materializeResults().dematerializeResults() }
    expectNothingLeftByWork { work, _ in work.take(during: .empty).concat(work) }
    expectNothingLeftByWork { work, _ in work.map { [$0, $0] }.flatten() }
  }
}
