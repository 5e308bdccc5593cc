// `flatMap` for closures whose result is a producer. The type is written out here, so that what they return is found in it:
// `flatMap(.latest) { $0.isEmpty ? .empty : search($0) }`.
//
// All other overloads are disfavoured, here as in other operators that take a producer: the compiler then tries the ones
// with the type written out first, and a chain of several operators takes it milliseconds and not seconds.

extension Signal {
  /// Makes a producer of each value, and sends what those send, merged as `strategy` says. See
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
  /// Makes a producer of each value, and sends what those send, merged as `strategy` says. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  @_disfavoredOverload
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, F>
  ) -> Signal<U, F> {
    promoteError(F.self).flatMap(strategy, transform)
  }
}

extension SignalProducer {
  /// Makes a producer of each value, and sends what those send, merged as `strategy` says. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>
  ) -> SignalProducer<U, Error> {
    lift { $0.flatMap(strategy, transform) }
  }
}

extension SignalProducer where Error == Never {
  /// Makes a producer of each value, and sends what those send, merged as `strategy` says. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  @_disfavoredOverload
  public func flatMap<U, F>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, F>
  ) -> SignalProducer<U, F> {
    lift { $0.flatMap(strategy, transform) }
  }
}
