import Signals
import SignalsTesting
import Testing

@Suite struct FlattenUseTests {
  @Test func eachStrategyFollowsWhatItSays() {
    let strategies: [(FlattenStrategy, [String])] = [
      (.merge, ["a1", "b1", "a2", "b2"]), (.concat, ["a1", "a2"]), (.latest, ["a1", "b1", "b2"]),
      (.concurrent(limit: 2), ["a1", "b1", "a2", "b2"]), (.race, ["a1", "a2"]), (.throttle, ["a1", "a2"]),
    ]
    for (strategy, expected) in strategies {
      let (outer, outerObserver) = Signal<Signal<String, Never>, Never>.pipe()
      let (a, aObserver) = Signal<String, Never>.pipe()
      let (b, bObserver) = Signal<String, Never>.pipe()
      var values: [String] = []
      outer.flatten(strategy).observeValues { values.append($0) }
      outerObserver.send(value: a)
      aObserver.send(value: "a1")
      outerObserver.send(value: b)
      bObserver.send(value: "b1")
      aObserver.send(value: "a2")
      bObserver.send(value: "b2")
      #expect(values == expected)
    }
  }

  @Test func producersSignalsAndPropertiesAreFlattened() {
    let property = MutableProperty(1)
    let (signal, observer) = Signal<Int, Never>.pipe()
    var values: [Int] = []
    SignalProducer<Int, Never>(value: 0).flatMap(.latest) { _ in property }.startWithValues { values.append($0) }
    SignalProducer<Int, Never>(value: 0).flatMap(.merge) { _ in signal }.startWithValues { values.append($0) }
    SignalProducer<Int, TestError>(value: 0).flatMap(.concat) { _ in SignalProducer<Int, Never>([7, 8]) }
      .startWithResult { values.append((try? $0.get()) ?? -1) }
    SignalProducer<Int, Never>(value: 0).flatMap(.concat) { _ in SignalProducer<Int, TestError>(error: .first) }
      .startWithFailed { _ in values.append(-2) }
    observer.send(value: 5)
    property.value = 2
    #expect(values == [1, 7, 8, -2, 5, 2])
  }

  @Test func sequencesAreFlattened() {
    let (signal, observer) = Signal<[Int], Never>.pipe()
    var values: [Int] = []
    signal.flatten().observeValues { values.append($0) }
    observer.send(value: [1, 2])
    observer.send(value: [])
    observer.send(value: [3])
    #expect(values == [1, 2, 3])
    #expect(SignalProducer<[Int], Never>([[1], [2, 3]]).flatten().collect().single() == .success([1, 2, 3]))
  }

  @Test func aFailureIsFollowedByAnything() {
    let fallback = MutableProperty(9)
    let failing = SignalProducer<Int, TestError>(error: .first)
    #expect(failing.flatMapError { _ in fallback }.first() == .success(9))
    #expect(failing.flatMapError { _ in .init(value: 3) }.first() as Result<Int, Never>? == .success(3))
    #expect(
      failing.flatMapError { error in SignalProducer(error: error == .first ? .second : .first) }.first()
        == .failure(TestError.second))
  }

  @Test func listsAreCombined() {
    let producers = [1, 2, 3].map { SignalProducer<Int, Never>(value: $0) }
    #expect(SignalProducer.combineLatest(producers).last() == .success([1, 2, 3]))
    #expect(SignalProducer.zip(producers).last() == .success([1, 2, 3]))
    #expect(SignalProducer.merge(producers).reduce(0, +).last() == .success(6))
    #expect(
      SignalProducer<Int, Never>.combineLatest([SignalProducer<Int, Never>](), emptySentinel: [0]).last()
        == .success([0]))
    #expect(Property<Int>.combineLatest([MutableProperty<Int>](), emptySentinel: [0]).value == [0])
    #expect(Property<Int>.zip([MutableProperty(1), MutableProperty(2)])?.value == [1, 2])
    let three = SignalProducer.combineLatest(producers[0], producers[1], producers[2]).map { $0 + $1 + $2 }
    #expect(three.single() == .success(6))
    #expect(SignalProducer.zip(producers[0], MutableProperty("a")).map { "\($0)\($1)" }.single() == .success("1a"))
  }

  @Test func workIsRepeatedRetriedAndFollowedByOther() {
    let scheduler = TestScheduler()
    var starts = 0
    let failing = SignalProducer<Int, TestError> { observer, _ in
      starts += 1
      observer.send(error: .first)
    }
    var isFailed = false
    failing.retry(upTo: 2, interval: 1, on: scheduler).startWithFailed { _ in isFailed = true }
    scheduler.advance(by: .seconds(1))
    #expect((starts, isFailed) == (2, false))
    scheduler.advance(by: .seconds(1))
    #expect((starts, isFailed) == (3, true))
    let one = SignalProducer<Int, Never>(value: 1)
    #expect(one.repeat(3).collect().single() == .success([1, 1, 1]))
    #expect(one.then(failing).first() == .failure(.first))
    #expect(one.sample(on: MutableProperty(())).first() == .success(1))
    #expect(one.withLatest(from: MutableProperty("a")).map { $0.1 }.first() == .success("a"))
    #expect(one.take(until: SignalProducer<(), Never>(value: ())).collect().single() == .success([]))
  }
}
