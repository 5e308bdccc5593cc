import Foundation
import Signals

// Chains as users of ReactiveSwift, RxSwift and Combine write them. Nothing runs them: if the compiler gave up on one, the
// tests would not build. `make perf-gate` builds this file with a limit of two seconds of processor time for an
// expression; most take 1 to 50 ms.
//
// Not here, because the type checker gives up on them or takes longer, and what to write instead:
//
// - `SignalProducer([1, 2, 3])` before three closures with arithmetic: `.of(1, 2, 3)`, `[1, 2, 3].producer`, or the types,
//   as in `SignalProducer<Int, Never>([1, 2, 3])`.
// - `{ $0 > 3 ? .init(value: $0 + 1) : .init(error: Refusal()) }` between closures: `SignalProducer(value: $0 + 1)`.

struct ChainFailure: Error {}
struct Refusal: Error {}

struct ChainPage: Sendable {
  var title = ""
  var words = 0
  var tags: [String] = []
}

struct ChainService: Sendable {
  func search(_ text: String) -> SignalProducer<[ChainPage], ChainFailure> { .init(value: [ChainPage(title: text)]) }
  func count(_ text: String) -> SignalProducer<Int, Never> { .init(value: text.count) }
  func page(_ number: Int) async throws -> ChainPage { ChainPage() }
}

/// Search fields.
struct SearchChains {
  let service: ChainService
  let query: MutableProperty<String>
  let typed: Signal<String, Never>
  let clock: DateScheduler

  func results(_ show: @escaping @Sendable ([String]) -> Void) {
    query.producer.map { $0.trimmingCharacters(in: .whitespaces).lowercased() }.skipRepeats().debounce(0.3, on: clock)
      .flatMap(.latest) { text in
        text.isEmpty ? .init(value: []) : service.search(text).flatMapError { _ in .init(value: []) }
      }
      .map { pages in pages.map { $0.title + "!" } }.observe(on: UIScheduler()).startWithValues { show($0) }
  }

  func retried(_ show: @escaping @Sendable (Result<Int, ChainFailure>) -> Void) {
    typed.filter { $0.count > 2 }.debounce(.milliseconds(300), on: clock).skipRepeats()
      .flatMap(.latest) { service.search($0).retry(upTo: 2) }.map { $0.count * 2 + 1 }.observeResult { show($0) }
  }

  func beside(_ show: @escaping @Sendable (String) -> Void) {
    typed.throttle(0.3, on: clock).flatMap(.latest) { text in service.count(text).map { "\(text): \($0 + 1)" } }
      .merge(with: typed.map { "? " + $0 }).observeValues { show($0) }
  }

  func found(_ show: @escaping @Sendable (Int) -> Void) {
    query.producer.debounce(0.5, on: clock).flatMap(.latest) { service.search($0).materializeResults() }
      .map { (try? $0.get().count) ?? 0 }.scan(0) { $0 + $1 }.startWithValues { show($0 * 2) }
  }
}

/// The newest values of several sources.
struct CombinationChains {
  let number: SignalProducer<Int, Never>
  let text: SignalProducer<String, Never>
  let fallible: SignalProducer<Int, ChainFailure>
  let name: MutableProperty<String>
  let password: MutableProperty<String>
  let agreed: MutableProperty<Bool>
  let count: MutableProperty<Int>
  let readings: [Signal<Double, Never>]
  let taps: Signal<Int, Never>

  func pair() -> SignalProducer<String, Never> {
    SignalProducer.combineLatest(number, text).map { $0 + $1.count }.filter { $0 > 3 }.map { "\($0)" }
  }

  func form() -> SignalProducer<Bool, Never> {
    Property.combineLatest(name, password, agreed).map { !$0.isEmpty && $1.count >= 8 && $2 }.skipRepeats().producer
      .map { !$0 }
  }

