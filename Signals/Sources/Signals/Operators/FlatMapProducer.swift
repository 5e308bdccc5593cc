// `flatMap` for closures that return a producer. The producer's type is in the signature, so that the closures can use
// implicit members: `flatMap(.latest) { $0.isEmpty ? .empty : search($0) }`.
//
// All other overloads are disfavoured, here as in other operators that take a producer. The compiler then tries the
// overloads with a concrete type first, and a chain of several operators takes it milliseconds instead of seconds.

extension Signal {
  /// Makes a producer of each value and sends the values of these producers, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>
  ) -> Signal<U, Error> {
    switch strategy.kind {
    case .concurrent(let limit): pass(through: FlattenConcurrent(limit: limit, transform))
    case .latest: pass(through: FlattenLatest(transform))
    case .race: pass(through: FlattenRace(transform))
    case .throttle: pass(through: FlattenThrottle(transform))
    }
  }
}

extension Signal where Error == Never {
  /// Makes a producer of each value and sends the values of these producers, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  @_disfavoredOverload
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, F>
  ) -> Signal<U, F> {
    promoteError(F.self).flatMap(strategy, transform)
  }
}

extension SignalProducer {
  /// Makes a producer of each value and sends the values of these producers, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>
  ) -> SignalProducer<U, Error> {
    lift { $0.flatMap(strategy, transform) }
  }
}

extension SignalProducer where Error == Never {
  /// Makes a producer of each value and sends the values of these producers, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  @_disfavoredOverload
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, F>
  ) -> SignalProducer<U, F> {
    lift { $0.flatMap(strategy, transform) }
  }
}
