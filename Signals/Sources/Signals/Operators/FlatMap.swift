extension Signal {
  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`; completes when the
  /// source and all streams have completed. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// transform(a):      0   -1   -   2   |
  /// transform(b):               0   -   1   -2   |
  /// flatMap(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatMap(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatMap(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Error {
    let inner: @Sendable (Value) -> SignalProducer<Inner.Value, Error> = { transform($0).producer }
    return flatMap(strategy, inner)
  }

  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Error> where Inner.Error == Never {
    flatMap(strategy) { transform($0).producer.promoteError(Error.self) }
  }
}

extension Signal where Error == Never {
  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Inner.Error> {
    promoteError(Inner.Error.self).flatMap(strategy) { transform($0).producer }
  }

  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Signal<Inner.Value, Never> where Inner.Error == Never {
    let inner: @Sendable (Value) -> SignalProducer<Inner.Value, Never> = { transform($0).producer }
    return flatMap(strategy, inner)
  }
}

extension SignalProducer {
  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Error {
    lift { $0.flatMap(strategy, transform) }
  }

  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Error> where Inner.Error == Never {
    lift { $0.flatMap(strategy) { transform($0).producer.promoteError(Error.self) } }
  }
}

extension SignalProducer where Error == Never {
  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Inner.Error> {
    lift { $0.flatMap(strategy, transform) }
  }

  /// Makes a stream of each value and sends the values of these streams, merged by `strategy`. See
  /// ``Signal/flatMap(_:_:)-1bwq``.
  @_disfavoredOverload
  public func flatMap<Inner: SignalProducerConvertible>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> SignalProducer<Inner.Value, Never> where Inner.Error == Never {
    lift { $0.flatMap(strategy, transform) }
  }
}

extension PropertyProtocol {
  /// A property that has the value of the property that `transform` makes of each value.
  ///
  /// ```
  /// source:           -a   --   b   -   -
  /// flatMap(.latest): -<a0>-<a1><b0>-<b1>
  /// ```
  public func flatMap<Inner: PropertyProtocol>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Property<Inner.Value> {
    lift { $0.flatMap(strategy) { transform($0).producer } }
  }
}
