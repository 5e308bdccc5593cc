extension Signal {
  private final class MapErrorSink<F: Swift.Error>: Sink {
    private let transform: @Sendable (Error) -> F
    private let output: Signal<Value, F>.Core

    init(_ transform: @escaping @Sendable (Error) -> F, _ output: Signal<Value, F>.Core) {
      self.transform = transform
      self.output = output
    }

    override func receive(_ value: Value) {
      output.deliver(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      output.terminate(termination.mapError(transform))
    }
  }

  /// Sends the values of the source; when that fails, fails with the result of `transform` for the error.
  ///
  /// ```
  /// source:                 -1--2--#
  /// mapError { other($0) }: -1--2--#
  /// ```
  public func mapError<F>(_ transform: @escaping @Sendable (Error) -> F) -> Signal<Value, F> {
    derive { MapErrorSink(transform, $0) }
  }
}

extension SignalProducer {
  /// Sends the values of the source; when that fails, fails with the result of `transform` for the error. See
  /// ``Signal/mapError(_:)``.
  public func mapError<F>(_ transform: @escaping @Sendable (Error) -> F) -> SignalProducer<Value, F> {
    lift { $0.mapError(transform) }
  }
}
