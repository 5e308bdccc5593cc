extension Signal {
  /// Sends the values of the source until `trigger` sends a value or completes, and then completes; ends earlier if the
  /// source ends.
  ///
  /// ```
  /// source:       -a--b--c--d|
  /// trigger:      ------x
  /// take(until:): -a--b-|
  /// ```
  public func take(until trigger: Signal<(), Never>) -> Signal<Value, Error> {
    let output = Core()
    let inputs = CompositeDisposable()
    output.setUpstream(inputs)
    // The trigger first: if it has already ended, no value passes.
    inputs += trigger.core.attach(
      Signal<(), Never>.ClosureSink(
        value: { output.end(.completed) },
        termination: { if case .completed = $0 { output.end(.completed) } }))
    inputs += core.attach(SendSink(output))
    return Signal(output)
  }

  /// Sends the values of the source until `lifetime` ends, and then completes; ends earlier if the source ends.
  ///
  /// ```
  /// source:        -a--b--c--d|
  /// lifetime:      ------|
  /// take(during:): -a--b-|
  /// ```
  public func take(during lifetime: Lifetime) -> Signal<Value, Error> {
    let output = Core()
    let inputs = CompositeDisposable()
    output.setUpstream(inputs)
    inputs += lifetime.observeEnded { output.end(.completed) }
    inputs += core.attach(SendSink(output))
    return Signal(output)
  }

  /// Sends the values of the source until `signal` sends its first value, and from then on those of `signal`; ends with
  /// `signal`. The end of the source has no effect, unless it fails or is interrupted before that value.
  ///
  /// ```
  /// source:                  -a--b--c--d|
  /// replacement:             ------x---y---|
  /// take(untilReplacement:): -a--b-x---y---|
  /// ```
  public func take(untilReplacement signal: Signal<Value, Error>) -> Signal<Value, Error> {
    let isReplaced = Junction<Bool, Value, Error>(false)
    let replacement = signal.feed(isReplaced) { isReplaced, value, output in
      isReplaced = true
      output.deliver(value)
    } termination: { _, end, output in
      output.terminate(end)
    }
    let source = feed(isReplaced, isInterruptionLast: false) { isReplaced, value, output in
      if !isReplaced { output.deliver(value) }
    } termination: { isReplaced, end, output in
      if isReplaced { return }
      if case .completed = end { return }
      output.terminate(end)
    }
    return isReplaced.signal(fedBy: replacement, source)
  }
}

extension SignalProducer {
  /// Sends the values of the source until `trigger` sends a value or completes, and then completes. See
  /// ``Signal/take(until:)-(Signal<(),Never>)``.
  @_disfavoredOverload
  public func take<Trigger: SignalProducerConvertible>(until trigger: Trigger) -> SignalProducer<Value, Error>
  where Trigger.Value == (), Trigger.Error == Never {
    lift(with: trigger.producer, startsOtherFirst: true) { $0.take(until: $1) }
  }

  /// Sends the values of the source until `lifetime` ends, and then completes. See ``Signal/take(during:)``.
  public func take(during lifetime: Lifetime) -> SignalProducer<Value, Error> {
    lift { $0.take(during: lifetime) }
  }

  /// Sends the values of the source until `signal` sends its first value, and from then on those of `signal`. See
  /// ``Signal/take(untilReplacement:)``.
  @_disfavoredOverload
  public func take<Replacement: SignalProducerConvertible>(
    untilReplacement replacement: Replacement
  ) -> SignalProducer<Value, Error> where Replacement.Value == Value, Replacement.Error == Error {
    lift(with: replacement.producer, startsOtherFirst: true) { $0.take(untilReplacement: $1) }
  }
}

// With the producer's type in the signature, `.take(until: .empty)` compiles.
extension SignalProducer {
  /// Sends the values of the source until `trigger` sends a value or completes. See ``take(until:)-(Trigger)``.
  public func take(until trigger: SignalProducer<(), Never>) -> SignalProducer<Value, Error> {
    lift(with: trigger, startsOtherFirst: true) { $0.take(until: $1) }
  }

  /// Sends the values of the source until `replacement` sends its first value, and from then on those of `replacement`.
  /// See ``take(untilReplacement:)-(Replacement)``.
  public func take(untilReplacement replacement: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    lift(with: replacement, startsOtherFirst: true) { $0.take(untilReplacement: $1) }
  }
}
