extension SignalProducer {
  /// Sends what the source sends and, when that completes, what `next` sends; completes with it. Fails with either. One that
  /// is interrupted counts as complete; for work that depends on the success of other work see
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  ///
  /// ```
  /// source:       -a--b|
  /// next:              c--d|
  /// concat(next): -a--bc--d|
  /// ```
  public func concat(_ next: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    SignalProducer(ConcatRow(self, next))
  }

  /// Sends what the source sends and, when that completes, what `next` sends; completes with it. Fails with either. One that
  /// is interrupted counts as complete; for work that depends on the success of other work see
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  ///
  /// ```
  /// source:       -a--b|
  /// next:              c--d|
  /// concat(next): -a--bc--d|
  /// ```
  public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Value, Error>
  where Next.Value == Value, Next.Error == Error {
    concat(next.producer)
  }

  /// Sends what the source sends and, when that completes, what `next` sends; completes with it. Fails with either. One that
  /// is interrupted counts as complete; for work that depends on the success of other work see
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  ///
  /// ```
  /// source:       -a--b|
  /// next:              c--d|
  /// concat(next): -a--bc--d|
  /// ```
  @_disfavoredOverload
  public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Value, Error>
  where Next.Value == Value, Next.Error == Never {
    concat(next.producer.promoteError(Error.self))
  }

  /// Sends what the source sends and, when that completes, `value`.
  ///
  /// ```
  /// source:           -a--b    |
  /// concat(value: c): -a--(bc|)
  /// ```
  public func concat(value: Value) -> SignalProducer<Value, Error> {
    concat(SignalProducer(value: value))
  }

  /// Sends what the source sends, and fails with `error` where that completes.
  ///
  /// ```
  /// source:           -a--b|
  /// concat(error: …): -a--b#
  /// ```
  public func concat(error: Error) -> SignalProducer<Value, Error> {
    concat(SignalProducer(error: error))
  }

  /// Sends what `first` sends and, when that completes, what the source sends.
  ///
  /// ```
  /// first:         -a|
  /// source:          -c--d|
  /// prefix(first): -a-c--d|
  /// ```
  public func prefix(_ first: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    first.concat(self)
  }

  /// Sends what `first` sends and, when that completes, what the source sends.
  ///
  /// ```
  /// first:         -a|
  /// source:          -c--d|
  /// prefix(first): -a-c--d|
  /// ```
  public func prefix<First: SignalProducerConvertible>(_ first: First) -> SignalProducer<Value, Error>
  where First.Value == Value, First.Error == Error {
    first.producer.concat(self)
  }

  /// Sends what `first` sends and, when that completes, what the source sends.
  ///
  /// ```
  /// first:         -a|
  /// source:          -c--d|
  /// prefix(first): -a-c--d|
  /// ```
  @_disfavoredOverload
  public func prefix<First: SignalProducerConvertible>(_ first: First) -> SignalProducer<Value, Error>
  where First.Value == Value, First.Error == Never {
    first.producer.promoteError(Error.self).concat(self)
  }

  /// Sends `value`, and then what the source sends.
  ///
  /// ```
  /// source:           -b--c|
  /// prefix(value: a): ab--c|
  /// ```
  public func prefix(value: Value) -> SignalProducer<Value, Error> {
    SignalProducer(value: value).concat(self)
  }
}

extension SignalProducer where Error == Never {
  /// Sends what the source sends and, when that completes, what `next` sends; completes with it. Fails with either. One that
  /// is interrupted counts as complete; for work that depends on the success of other work see
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  ///
  /// ```
  /// source:       -a--b|
  /// next:              c--d|
  /// concat(next): -a--bc--d|
  /// ```
  @_disfavoredOverload
  public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Value, Next.Error>
  where Next.Value == Value {
    promoteError(Next.Error.self).concat(next)
  }
}
