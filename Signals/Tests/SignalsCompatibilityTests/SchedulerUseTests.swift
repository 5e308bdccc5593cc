import Foundation
import Signals
import SignalsTesting
import Testing

/// A scheduler and a disposable as a program has written them.
private final class ManualScheduler: Scheduler {
  private var actions: [() -> Void] = []

  func schedule(_ action: @escaping () -> Void) -> Disposable? {
    actions.append(action)
    return nil
  }

  func turn() {
    let due = actions
    actions = []
    for action in due { action() }
  }
}

private final class Subscription: Disposable {
  private(set) var isDisposed = false

  func dispose() { isDisposed = true }
}

@Suite struct SchedulerUseTests {
  @Test func aSchedulerOfTheProgramIsUsed() {
    let scheduler = ManualScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    var values: [Int] = []
    signal.observe(on: scheduler).observeValues { values.append($0) }
    observer.send(value: 1)
    observer.send(value: 2)
    #expect(values == [])
    scheduler.turn()
    #expect(values == [1, 2])
  }

  @Test func aDisposableOfTheProgramIsUsed() {
    let subscription = Subscription()
    let composite = CompositeDisposable([subscription, nil])
    composite += AnyDisposable(Subscription())
    composite.dispose()
    #expect(subscription.isDisposed)
    let (signal, observer) = Signal<Int, Never>.pipe(disposable: Subscription())
    signal.observeCompleted {}
    observer.sendCompleted()
  }

  @Test func timeIsTurnedByHand() {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 0))
    var ticks: [TimeInterval] = []
    let repeating = scheduler.schedule(after: .seconds(1), interval: .seconds(2)) {
      ticks.append(scheduler.currentDate.timeIntervalSince1970)
    }
    scheduler.advance(by: .seconds(4))
    #expect(ticks == [1, 3])
    repeating?.dispose()
    scheduler.advance(to: Date(timeIntervalSince1970: 10))
    scheduler.rewind(by: .seconds(5))
    #expect(scheduler.currentDate.timeIntervalSince1970 == 5)
    scheduler.run()
    #expect(ticks == [1, 3])
  }

  @Test func operatorsWaitOnAScheduler() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, TestError>.pipe()
    var log: [String] = []
    func note<Value, Error>(_ name: String, _ signal: Signal<Value, Error>) {
      signal.observe { log.append("\(name) \($0)") }
    }
    note("throttle", signal.throttle(1, on: scheduler))
    note("debounce", signal.debounce(1, on: scheduler, discardWhenCompleted: false))
    note("collect", signal.collect(every: .seconds(2), on: scheduler, skipEmpty: true, discardWhenCompleted: true))
    note("timeout", signal.timeout(after: 5, raising: .second, on: scheduler))
    note("lazyMap", signal.lazyMap(on: scheduler) { $0 * 10 })
    observer.send(value: 1)
    observer.send(value: 2)
    scheduler.advance(by: .seconds(3))
    #expect(
      log == [
        "timeout VALUE 1", "timeout VALUE 2", "throttle VALUE 2", "lazyMap VALUE 20", "debounce VALUE 2",
        "collect VALUE [1, 2]",
      ])
    log = []
    scheduler.advance(by: .seconds(3))
    #expect(log == ["timeout FAILED second"])
    observer.sendInterrupted()
    scheduler.advance()
  }

  @Test func aPropertyHoldsValuesBack() {
    let scheduler = TestScheduler()
    let isBusy = MutableProperty(true)
    let (signal, observer) = Signal<Int, Never>.pipe()
    var values: [Int] = []
    signal.throttle(while: isBusy, on: scheduler).observeValues { values.append($0) }
    observer.send(value: 1)
    observer.send(value: 2)
    scheduler.advance()
    #expect(values == [])
    isBusy.value = false
    scheduler.advance()
    #expect(values == [2])
  }

  @Test func timersTick() {
    let scheduler = TestScheduler()
    var dates: [TimeInterval] = []
    var numbers: [Int] = []
    var letters: [String] = []
    let timer = SignalProducer.timer(interval: .seconds(1), on: scheduler, leeway: .seconds(0))
      .startWithValues { dates.append($0.timeIntervalSinceReferenceDate) }
    SignalProducer<Int, Never>.interval(.seconds(1), on: scheduler).take(first: 2).startWithValues {
      numbers.append($0)
    }
    SignalProducer<String, Never>.interval(["a", "b"], interval: .seconds(1), on: scheduler)
      .startWithValues { letters.append($0) }
    scheduler.advance(by: .seconds(3))
    timer.dispose()
    #expect(dates == [1, 2, 3])
    #expect(numbers == [0, 1])
    #expect(letters == ["a", "b"])
  }

  @Test func workMovesToQueues() {
    let queue = QueueScheduler(qos: .userInitiated, name: "work", targeting: nil)
    let result = SignalProducer<Int, TestError> { observer, _ in
      observer.send(value: 1)
      observer.sendCompleted()
    }
    .start(on: queue).observe(on: QueueScheduler()).map { $0 + 1 }.single()
    #expect(result == .success(2))
  }
}
