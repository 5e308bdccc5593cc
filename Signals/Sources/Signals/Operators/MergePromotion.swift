// Merges a stream that cannot fail with one that can. The signatures correspond to those of `flatMap`.
extension Signal {
  /// Merges this signal with one that cannot fail. See ``merge(with:)-(Signal<Value,Error>)``.
  @_disfavoredOverload
  public func merge(with other: Signal<Value, Never>) -> Signal<Value, Error> {
    merge(with: other.promoteError(Error.self))
  }
}

extension Signal where Error == Never {
  /// Merges this signal with one that can fail. See ``merge(with:)-(Signal<Value,Error>)``.
  @_disfavoredOverload
  public func merge<F>(with other: Signal<Value, F>) -> Signal<Value, F> {
    promoteError(F.self).merge(with: other)
  }
}

extension SignalProducer {
  /// Merges this producer with a stream that cannot fail. See ``Signal/merge(with:)-(Signal<Value,Error>)``.
  @_disfavoredOverload
  public func merge<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<Value, Error>
  where Other.Value == Value, Other.Error == Never {
    merge(with: other.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Merges this producer with a stream that can fail. See ``Signal/merge(with:)-(Signal<Value,Error>)``.
  @_disfavoredOverload
  public func merge<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<Value, Other.Error>
  where Other.Value == Value {
    promoteError(Other.Error.self).merge(with: other.producer)
  }

  /// Merges this producer with another stream that cannot fail. See ``Signal/merge(with:)-(Signal<Value,Error>)``.
  @_disfavoredOverload
  public func merge<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<Value, Never>
  where Other.Value == Value, Other.Error == Never {
    merge(with: other.producer)
  }
}
