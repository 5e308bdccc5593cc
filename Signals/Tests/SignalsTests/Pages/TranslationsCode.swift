import Foundation
import Observation
import Signals
import SignalsTesting

// What the pages "From RxSwift" and "From Combine" show in their last columns: `PagesTests` compares them with these lines.
// Nothing calls them: they are there to be compiled.

private struct Oops: Error {}
private struct Wrapped: Error { init(_: Oops) {} }

@Observable @MainActor private final class Model {
  var title = ""
}

@MainActor private final class Window {
  var title = ""
}

struct Translations {
  private let clock = TestScheduler()
  private let lifetime = Lifetime.make().lifetime
  private let numbers = [1, 2, 3]
  private let source = SignalProducer<Int, Never>.of(1, 2, 3)
  private let other = SignalProducer<Int, Never>.of(4, 5)
  private let failing = SignalProducer<Int, Oops>(error: Oops())
  private let texts = SignalProducer<String, Never>.of("1", "a")
  private let optionals = SignalProducer<Int?, Never>.of(1, nil)
  private let streams = SignalProducer<SignalProducer<Int, Never>, Never>.of(.of(1), .of(2))
  private let trigger = SignalProducer<Void, Never>(value: ())
  private let date = Date()

  private func making() {
    @Sendable func compute() -> Int { 1 }
    @Sendable func load() async throws -> Int { 1 }
    @Sendable func cancel() {}
    _ = SignalProducer<Int, Never>(value: 1)
    _ = SignalProducer.of(1, 2, 3)
    _ = numbers.producer
    _ = SignalProducer<Int, Never>.empty
    _ = SignalProducer<Int, Never>.never
    _ = SignalProducer<Int, Oops>(error: Oops())
    _ = SignalProducer<Int, Never> { observer, lifetime in
      observer.send(value: 1)
      lifetime.observeEnded { cancel() }
    }
    _ = SignalProducer { compute() }
    _ = SignalProducer<Int, any Error>.task { try await load() }
    _ = SignalProducer.timer(interval: .seconds(1), on: clock)
    _ = SignalProducer<Int, Never>(value: 0).delay(1, on: clock)
  }

  private func subjects() {
    let (_, input) = Signal<Int, Never>.pipe()
    input.send(value: 1)
    input.sendCompleted()
    let count = MutableProperty(1)
    count.value = 2
    _ = count.producer
    count <~ source
    _ = source.replayLazily(upTo: 2)
    @MutableProperty var number = 1
    _ = $number.producer
  }

  @MainActor private func observing(_ window: Window, _ model: Model) {
    @Sendable func show<Value>(_: Value) {}
    _ = Lifetime.make()
    source.startWithValues { show($0) }
    failing.startWithResult { show($0) }
    failing.start { event in show(event) }
    lifetime += source.startWithValues { show($0) }
    _ = source.take(during: lifetime)
    source.observe(on: UIScheduler()).startWithValues(isolatedTo: MainActor.shared) { show($0) }
    _ = ScopedDisposable(source.start())
    BindingTarget(isolatedTo: MainActor.shared, lifetime: lifetime, object: window, keyPath: \.title) <~ texts
    _ = SignalProducer.observing { model.title }
  }

  private func waiting() { _ = source.first() }

  private func looping() async {
    for await value in source.values { print(value) }
  }

  private func transforming() {
    @Sendable func work(_ number: Int) -> SignalProducer<Int, Never> { .init(value: number) }
    @Sendable func parse(_ text: String) throws -> Int { text.count }
    _ = source.map { $0 + 1 }
    _ = texts.map(\.count)
    _ = texts.attemptMap { try parse($0) }
    _ = texts.compactMap { Int($0) }
    _ = optionals.map { $0 ?? 0 }
    _ = source.flatMap(.merge) { work($0) }
    _ = source.flatMap(.latest) { work($0) }
    _ = source.flatMap(.throttle) { work($0) }
    _ = source.flatMap(.concat) { work($0) }
    _ = source.flatMap(.concurrent(limit: 2)) { work($0) }
    _ = streams.flatten(.concurrent(limit: 2))
    _ = streams.flatten(.latest)
    _ = streams.flatten(.race)
    _ = source.scan(0) { $0 + $1 }
    let rows: SignalProducer<[Int], Never> = source.scan(into: []) { $0.append($1) }
    _ = source.scan(into: [Int: [Int]]()) { $0[$1 % 2, default: []].append($1) }
    _ = source.reduce(0) { $0 + $1 }
    _ = source.collect()
    _ = source.collect(count: 2)
    _ = source.collect(every: .seconds(1), on: clock)
    _ = failing.materialize()
    _ = rows
  }

  private func selecting() {
    _ = source.filter { $0 > 1 }
    _ = source.skipRepeats()
    _ = source.skipRepeats { $0 / 2 == $1 / 2 }
    _ = source.take(first: 2)
    _ = source.take(last: 2)
    _ = source.take(first: 1)
    _ = source.take(last: 1)
    _ = source.first(where: { $0 > 1 })
    _ = source.take(while: { $0 < 3 })
    _ = source.take(until: trigger)
    _ = source.skip(first: 2)
    _ = source.skip(while: { $0 < 3 })
    _ = source.skip(until: trigger)
    _ = source.skip(first: 2).take(first: 1)
    _ = source.ignoreValues()
    _ = source.sample(on: trigger)
  }

  private func combining() {
    _ = SignalProducer.combineLatest(source, other).map { $0 + $1 }
    _ = source.combineLatest(with: other).map { $0 + $1 }
    _ = SignalProducer.combineLatest(source, other, texts, source)
    _ = SignalProducer.zip(source, other)
    _ = source.zip(with: other)
    _ = SignalProducer.merge(source, other)
    _ = source.merge(with: other)
    _ = source.concat(other)
    _ = source.prefix(value: 0)
    _ = source.withLatest(from: other)
  }

  private func waitingForTime() {
    _ = source.debounce(0.3, on: clock)
    _ = source.throttle(0.3, on: clock)
    _ = source.delay(1, on: clock)
    _ = failing.timeout(after: 1, raising: Oops(), on: clock)
    _ = source.observe(on: UIScheduler())
    _ = source.start(on: clock)
  }

  private func failures() {
    @Sendable func log<Value>(_: Value) {}
    _ = failing.flatMapError { _ in other }
    _ = failing.flatMapError { _ in .init(value: 0) } as SignalProducer<Int, Never>
    _ = source.collect().flatMap(.concat) { ($0.isEmpty ? [0] : $0).producer }
    _ = source.promoteError(Oops.self)
    _ = failing.mapError { Wrapped($0) }
    _ = failing.retry(upTo: 2)
    _ = failing.retry(upTo: 3)
    _ = failing.retry { _, restart in restart <= 3 ? .timer(at: date, on: clock) : .empty }
    _ = source.on(value: { log($0) })
    _ = source.logEvents(identifier: "numbers")
    _ = source.share()
    _ = source.replayLazily(upTo: 1)
    _ = Property(initial: 0, then: source)
  }

  private func testing() {
    let scheduler = TestScheduler()
    let marbles = MarbleClock()
    _ = source.record()
    _ = marbles.signal("-a--b|")
    scheduler.run()
  }
}
