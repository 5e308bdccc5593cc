// Chains as people write them. Nothing runs them: the target is built with a limit to the time that the compiler may
// spend on one expression, so that building it fails if an overload makes composing slow.
//
// What makes it slow is an operator with two overloads of the same shape and a closure whose result only its body
// tells: then the arithmetic of all closures of a chain is solved together.

import Signals

func arithmetic(_ numbers: Signal<Int, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  numbers.map { $0 + 1 }.map { $0 * 2 }.filter { $0 > 3 }.map { $0 - 1 }.map { $0 + 5 }.observeValues { use($0) }
}

func accumulation(_ numbers: Signal<Int, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  numbers.map { $0 &+ 1 }.filter { $0 > 0 }.scan(0) { $0 &+ $1 }.compactMap { Optional($0) }.map { $0 ^ 1 }
    .observeValues { use($0) }
}

func changeOfType(_ numbers: Signal<Int, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  numbers.map { $0 + 1 }.filter { $0 % 2 == 0 }.map { "\($0)" }.filter { !$0.isEmpty }.map { $0.count * 2 }
    .observeValues { use($0) }
}

func keyPaths(_ names: Signal<String, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  names.map(\.count).map { $0 + 1 }.filter { $0 > 2 }.map(\.description).map(\.count).observeValues { use($0) }
}

func producers(_ numbers: SignalProducer<Int, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  numbers.flatMap(.latest) { SignalProducer(value: $0 + 1) }.map { $0 * 2 }.filter { $0 != 3 }.scan(0) { $0 + $1 }
    .take(first: 3).startWithValues { use($0) }
}

func flattening(_ numbers: SignalProducer<Int, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  numbers.flatMap(.latest) { SignalProducer(value: $0 + 1) }.flatMap(.concat) { SignalProducer(value: $0 * 2 - 1) }
    .map { $0 * 2 - 1 }.flatMap(.merge) { SignalProducer(value: $0 * 3 + 2) }.startWithValues { use($0) }
}

func lookup(_ numbers: SignalProducer<Int, Never>, _ use: @escaping @Sendable (Int) -> Void) {
  numbers.flatMap(.latest) { $0 > 1 ? SignalProducer(value: $0 + 1) : .empty }.merge(with: .never)
    .flatMap(.concat) { $0 > 9 ? .empty : .init(value: $0 * 2 - 1) }.map { $0 * 2 - 1 }.startWithValues { use($0) }
}

func properties(
  _ count: MutableProperty<Int>, _ name: MutableProperty<String>, _ use: @escaping @Sendable (Int) -> Void
) {
  Property.combineLatest(count, name).map { $0 + $1.count }.skipRepeats().map { $0 * 2 }.producer
    .filter { $0 > 1 }.map { $0 - 1 }.startWithValues { use($0) }
}

func time(
  _ numbers: Signal<Int, Never>, _ others: Signal<Int, Never>, on scheduler: DateScheduler,
  _ use: @escaping @Sendable (Int) -> Void
) {
  Signal.combineLatest(numbers.map { $0 + 1 }, others.filter { $0 > 2 }).map { $0 * $1 + 1 }
    .throttle(0.3, on: scheduler).debounce(0.5, on: scheduler).map { $0 - 1 }.observeValues { use($0) }
}

/// What the producer may fail with is left to the compiler.
func inference(_ number: Int, _ texts: [String], _ use: @escaping @Sendable (Int) -> Void) {
  SignalProducer(value: number).map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.scan(0) { $0 + $1 }.startWithValues {
    use($0)
  }
  SignalProducer(texts).map { $0.count * 2 }.flatMap(.latest) { SignalProducer(value: $0 + 1) }
    .flatMap(.concat) { SignalProducer(value: $0 * 2 - 1) }.map { $0 - 1 }.startWithValues { use($0) }
  SignalProducer([1, 2, 3]).map { $0 * 2 }.startWithValues { use($0) }
}

/// One stream may fail and the other cannot. In one chain, both lines take more than two seconds: the two promotions and the
/// arithmetic of all closures are then solved together. A name in between is enough.
func promotion(
  _ numbers: SignalProducer<Int, ChainError>, _ texts: SignalProducer<String, Never>,
  _ use: @escaping @Sendable (Result<Int, ChainError>) -> Void
) {
  let sums = numbers.combineLatest(with: texts).map { $0 + $1.count }.merge(with: .init(value: 4)).map { $0 + 1 }
  sums.zip(with: texts.map { $0.count - 1 }).map { $0 * $1 }.startWithResult { use($0) }
}

struct ChainError: Error {}
