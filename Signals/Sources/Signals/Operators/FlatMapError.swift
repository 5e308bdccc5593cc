extension Signal {
  /// Sends the values of the source; when that fails, continues with the stream that `transform` makes of the error.
  ///
  /// ```
  /// source:       -a--b--#
  /// transform(#):        c--d|
  /// flatMapError: -a--b--c--d|
  /// ```
  public func flatMapError<NewError>(
    _ transform: @escaping @Sendable (Error) -> SignalProducer<Value, NewError>
  ) -> Signal<Value, NewError> {
    let output = Signal<Value, NewError>.Core()
    let inputs = CompositeDisposable()
    output.setUpstream(inputs)
    inputs += core.attach(
      ClosureSink(value: { output.send($0) }) { termination in
        switch termination {
        case .failed(let error):
          transform(error).startWithSignal { signal, interrupter in
            inputs += interrupter
            signal.core.attach(Signal<Value, NewError>.SendSink(output))
          }
        case .completed: output.end(.completed)
        case .interrupted: output.end(.interrupted)
        }
      })
    return Signal<Value, NewError>(output)
  }

  /// Sends the values of the source; when that fails, continues with the stream that `transform` makes of the error.
  /// See ``Signal/flatMapError(_:)->Signal<Value,NewError>``.
  public func flatMapError<Inner: SignalProducerConvertible>(
    _ transform: @escaping @Sendable (Error) -> Inner
  ) -> Signal<Value, Inner.Error> where Inner.Value == Value {
    flatMapError { transform($0).producer }
  }
}

extension SignalProducer {
  /// Sends the values of the source; when that fails, continues with the stream that `transform` makes of the error.
  /// See ``Signal/flatMapError(_:)->Signal<Value,NewError>``.
  public func flatMapError<NewError>(
    _ transform: @escaping @Sendable (Error) -> SignalProducer<Value, NewError>
  ) -> SignalProducer<Value, NewError> {
    lift { $0.flatMapError(transform) }
  }

  /// Sends the values of the source; when that fails, continues with the stream that `transform` makes of the error.
  /// See ``Signal/flatMapError(_:)->Signal<Value,NewError>``.
  public func flatMapError<Inner: SignalProducerConvertible>(
    _ transform: @escaping @Sendable (Error) -> Inner
  ) -> SignalProducer<Value, Inner.Error> where Inner.Value == Value {
    flatMapError { transform($0).producer }
  }
}
