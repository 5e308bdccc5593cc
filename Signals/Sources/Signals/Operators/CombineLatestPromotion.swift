// Combines a stream that cannot fail with one that can. The signatures correspond to those of `flatMap`.
extension Signal {
  /// Combines this signal with one that cannot fail. See ``combineLatest(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func combineLatest<U>(with other: Signal<U, Never>) -> Signal<(Value, U), Error> {
    combineLatest(with: other.promoteError(Error.self))
  }
}

extension Signal where Error == Never {
  /// Combines this signal with one that can fail. See ``combineLatest(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func combineLatest<U, F>(with other: Signal<U, F>) -> Signal<(Value, U), F> {
    promoteError(F.self).combineLatest(with: other)
  }
}

extension SignalProducer {
  /// Combines this producer with a stream that cannot fail. See ``Signal/combineLatest(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func combineLatest<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<
    (Value, Other.Value), Error
  >
  where Other.Error == Never {
    combineLatest(with: other.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Combines this producer with a stream that can fail. See ``Signal/combineLatest(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func combineLatest<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<
    (Value, Other.Value), Other.Error
  > {
    promoteError(Other.Error.self).combineLatest(with: other.producer)
  }

  /// Combines this producer with another stream that cannot fail. See ``Signal/combineLatest(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func combineLatest<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<
    (Value, Other.Value), Never
  >
  where Other.Error == Never {
    combineLatest(with: other.producer)
  }
}
