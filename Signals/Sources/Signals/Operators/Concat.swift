extension SignalProducer {
  /// Sends the values of the source and, when that completes, those of `next`; completes with `next`. Fails with
  /// either. An interrupted source counts as complete; for work that depends on the success of other work see
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  ///
  /// ```
  /// source:       -a--b|
  /// next:              c--d|
  /// concat(next): -a--bc--d|
  /// ```
  public func concat(_ next: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    SignalProducer(Row(row, next.row))
  }

  /// Sends the producers of a row, from left to right.
  static func producers(
    in row: Row<SignalProducer<Value, Error>>
  ) -> SignalProducer<SignalProducer<Value, Error>, Error> {
    SignalProducer<SignalProducer<Value, Error>, Error> { core in
      let walk = Row.Walk(.row(row))
      while let producer = walk.next() {
        core.send(producer)
        if core.isEnding { return }
      }
      core.end(.completed)
    }
  }

  /// Sends the values of the source and, when that completes, those of `next`. See ``SignalProducer/concat(_:)-(SignalProducer<Value,Error>)``.
  public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Value, Error>
  where Next.Value == Value, Next.Error == Error {
    concat(next.producer)
  }

  /// Sends the values of the source and, when that completes, those of `next`. See ``SignalProducer/concat(_:)-(SignalProducer<Value,Error>)``.
  @_disfavoredOverload
  public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Value, Error>
  where Next.Value == Value, Next.Error == Never {
    concat(next.producer.promoteError(Error.self))
  }

  /// Sends the values of the source and, when that completes, `value`.
  ///
  /// ```
  /// source:           -a--b    |
  /// concat(value: c): -a--(bc|)
  /// ```
  public func concat(value: Value) -> SignalProducer<Value, Error> {
    concat(SignalProducer(value: value))
  }

  /// Sends the values of the source, and fails with `error` when that completes.
  ///
  /// ```
  /// source:           -a--b|
  /// concat(error: …): -a--b#
  /// ```
  public func concat(error: Error) -> SignalProducer<Value, Error> {
    concat(SignalProducer(error: error))
  }

  /// Sends the values of `first` and, when that completes, those of the source.
  ///
  /// ```
  /// first:         -a|
  /// source:          -c--d|
  /// prefix(first): -a-c--d|
  /// ```
  public func prefix(_ first: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    first.concat(self)
  }

  /// Sends the values of `first` and, when that completes, those of the source. See
  /// ``SignalProducer/prefix(_:)-(SignalProducer<Value,Error>)``.
  public func prefix<First: SignalProducerConvertible>(_ first: First) -> SignalProducer<Value, Error>
  where First.Value == Value, First.Error == Error {
    first.producer.concat(self)
  }

  /// Sends the values of `first` and, when that completes, those of the source. See
  /// ``SignalProducer/prefix(_:)-(SignalProducer<Value,Error>)``.
  @_disfavoredOverload
  public func prefix<First: SignalProducerConvertible>(_ first: First) -> SignalProducer<Value, Error>
  where First.Value == Value, First.Error == Never {
    first.producer.promoteError(Error.self).concat(self)
  }

  /// Sends `value` and then the values of the source.
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
  /// Sends the values of the source and, when that completes, those of `next`. See ``SignalProducer/concat(_:)-(SignalProducer<Value,Error>)``.
  @_disfavoredOverload
  public func concat<Next: SignalProducerConvertible>(_ next: Next) -> SignalProducer<Value, Next.Error>
  where Next.Value == Value {
    promoteError(Next.Error.self).concat(next)
  }
}
