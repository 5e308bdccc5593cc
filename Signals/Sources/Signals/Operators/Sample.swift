/// The source's newest value, and how many of the two streams have not completed.
private struct Sampling<Value: Sendable>: Sendable {
  var latest: Value?
  var running = 2

  mutating func end<U, E>(_ termination: Termination<E>, _ output: Signal<U, E>.Core) {
    if case .completed = termination {
      running -= 1
      if running > 0 { return }
    }
    output.terminate(termination)
  }
}

extension Signal {
  /// Sends the newest value of the source together with each value of `sampler`; completes when both have completed.
  /// Fails with the source, and is interrupted with either.
  ///
  /// ```
  /// source:        -a-   -b---   -   -c---|
  /// sampler:       --1   ----2   3   --------|
  /// sample(with:): --<a1>----<b2><b3>--------|
  /// ```
  public func sample<T>(with sampler: Signal<T, Never>) -> Signal<(Value, T), Error> {
    let sampling = Junction<Sampling<Value>, (Value, T), Error>(Sampling())
    let source = feed(sampling) { sampling, value, _ in
      sampling.latest = value
    } termination: { sampling, end, output in
      sampling.end(end, output)
    }
    let samples = sampler.feed(sampling) { sampling, sample, output in
      if let latest = sampling.latest { output.deliver((latest, sample)) }
    } termination: { sampling, end, output in
      sampling.end(end.promoted(), output)
    }
    return sampling.signal(fedBy: source, samples)
  }

  /// Sends the newest value of the source whenever `sampler` sends; completes when both have completed. Fails with the
  /// source, and is interrupted with either.
  ///
  /// ```
  /// source:      -a--b-----c---|
  /// sampler:     --x----xx--------|
  /// sample(on:): --a----bb--------|
  /// ```
  public func sample(on sampler: Signal<(), Never>) -> Signal<Value, Error> {
    sample(with: sampler).map { $0.0 }
  }
}

extension SignalProducer {
  /// Sends the newest value of the source together with each value of `sampler`. See ``Signal/sample(with:)``.
  @_disfavoredOverload
  public func sample<Sampler: SignalProducerConvertible>(
    with sampler: Sampler
  ) -> SignalProducer<(Value, Sampler.Value), Error> where Sampler.Error == Never {
    lift(with: sampler.producer) { $0.sample(with: $1) }
  }

  /// Sends the newest value of the source whenever `sampler` sends. See ``Signal/sample(on:)``.
  @_disfavoredOverload
  public func sample<Sampler: SignalProducerConvertible>(on sampler: Sampler) -> SignalProducer<Value, Error>
  where Sampler.Value == (), Sampler.Error == Never {
    lift(with: sampler.producer) { $0.sample(on: $1) }
  }
}

// With the producer's type in the signature, `.sample(on: .never)` compiles.
extension SignalProducer {
  /// Sends the newest value of the source together with each value of `sampler`. See ``sample(with:)-(Sampler)``.
  public func sample<T>(with sampler: SignalProducer<T, Never>) -> SignalProducer<(Value, T), Error> {
    lift(with: sampler) { $0.sample(with: $1) }
  }

  /// Sends the newest value of the source whenever `sampler` sends. See ``sample(on:)-(Sampler)``.
  public func sample(on sampler: SignalProducer<(), Never>) -> SignalProducer<Value, Error> {
    lift(with: sampler) { $0.sample(on: $1) }
  }
}

extension PropertyProtocol {
  /// A property that takes this one's value whenever `sampler` sends, and has the current value until then. Completes
  /// when both have completed.
  ///
  /// ```
  /// source:      a--b-----c----
  /// sampler:     --x--x-----xx-
  /// sample(on:): a-a--b-----cc-
  /// ```
  public func sample<Sampler: SignalProducerConvertible>(on sampler: Sampler) -> Property<Value>
  where Sampler.Value == (), Sampler.Error == Never {
    Property(initial: value, then: producer.sample(on: sampler))
  }
}
