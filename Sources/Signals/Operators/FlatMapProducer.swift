// `flatMap` for closures whose result is a producer. The type is written out here, so that what they return is found in it:
// `flatMap(.latest) { $0.isEmpty ? .empty : search($0) }`.
//
// What would promote an error is disfavoured: the compiler then tries the overloads with one error first, and with those
// alone a chain of several operators takes it milliseconds.

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

  /// Makes a producer of each value, and sends what those send, merged as `strategy` says. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  @_disfavoredOverload
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Never>
  ) -> Signal<U, Error> {
    flatMap(strategy) { transform($0).promoteError(Error.self) }
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

  /// Makes a producer of each value, and sends what those send, merged as `strategy` says. See
  /// ``Signal/flatMap(_:_:)->Signal<Inner.Value,Inner.Error>``.
  @_disfavoredOverload
  public func flatMap<U>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Never>
  ) -> SignalProducer<U, Error> {
    lift { $0.flatMap(strategy) { transform($0).promoteError(Error.self) } }
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
