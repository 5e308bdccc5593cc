extension Signal {
  /// Sends what the source sends until `trigger` sends a value or completes, and completes then; or ends with the
  /// source before.
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
    // The trigger first: one that is over already lets nothing through.
    inputs += trigger.core.attach(
      Signal<(), Never>.ClosureSink(
        value: { output.end(.completed) },
        termination: { if case .completed = $0 { output.end(.completed) } }))
    inputs += core.attach(SendSink(output))
    return Signal(output)
  }

  /// Sends what the source sends until `lifetime` ends, and completes then; or ends with the source before.
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

  /// Sends what the source sends until `signal` sends its first value, and from then on what that one sends; ends with
  /// it. The end of the source changes nothing, unless it fails or is interrupted before.
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
  /// Sends what the source sends until `trigger` sends a value or completes, and completes then; or ends with the
  /// source before.
  ///
  /// ```
  /// source:       -a--b--c--d|
  /// trigger:      ------x
  /// take(until:): -a--b-|
  /// ```
  @_disfavoredOverload
  public func take<Trigger: SignalProducerConvertible>(until trigger: Trigger) -> SignalProducer<Value, Error>
  where Trigger.Value == (), Trigger.Error == Never {
    lift(with: trigger.producer, startsOtherFirst: true) { $0.take(until: $1) }
  }

  /// Sends what the source sends until `lifetime` ends, and completes then; or ends with the source before.
  ///
  /// ```
  /// source:        -a--b--c--d|
  /// lifetime:      ------|
  /// take(during:): -a--b-|
  /// ```
  public func take(during lifetime: Lifetime) -> SignalProducer<Value, Error> {
    lift { $0.take(during: lifetime) }
  }

  /// Sends what the source sends until `signal` sends its first value, and from then on what that one sends; ends with
  /// it. The end of the source changes nothing, unless it fails or is interrupted before.
  ///
  /// ```
  /// source:                  -a--b--c--d|
  /// replacement:             ------x---y---|
  /// take(untilReplacement:): -a--b-x---y---|
  /// ```
  @_disfavoredOverload
  public func take<Replacement: SignalProducerConvertible>(
    untilReplacement replacement: Replacement
  ) -> SignalProducer<Value, Error> where Replacement.Value == Value, Replacement.Error == Error {
    lift(with: replacement.producer, startsOtherFirst: true) { $0.take(untilReplacement: $1) }
  }
}

// With the type written out, `.take(until: .empty)` finds its argument.
extension SignalProducer {
  /// Sends what the source sends until `trigger` sends a value or completes. See ``take(until:)-(Trigger)``.
  public func take(until trigger: SignalProducer<(), Never>) -> SignalProducer<Value, Error> {
    lift(with: trigger, startsOtherFirst: true) { $0.take(until: $1) }
  }

  /// Sends what the source sends until `replacement` sends its first value, and from then on what that one sends. See
  /// ``take(untilReplacement:)-(Replacement)``.
  public func take(untilReplacement replacement: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    lift(with: replacement, startsOtherFirst: true) { $0.take(untilReplacement: $1) }
  }
}