  func label() -> Property<String> {
    name.combineLatest(with: count).map { name, count in "\(name) (\(count + 1))" }.map { $0 + "!" }
  }

  func average(_ a: Signal<Double, Never>, _ b: Signal<Double, Never>) -> Signal<String, Never> {
    Signal.combineLatest(a, b, readings[0]).map { ($0 + $1 + $2) / 3 }.map { $0 * 9 / 5 + 32 }.skipRepeats()
      .map { "\($0) °F" }
  }

  func sum(of sources: [SignalProducer<Int, Never>]) -> SignalProducer<Int, Never> {
    SignalProducer.combineLatest(sources).map { $0.reduce(0, +) }.map { $0 * 2 + 1 }.filter { $0 > 2 }
  }

  func withOneThatCannotFail() -> SignalProducer<Int, ChainFailure> {
    fallible.combineLatest(with: text).map { $0 + $1.count }.merge(with: .init(value: 4)).map { $0 + 1 }
  }

  func withAValue(_ show: @escaping @Sendable (Int) -> Void) {
    number.combineLatest(with: .init(value: 2)).map { $0 * $1 + 1 }.filter { $0 > 3 }.map { $0 - 1 }
      .startWithValues { show($0) }
  }

  func ofValues(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer.combineLatest(SignalProducer(value: 1), SignalProducer(value: "a")).map { "\($0 + 1)\($1)" }
      .map { $0.count * 2 }.startWithValues { show($0) }
  }

  func latest(_ show: @escaping @Sendable (Int) -> Void) {
    taps.withLatest(from: number).map { $0 + $1 }.filter { $0 > 1 }.map { $0 * 3 - 1 }.observeValues { show($0) }
  }

  func pairs(_ show: @escaping @Sendable (String) -> Void) {
    SignalProducer.zip(number.map { $0 * 2 }, number.filter { $0 > 1 }).map { $0 * $1 + 1 }.map { "\($0)" }
      .startWithValues { show($0) }
  }

  func bound(to target: BindingTarget<String>, _ page: MutableProperty<ChainPage>) {
    target <~ page.map(\.words).skipRepeats().map { $0 * 60 + 1 }.map { "\($0) words" }
  }
}

/// Producers of a few values.
struct ValueChains {
  func ofOneTwoThree(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer.of(1, 2, 3).map { $0 * 2 }.filter { $0 > 2 }.merge(with: .init(value: 4)).map { $0 + 1 }
      .startWithValues { show($0) }
  }

  func literal(_ show: @escaping @Sendable (Int) -> Void) {
    [1, 2, 3].producer.map { $0 * 2 }.filter { $0 > 2 }.merge(with: .init(value: 4)).map { $0 + 1 }
      .startWithValues { show($0) }
  }

  func flattened(_ show: @escaping @Sendable (Int) -> Void) {
    [1, 2, 3].producer.flatMap(.concat) { [$0, $0 * 10].producer }.map { $0 + 1 }.scan(0) { $0 + $1 }
      .startWithValues { show($0) }
  }

  func typedLiteral(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer<Int, Never>([1, 2, 3]).map { $0 * 2 }.filter { $0 > 2 }.merge(with: .init(value: 4)).map { $0 + 1 }
      .startWithValues { show($0) }
  }

  func zipped(_ show: @escaping @Sendable (String) -> Void) {
    SignalProducer(["a", "b"]).map { $0 + "!" }.zip(with: SignalProducer([1, 2])).map { "\($0)\($1 + 1)" }
      .startWithValues { show($0) }
  }

  func oneValue(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer(value: 1).map { $0 + 1 }.concat(.init(value: 9)).map { $0 * 2 }.filter { $0 != 4 }
      .startWithValues { show($0) }
  }

  func computed(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer { 1 }.map { $0 + 1 }.filter { $0 > 1 }.map { $0 * 2 }.map { $0 - 1 }.startWithValues { show($0) }
  }

