// Zips a stream that cannot fail with one that can. The signatures correspond to those of `flatMap`.
extension Signal {
  /// Zips this signal with one that cannot fail. See ``zip(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func zip<U>(with other: Signal<U, Never>) -> Signal<(Value, U), Error> {
    zip(with: other.promoteError(Error.self))
  }
}

extension Signal where Error == Never {
  /// Zips this signal with one that can fail. See ``zip(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func zip<U, F>(with other: Signal<U, F>) -> Signal<(Value, U), F> {
    promoteError(F.self).zip(with: other)
  }
}

extension SignalProducer {
  /// Zips this producer with a stream that cannot fail. See ``Signal/zip(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func zip<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<(Value, Other.Value), Error>
  where Other.Error == Never {
    zip(with: other.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Zips this producer with a stream that can fail. See ``Signal/zip(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func zip<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<
    (Value, Other.Value), Other.Error
  > {
    promoteError(Other.Error.self).zip(with: other.producer)
  }

  /// Zips this producer with another stream that cannot fail. See ``Signal/zip(with:)-(Signal<U,Error>)``.
  @_disfavoredOverload
  public func zip<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<(Value, Other.Value), Never>
  where Other.Error == Never {
    zip(with: other.producer)
  }
}
