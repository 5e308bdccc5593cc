extension SignalProducer {
  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. Fails or is
  /// interrupted with either; if the source fails or is interrupted, the replacement is not started.
  ///
  /// ```
  /// source:            -a--b|
  /// replacement:            x--y|
  /// then(replacement): -----x--y|
  /// ```
  public func then<U>(_ replacement: SignalProducer<U, Error>) -> SignalProducer<U, Error> {
    thenStart(replacement)
  }

  private func thenStart<U>(_ replacement: SignalProducer<U, Error>) -> SignalProducer<U, Error> {
    SignalProducer<U, Error> { core in
      startWithSignal { signal, interrupter in
        core.setUpstream(interrupter)
        signal.core.attach(
          Signal.TerminationSink { termination in
            // Work that depends on success does not begin after an interruption.
            if case .completed = termination { replacement.start(into: core) } else { core.end(termination) }
          })
      }
    }
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``then(_:)-(SignalProducer<U,Error>)``.
  // Without other context, `.then(.empty)` sends values of the same type.
  public func then(_ replacement: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    thenStart(replacement)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``.
  public func then<U, Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<U, Error> where Replacement.Value == U, Replacement.Error == Error {
    then(replacement.producer)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``.
  @_disfavoredOverload
  public func then<U, Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<U, Error> where Replacement.Value == U, Replacement.Error == Never {
    then(replacement.producer.promoteError(Error.self))
  }
}

extension SignalProducer where Error == Never {
  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``. With the producer's type in the signature,
  /// `.then(.init(result: …))` compiles.
  @_disfavoredOverload
  public func then<U, NewError>(_ replacement: SignalProducer<U, NewError>) -> SignalProducer<U, NewError> {
    promoteError(NewError.self).then(replacement)
  }

  /// Drops the values of the source, and when that completes, starts `replacement` and sends its values. See
  /// ``SignalProducer/then(_:)-(SignalProducer<U,Error>)``.
  @_disfavoredOverload
  public func then<U, Replacement: SignalProducerConvertible>(
    _ replacement: Replacement
  ) -> SignalProducer<U, Replacement.Error> where Replacement.Value == U {
    promoteError(Replacement.Error.self).then(replacement)
  }
}