  func range(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer(1...9).filter { $0 % 2 == 0 }.map { $0 * $0 }.reduce(0) { $0 + $1 }.startWithValues { show($0) }
  }
}

/// Streams that can fail, and that meet streams that cannot.
struct FailureChains {
  let number: SignalProducer<Int, Never>
  let fallible: SignalProducer<Int, ChainFailure>
  let service: ChainService
  let clock: DateScheduler

  func thenOneThatCanFail(_ show: @escaping @Sendable (Result<Int, ChainFailure>) -> Void) {
    number.then(SignalProducer<String, ChainFailure>(value: "a")).map { $0 + "!" }.filter { !$0.isEmpty }
      .map { $0.count + 1 }.startWithResult { show($0) }
  }

  func thenAValue(_ show: @escaping @Sendable (Int) -> Void) {
    number.map { $0 + 1 }.then(.init(value: "a")).map { $0 + "b" }.map { $0.count * 2 }.startWithValues { show($0) }
  }

  func thenAValueAfterAFailure(_ show: @escaping @Sendable (Result<Int, ChainFailure>) -> Void) {
    fallible.map { $0 + 1 }.then(.init(value: "a")).map { $0 + "b" }.map { $0.count * 2 }.startWithResult { show($0) }
  }

  func mergedWithOneThatCannot(_ show: @escaping @Sendable (Result<Int, ChainFailure>) -> Void) {
    fallible.map { $0 + 1 }.merge(with: number.map { $0 * 2 }).filter { $0 > 3 }.map { $0 - 1 }
      .startWithResult { show($0) }
  }

  func mergedWithOneThatCan(_ show: @escaping @Sendable (Result<Int, ChainFailure>) -> Void) {
    number.map { $0 + 1 }.merge(with: fallible.map { $0 * 2 }).filter { $0 > 3 }.map { $0 - 1 }
      .startWithResult { show($0) }
  }

  func replaced(_ show: @escaping @Sendable (Int) -> Void) {
    fallible.map { $0 * 2 }.flatMapError { _ in .init(value: 0) }.map { $0 + 1 }.filter { $0 > 1 }
      .startWithValues { show($0) }
  }

  func refused(_ show: @escaping @Sendable (Result<Int, Refusal>) -> Void) {
    fallible.map { $0 * 2 }.mapError { _ in Refusal() }
      .flatMap(.concat) { $0 > 3 ? SignalProducer(value: $0 + 1) : .init(error: Refusal()) }.map { $0 - 1 }
      .startWithResult { show($0) }
  }

  func attempted(_ show: @escaping @Sendable (String) -> Void) {
    number.map { $0 + 1 }.promoteError(ChainFailure.self)
      .attemptMap { $0 > 2 ? .success("\($0)") : .failure(ChainFailure()) }.map { $0 + "!" }
      .flatMapError { _ in .empty }.startWithValues { show($0) }
  }

  func asynchronous(_ show: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    number.flatMap(.merge) { id in SignalProducer<ChainPage, any Error>.task { try await service.page(id + 1) } }
      .map { $0.words * 2 + 1 }.retry(upTo: 2).startWithResult { show($0) }
  }

  func late(_ show: @escaping @Sendable (String) -> Void) {
    number.map { $0 + 1 }.timeout(after: 3, raising: ChainFailure(), on: clock).map { $0 * 2 }
      .flatMapError { _ in .init(value: -1) }.map { "\($0)" }.startWithValues { show($0) }
  }

  func followed(_ show: @escaping @Sendable (Result<String, ChainFailure>) -> Void) {
    fallible.map { $0 + 1 }.concat(.init(value: 7)).map { $0 * 2 }.zip(with: .init(value: "a")).map { "\($0 + 1)\($1)" }
      .startWithResult { show($0) }
  }

  func events(_ show: @escaping @Sendable (Int) -> Void) {
    fallible.map { $0 + 1 }.materialize().map { event in event.value.map { $0 * 2 } ?? 0 }.filter { $0 > 1 }
      .startWithValues { show($0) }
  }

