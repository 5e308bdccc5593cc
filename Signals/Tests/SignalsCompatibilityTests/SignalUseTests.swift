// Code as it is written for ReactiveSwift, compiled as Swift 5: variables captured and changed by closures, no `Sendable`
// in sight. That it compiles is half of what is tested.

import Signals
import SignalsTesting
import Testing

enum TestError: Error, Equatable {
  case first, second
}

@Suite struct SignalUseTests {
  @Test func aPipeSendsToThoseWhoObserve() {
    let (signal, observer) = Signal<Int, TestError>.pipe()
    var values: [Int] = []
    var failure: TestError?
    let disposable = signal.observe { event in
      switch event {
      case .value(let value): values.append(value)
      case .failed(let error): failure = error
      case .completed, .interrupted: Issue.record("neither was sent")
      }
    }
    observer.send(value: 1)
    observer.send(value: 2)
    observer.send(error: .second)
    observer.send(value: 3)
    #expect(values == [1, 2])
    #expect(failure == .second)
    #expect(disposable?.isDisposed == true)
  }

  @Test func anObserverIsMadeOfClosures() {
    var log: [String] = []
    let observer = Signal<Int, TestError>.Observer(
      value: { log.append("value \($0)") }, failed: { log.append("failed \($0)") },
      completed: { log.append("completed") }, interrupted: { log.append("interrupted") })
    SignalProducer<Int, TestError>([1, 2]).start(observer)
    #expect(log == ["value 1", "value 2", "completed"])
  }

  @Test func operatorsAreChained() {
    let (signal, observer) = Signal<String, Never>.pipe()
    var sums: [Int] = []
    signal
      .map { Int($0) }.skipNil().filter { $0 % 2 == 1 }.skipRepeats().scan(0, +)
      .take(while: { $0 < 10 })
      .observeValues { sums.append($0) }
    for text in ["1", "x", "1", "2", "3", "5", "7", "9"] { observer.send(value: text) }
    #expect(sums == [1, 4, 9])
  }

  @Test func signalsAreCombined() {
    let (left, leftInput) = Signal<Int, Never>.pipe()
    let (right, rightInput) = Signal<String, Never>.pipe()
    var latest: [String] = []
    var zipped: [String] = []
    var sampled: [String] = []
    Signal.combineLatest(left, right).observeValues { latest.append("\($0)\($1)") }
    left.zip(with: right).observeValues { zipped.append("\($0.0)\($0.1)") }
    left.withLatest(from: right).observeValues { sampled.append("\($0.0)\($0.1)") }
    leftInput.send(value: 1)
    rightInput.send(value: "a")
    leftInput.send(value: 2)
    rightInput.send(value: "b")
    #expect(latest == ["1a", "2a", "2b"])
    #expect(zipped == ["1a", "2b"])
    #expect(sampled == ["2a"])
  }

  @Test func timePassesWhenTheTestSaysSo() {
    let scheduler = TestScheduler()
    let (signal, observer) = Signal<Int, Never>.pipe()
    var delayed: [Int] = []
    var rested: [Int] = []
    signal.delay(1, on: scheduler).observeValues { delayed.append($0) }
    signal.debounce(2, on: scheduler).observeValues { rested.append($0) }
    observer.send(value: 1)
    scheduler.advance(by: .seconds(1))
    observer.send(value: 2)
    #expect(delayed == [1])
    #expect(rested == [])
    scheduler.advance(by: .seconds(2))
    #expect(delayed == [1, 2])
    #expect(rested == [2])
  }

  @Test func schedulersRunWorkInTurn() {
    let scheduler = TestScheduler()
    var order: [String] = []
    scheduler.schedule { order.append("at once") }
    scheduler.schedule(after: .seconds(2)) { order.append("later") }
    let taken = scheduler.schedule(after: .seconds(1)) { order.append("never") }
    taken?.dispose()
    ImmediateScheduler().schedule { order.append("before") }
    scheduler.run()
    #expect(order == ["before", "at once", "later"])
  }
}
