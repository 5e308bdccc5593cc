extension Signal where Error == Never {
  /// Sends the events of the source as a stream whose type allows a failure with `F`.
  ///
  /// ```
  /// source:         -1--2--3|
  /// promoteError(): -1--2--3|
  /// ```
  public func promoteError<F: Swift.Error>(_: F.Type = F.self) -> Signal<Value, F> {
    // Never called, since there is no error.
    mapError { (_: Never) -> F in }
  }

  /// Returns the same stream, whose error already has that type.
  ///
  /// ```
  /// source:         -1--2--|
  /// promoteError(): -1--2--|
  /// ```
  public func promoteError(_: Never.Type = Never.self) -> Signal<Value, Never> {
    self
  }
}

extension SignalProducer where Error == Never {
  /// Sends the events of the source as a stream whose type allows a failure with `F`. See
  /// ``Signal/promoteError(_:)->Signal<Value,F>``.
  public func promoteError<F: Swift.Error>(_: F.Type = F.self) -> SignalProducer<Value, F> {
    lift { $0.promoteError(F.self) }
  }

  /// Returns the same stream, whose error already has that type. See ``Signal/promoteError(_:)->Signal<Value,Never>``.
  public func promoteError(_: Never.Type = Never.self) -> SignalProducer<Value, Never> {
    self
  }
}

extension Signal where Value == Never {
  /// Ends as the source does, as a stream whose type allows values of `U`.
  ///
  /// ```
  /// source:         --------|
  /// promoteValue(): --------|
  /// ```
  public func promoteValue<U: Sendable>(_: U.Type = U.self) -> Signal<U, Error> {
    derive { Operator($0) }
  }
}

extension SignalProducer where Value == Never {
  /// Ends as the source does, as a stream whose type allows values of `U`. See ``Signal/promoteValue(_:)``.
  public func promoteValue<U: Sendable>(_: U.Type = U.self) -> SignalProducer<U, Error> {
    lift { $0.promoteValue(U.self) }
  }
}
