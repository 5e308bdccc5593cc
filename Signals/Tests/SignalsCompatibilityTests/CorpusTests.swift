import Foundation
import Signals
import SignalsTesting
import Testing

// What users of ReactiveSwift write, line by line, with the types left to the compiler: that it compiles is most of what is
// tested. A line stands for each initializer and each operator, in the form in which it is used most.

@Suite struct CorpusTests {
  private let numbers = SignalProducer<Int, Never>([1, 2, 3])
  private let failing = SignalProducer<Int, TestError>([1, 2, 3])
  private let scheduler = TestScheduler()

  @Test func producersAreMadeOfWhatIsAtHand() {
    let one = SignalProducer(value: 1)
    let three = SignalProducer([1, 2, 3]).map { $0 * 2 }
    let two = SignalProducer(values: 1, 2)
    let computed = SignalProducer { 7 }
    let worked = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: 5)
      observer.sendCompleted()
    }
    let failed = SignalProducer<Int, TestError>(error: .first)
    let result = SignalProducer<Int, TestError>(result: .success(3))
    let attempted = SignalProducer<Int, Error> { try JSONDecoder().decode(Int.self, from: Data("4".utf8)) }
    let closures = SignalProducer<String, TestError> { .success("a") }
    let ranged = SignalProducer(0..<3).collect()
    let texts = SignalProducer(["a", "b"]).map { $0.uppercased() }
    let pipe = Signal<Int, Never>.pipe()
    let followed = SignalProducer(pipe.output)
    let nothing = SignalProducer<Int, Never>.empty
    let silence = SignalProducer<Int, Never>.never
    #expect(one.first() == .success(1))
    #expect(three.collect().single()?.value == [2, 4, 6])
    #expect(two.last()?.value == 2)
    #expect(computed.single()?.value == 7)
    #expect(worked.single()?.value == 5)
    #expect(failed.wait().error == .first)
    #expect(result.merge(with: .empty).first()?.value == 3)
    #expect((try? attempted.single()?.get()) == 4)
    #expect(closures.single() == .success("a"))
    #expect(ranged.single()?.value == [0, 1, 2])
    #expect(texts.collect().single()?.value == ["A", "B"])
    _ = (followed, nothing, silence)
  }

  @Test func valuesAreTransformed() {
    #expect(numbers.map { $0 + 1 }.map(String.init).collect().single()?.value == ["2", "3", "4"])
    #expect(numbers.map(\.description).map(\.count).last()?.value == 1)
    #expect(numbers.map(value: "x").first()?.value == "x")
    let path: KeyPath<String, Int> = \.count
    #expect(SignalProducer(value: "abc").map(path).first()?.value == 3)
    #expect(numbers.filter { $0 > 1 }.compactMap { $0 == 2 ? "two" : nil }.first()?.value == "two")
    #expect(SignalProducer<Int?, Never>([1, nil, 3]).skipNil().collect().single()?.value == [1, 3])
    #expect(numbers.scan(0, +).collect().single()?.value == [1, 3, 6])
    #expect(numbers.scan(into: []) { $0.append($1) }.last()?.value == [1, 2, 3])
    #expect(numbers.scanMap(0) { ($0 + $1, "\($0)") }.last()?.value == "3")
    #expect(numbers.reduce(0) { $0 + $1 }.single()?.value == 6)
    #expect(numbers.reduce(into: [:]) { $0[$1] = "\($1)" }.single()?.value == [1: "1", 2: "2", 3: "3"])
    #expect(numbers.collect(count: 2).collect().single()?.value == [[1, 2], [3]])
    #expect(numbers.collect { $0.reduce(0, +) == 3 }.first()?.value == [1, 2])
    #expect(numbers.combinePrevious(0).map { $1 - $0 }.collect().single()?.value == [1, 1, 1])
    #expect(numbers.combinePrevious().map { $0 * $1 }.last()?.value == 6)
    #expect(numbers.skipRepeats().uniqueValues().skipRepeats { $0 == $1 }.last()?.value == 3)
    #expect(numbers.uniqueValues { $0 % 2 }.collect().single()?.value == [1, 2])
    #expect(numbers.materialize().map { $0.isTerminating }.last()?.value == true)
    #expect(numbers.materialize().dematerialize().last()?.value == 3)
    #expect(failing.materializeResults().map { try? $0.get() }.first()?.value == 1)
  }

  @Test func valuesAreSelected() {
    #expect(numbers.take(first: 2).skip(first: 1).single()?.value == 2)
    #expect(numbers.take(last: 1).single()?.value == 3)
    #expect(numbers.take(while: { $0 < 2 }).single()?.value == 1)
    #expect(numbers.skip(while: { $0 < 3 }).single()?.value == 3)
    #expect(numbers.skip { $0 < 3 }.single()?.value == 3)
    #expect(numbers.take(until: .never).last()?.value == 3)
    #expect(numbers.skip(until: .init(value: ())).last()?.value == 3)
    let owner = Owner()
    #expect(numbers.take(during: Lifetime.of(owner)).last()?.value == 3)
    withExtendedLifetime(owner) {}
    #expect(numbers.sample(on: .init(value: ())).single()?.value == 3)
    #expect(numbers.withLatest(from: SignalProducer(value: "a")).map { "\($0)\($1)" }.last()?.value == "3a")
  }

  @Test func streamsAreJoined() {
    #expect(numbers.combineLatest(with: .init(value: "a")).map { "\($0)\($1)" }.last()?.value == "3a")
    #expect(SignalProducer.combineLatest(numbers, numbers.map { "\($0)" }).map { $0 + $1.count }.last()?.value == 4)
    #expect(SignalProducer.combineLatest([numbers, numbers]).map { $0.reduce(0, +) }.last()?.value == 6)
    #expect(SignalProducer.zip(numbers, numbers.map { $0 * 2 }, numbers).map { $0 + $1 + $2 }.last()?.value == 12)
    #expect(numbers.zip(with: SignalProducer(["a", "b"])).map { $1 }.last()?.value == "b")
    #expect(SignalProducer.merge(numbers, .init(value: 4)).reduce(0, +).single()?.value == 10)
    #expect(numbers.merge(with: SignalProducer(value: 9)).last()?.value == 9)
    #expect(numbers.concat(.init(value: 4)).concat(value: 5).prefix(value: 0).last()?.value == 5)
    #expect(numbers.then(SignalProducer(value: "done")).single()?.value == "done")
    #expect(numbers.then(.empty).collect().single()?.value == [])
    #expect(failing.then(.empty).collect().single()?.value == [])
    let bools = SignalProducer(value: true)
    #expect(bools.and(.init(value: true)).or(.init(value: false)).negate().single()?.value == false)
    #expect(bools.and(bools.negate()).single()?.value == false)
  }

  @Test func aStreamThatCannotFailJoinsOneThatCan() {
    let names = SignalProducer(["a", "b", "c"])
    #expect(failing.combineLatest(with: names).map { "\($0)\($1)" }.last() == .success("3c"))
    #expect(names.combineLatest(with: failing).map { "\($0)\($1)" }.last() == .success("c3"))
    #expect(failing.zip(with: names).map { "\($0)\($1)" }.last() == .success("3c"))
    #expect(names.zip(with: failing).map { "\($0)\($1)" }.last() == .success("c3"))
    #expect(failing.merge(with: numbers).reduce(0, +).single() == .success(12))
    #expect(numbers.merge(with: failing).reduce(0, +).single() == .success(12))
    #expect(failing.concat(numbers).last() == .success(3))
    #expect(failing.then(names).last() == .success("c"))
    let (signal, observer) = Signal<Int, TestError>.pipe()
    let (other, otherObserver) = Signal<String, Never>.pipe()
    var pairs: [String] = []
    signal.combineLatest(with: other).observeResult {
      if case .success(let pair) = $0 { pairs.append("\(pair.0)\(pair.1)") }
    }
    other.zip(with: signal).observeResult { if case .success(let pair) = $0 { pairs.append("\(pair.0)\(pair.1)") } }
    other.map { $0.count }.merge(with: signal).observeResult {
      if case .success(let sum) = $0 { pairs.append("\(sum)") }
    }
    otherObserver.send(value: "a")
    observer.send(value: 1)
    #expect(pairs == ["1", "1a", "a1", "1"])
  }

  @Test func streamsOfStreamsAreFlattened() {
    #expect(numbers.flatMap(.latest) { SignalProducer(value: $0 * 2) }.last()?.value == 6)
    #expect(numbers.flatMap(.concat) { n in SignalProducer([n, n]) }.collect().single()?.value == [1, 1, 2, 2, 3, 3])
    #expect(numbers.flatMap(.merge) { $0 > 2 ? .init(value: "three") : .empty }.single()?.value == "three")
    #expect(numbers.flatMap(.race) { _ in SignalProducer<Int, TestError>(error: .second) }.single()?.error == .second)
    #expect(failing.flatMap(.latest) { SignalProducer(value: "\($0)") }.last() == .success("3"))
    #expect(SignalProducer([numbers, numbers]).flatten(.concat).collect().single()?.value.map(\.count) == 6)
    #expect(SignalProducer(value: [1, 2]).flatten().collect().single()?.value == [1, 2])
    let search = MutableProperty("")
    var found: [String] = []
    search.producer.filter { !$0.isEmpty }.skipRepeats()
      .debounce(0.3, on: scheduler)
      .flatMap(.latest) { text -> SignalProducer<[String], Never> in
        SignalProducer<[String], TestError>(value: [text, text]).flatMapError { _ in .empty }
      }
      .startWithValues { found = $0 }
    search.value = "a"
    scheduler.advance(by: .seconds(1))
    #expect(found == ["a", "a"])
  }

  @Test func failuresAreHandled() {
    let failed = failing.concat(error: .first)
    #expect(failed.flatMapError { _ in .init(value: 0) }.last()?.value == 0)
    #expect(failed.flatMapError { _ in SignalProducer(value: 0) }.last()?.value == 0)
    #expect(
      failed.flatMapError { error in SignalProducer<Int, OtherFailure>(error: OtherFailure(error)) }.last()?.error
        != nil)
    #expect(failed.mapError { OtherFailure($0) }.last()?.error?.reason == .first)
    #expect(failed.retry(upTo: 2).collect().single()?.error == .first)
    #expect(numbers.promoteError(TestError.self).concat(error: .second).last()?.error == .second)
    #expect(failing.attempt { $0 < 3 ? .success(()) : .failure(.second) }.last()?.error == .second)
    #expect(failing.attemptMap { .success("\($0)") }.last() == .success("3"))
    #expect(
      numbers.attemptMap { n -> Int in if n > 2 { throw TestError.first } else { return n } }.last()?.error != nil)
    var error: TestError?
    SignalProducer<Int, Never>.never.timeout(after: 1, raising: TestError.first, on: scheduler).startWithFailed {
      error = $0
    }
    scheduler.advance(by: .seconds(1))
    #expect(error == .first)
  }

  @Test func timeIsTheScheduler() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var seen: [Int] = []
    signal.throttle(1, on: scheduler).observeValues { seen.append($0) }
    signal.delay(1, on: scheduler).observeValues { seen.append($0) }
    signal.observe(on: scheduler).observeValues { seen.append($0) }
    signal.collect(every: .seconds(1), on: scheduler).observeValues { seen.append($0.count) }
    signal.lazyMap(on: scheduler) { $0 * 100 }.observeValues { seen.append($0) }
    signal.throttle(while: MutableProperty(false), on: scheduler).observeValues { seen.append($0) }
    let ticks = SignalProducer.timer(interval: .seconds(1), on: scheduler).map { $0.timeIntervalSinceReferenceDate }
    let times = ticks.take(first: 2).replayLazily(upTo: 1)
    times.startWithValues { seen.append(Int($0)) }
    SignalProducer.interval(.seconds(1), on: scheduler).take(first: 1).startWithValues { seen.append($0) }
    SignalProducer.interval([7], interval: .seconds(1), on: scheduler).startWithValues { seen.append($0) }
    numbers.start(on: scheduler).observe(on: UIScheduler()).start()
    observer.send(value: 3)
    scheduler.advance(by: 3)
    #expect(seen.contains(300) && seen.contains(7) && scheduler.currentDate.timeIntervalSinceReferenceDate == 3)
  }

  @Test func eventsAreWatched() {
    var log: [String] = []
    let start = failing.on(
      starting: { log.append("starting") }, started: { log.append("started") }, failed: { log.append("\($0)") },
      completed: { log.append("completed") }, terminated: { log.append("terminated") },
      disposed: { log.append("disposed") }, value: { log.append("\($0)") }
    ).start { event in
      switch event {
      case .value: break
      case .failed(let error): log.append("\(error)")
      case .completed, .interrupted: log.append("end")
      }
    }
    #expect(log.first == "starting" && log.contains("3") && log.contains("disposed") && start.isDisposed)
    numbers.logEvents(identifier: "numbers", logger: { _, _, _, _, _ in }).startWithCompleted { log.append("last") }
    numbers.startWithResult { log.append("\($0)") }
    numbers.startWithSignal { signal, interrupter in signal.observeValues { log.append("\($0)") } }
    #expect(log.last == "3")
  }
}

private final class Owner: LifetimeProviding {
  let (lifetime, token) = Lifetime.make()
}

private struct OtherFailure: Error {
  var reason: TestError
  init(_ reason: TestError) { self.reason = reason }
}
