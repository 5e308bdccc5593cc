extension Signal {
  private final class IgnoreValuesSink: Sink {
    private let output: Signal<Never, Error>.Core

    init(_ output: Signal<Never, Error>.Core) {
      self.output = output
    }

    override func terminate(_ termination: Termination<Error>) {
      output.terminate(termination)
    }
  }

  /// Sends no values, and ends with the source.
  ///
  /// ```
  /// source:         -1--2--3|
  /// ignoreValues(): --------|
  /// ```
  ///
  /// The type says that no value comes; `promoteValue()` gives the stream another type of values.
  public func ignoreValues() -> Signal<Never, Error> {
    derive { IgnoreValuesSink($0) }
  }
}

extension SignalProducer {
  /// Sends no values, and ends with the source. See ``Signal/ignoreValues()``.
  ///
  /// ```
  /// source:         -1--2--3|
  /// ignoreValues(): --------|
  /// ```
  public func ignoreValues() -> SignalProducer<Never, Error> {
    lift { $0.ignoreValues() }
  }
}
