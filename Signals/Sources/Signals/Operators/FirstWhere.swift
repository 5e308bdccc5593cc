extension Signal {
  /// Sends the first value that passes `isWanted` and completes with it, or ends with the source before.
  ///
  /// ```
  /// source:                   -1--2--3   --4|
  /// first(where: { $0 > 2 }): -------(3|)
  /// ```
  public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Error> {
    filter(isWanted).take(first: 1)
  }
}

extension SignalProducer {
  /// Sends the first value that passes `isWanted` and completes with it, which ends the work; or ends with the source
  /// before.
  ///
  /// Unlike ``first()-1oqfp``, it does not block the thread: it is an operator.
  public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> SignalProducer<Value, Error> {
    lift { $0.first(where: isWanted) }
  }
}