  func outcomes(of action: Action<String, Int, ChainFailure>, in target: MutableProperty<String>) {
    target <~ Signal.merge(action.values.map { "\($0 + 1)" }, action.errors.map { _ in "failed" }).map { $0 + "." }
  }
}

/// Accumulating, flattening and time.
struct OtherChains {
  let number: SignalProducer<Int, Never>
  let taps: Signal<(), Never>
  let service: ChainService
  let clock: DateScheduler

  func counted(_ show: @escaping @Sendable (String) -> Void) {
    taps.scan(0) { count, _ in count + 1 }.map { "\($0) taps" }.skipRepeats().take(first: 3).observeValues { show($0) }
  }

  func elements(_ pages: SignalProducer<[ChainPage], Never>, _ show: @escaping @Sendable (Int) -> Void) {
    pages.flatten().filter { $0.words > 3 }.map { $0.tags.map { $0 + "!" }.joined(separator: ", ") }.collect()
      .map { $0.count * 2 }.startWithValues { show($0) }
  }

  func ticks(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer.timer(interval: .seconds(1), on: clock).map { $0.timeIntervalSinceReferenceDate * 1000 }
      .map { Int($0) % 60 }.skipRepeats().flatMap(.latest) { second in service.count("\(second + 1)") }
      .startWithValues { show($0) }
  }

  func differences(_ show: @escaping @Sendable (Double) -> Void) {
    number.combinePrevious().map { $1 - $0 }.filter { $0 > 0 }.map { Double($0) / 2 + 0.5 }.startWithValues { show($0) }
  }

  func merged(_ a: Signal<Int, Never>, _ b: Signal<Int, Never>, _ show: @escaping @Sendable (Int) -> Void) {
    Signal.merge(a.map { $0 + 1 }, b.map { $0 * 2 }).filter { $0 > 2 }.scan(into: [Int]()) { $0.append($1 + 1) }
      .map { $0.count }.observeValues { show($0) }
  }

  func chosen(_ isOn: MutableProperty<Bool>, _ count: Property<Int>, _ show: @escaping @Sendable (Int) -> Void) {
    isOn.producer.flatMap(.latest) { $0 ? count.producer.map { $0 + 1 } : .init(value: 0) }.map { $0 * 2 }
      .skipRepeats().startWithValues { show($0) }
  }

  func prefixed(_ show: @escaping @Sendable (Int) -> Void) {
    number.flatMap(.latest) { number in number > 3 ? SignalProducer(value: number + 1) : .empty }
      .concat(value: 7).prefix(value: 0).map { $0 + 1 }.filter { $0 % 2 == 0 }.map { $0 * 2 }.startWithValues {
        show($0)
      }
  }

  func watched(_ show: @escaping @Sendable (Int) -> Void) {
    number.on(value: { show($0) }).map { $0 + 1 }.on(completed: { show(0) }).filter { $0 > 2 }.map { $0 * 2 }.start()
  }

  func optional(_ numbers: SignalProducer<Int?, Never>, _ show: @escaping @Sendable (Int) -> Void) {
    numbers.skipNil().map { $0 + 1 }.compactMap { $0 > 3 ? "\($0)" : nil }.map { $0.count + 1 }
      .startWithValues { show($0) }
  }

  func mergedWithValues(_ show: @escaping @Sendable (Int) -> Void) {
    SignalProducer.merge(number, .init(value: 4), .init([1, 2])).map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }
      .startWithValues { show($0) }
  }

  func between(_ show: @escaping @Sendable (Int) -> Void) {
    number.map { $0 + 1 }.concat(SignalProducer([4, 5])).prefix(SignalProducer(value: 0)).map { $0 * 2 }
      .filter { $0 > 2 }.startWithValues { show($0) }
  }
}
