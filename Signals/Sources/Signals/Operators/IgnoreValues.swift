extension Signal {
  /// Sends no values, and ends with the source.
  ///
  /// ```
  /// source:         -1--2--3|
  /// ignoreValues(): --------|
  /// ```
  ///
  /// The type says that no value comes; `promoteValue()` gives the stream another type of values.
  public func ignoreValues() -> Signal<Never, Error> {
    derive { Operator($0) }
  }
}

extension SignalProducer {
  /// Sends no values, and ends with the source. See ``Signal/ignoreValues()``.
  public func ignoreValues() -> SignalProducer<Never, Error> {
    lift { $0.ignoreValues() }
  }
}
