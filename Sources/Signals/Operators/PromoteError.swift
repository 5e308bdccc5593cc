extension Signal where Error == Never {
  /// Sends what the source sends, as a stream that could fail with an `F`.
  ///
  /// ```
  /// source:         -1--2--3|
  /// promoteError(): -1--2--3|
  /// ```
  public func promoteError<F: Swift.Error>(_: F.Type = F.self) -> Signal<Value, F> {
    // The closure is never called, because there is no error that it could be called with.
    mapError { never -> F in switch never {} }
  }

  /// Sends what the source sends: it can fail with that error already.
  ///
  /// ```
  /// source:         -1--2--x
  /// promoteError(): -1--2--x
  /// ```
  public func promoteError(_: Never.Type = Never.self) -> Signal<Value, Never> {
    self
  }
}

extension SignalProducer where Error == Never {
  /// Sends what the source sends, as a stream that could fail with an `F`.
  ///
  /// ```
  /// source:         -1--2--3|
  /// promoteError(): -1--2--3|
  /// ```
  public func promoteError<F: Swift.Error>(_: F.Type = F.self) -> SignalProducer<Value, F> {
    lift { $0.promoteError(F.self) }
  }

  /// Sends what the source sends: it can fail with that error already.
  ///
  /// ```
  /// source:         -1--2--x
  /// promoteError(): -1--2--x
  /// ```
  public func promoteError(_: Never.Type = Never.self) -> SignalProducer<Value, Never> {
    self
  }
}

extension Signal where Value == Never {
  /// Ends as the source does, as a stream that could send values of `U`.
  ///
  /// ```
  /// source:         --------|
  /// promoteValue(): --------|
  /// ```
  public func promoteValue<U: Sendable>(_: U.Type = U.self) -> Signal<U, Error> {
    // Never called, for there is no value that it could be called with.
    map { never -> U in switch never {} }
  }
}

extension SignalProducer where Value == Never {
  /// Ends as the source does, as a stream that could send values of `U`.
  ///
  /// ```
  /// source:         --------|
  /// promoteValue(): --------|
  /// ```
  public func promoteValue<U: Sendable>(_: U.Type = U.self) -> SignalProducer<U, Error> {
    lift { $0.promoteValue(U.self) }
  }
}
