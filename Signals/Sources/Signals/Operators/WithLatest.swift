extension Signal {
  /// Sends each value together with the newest of `samplee`, once that has sent; ends with the source. The end of
  /// `samplee` has no effect.
  ///
  /// ```
  /// source:            -1--2   ---3   --4   |
  /// samplee:           --a--   ----   b-|
  /// withLatest(from:): ----<2a>---<3a>--<4b>|
  /// ```
  public func withLatest<U>(from samplee: Signal<U, Never>) -> Signal<(Value, U), Error> {
    withLatest(from: samplee, disposing: nil)
  }

  /// Sends each value together with the newest of `samplee`, once that has sent. See
  /// ``Signal/withLatest(from:)-(Signal<U,Never>)``.
  @_disfavoredOverload
  public func withLatest<Samplee: SignalProducerConvertible>(
    from samplee: Samplee
  ) -> Signal<(Value, Samplee.Value), Error> where Samplee.Error == Never {
    samplee.producer.startWithSignal { withLatest(from: $0, disposing: $1) }
  }

  private func withLatest<U>(from samplee: Signal<U, Never>, disposing start: Disposable?) -> Signal<(Value, U), Error>
  {
    let latest = Junction<U?, (Value, U), Error>(nil)
    let samples = samplee.feed(latest, isInterruptionLast: false) { latest, sample, _ in
      latest = sample
    } termination: { _, _, _ in
    }
    let source = feed(latest) { latest, value, output in
      if let latest { output.deliver((value, latest)) }
    } termination: { _, end, output in
      output.terminate(end)
    }
    return latest.signal(fedBy: samples, source, start)
  }
}

extension SignalProducer {
  /// Sends each value together with the newest of `samplee`, once that has sent. See
  /// ``Signal/withLatest(from:)-(Signal<U,Never>)``.
  @_disfavoredOverload
  public func withLatest<Samplee: SignalProducerConvertible>(
    from samplee: Samplee
  ) -> SignalProducer<(Value, Samplee.Value), Error> where Samplee.Error == Never {
    lift(with: samplee.producer, startsOtherFirst: true) { $0.withLatest(from: $1) }
  }
}

// With the producer's type in the signature, `.withLatest(from: .init(value: 1))` compiles.
extension Signal {
  /// Sends each value together with the newest of `samplee`. See ``withLatest(from:)-(Samplee)``.
  public func withLatest<U>(from samplee: SignalProducer<U, Never>) -> Signal<(Value, U), Error> {
    samplee.startWithSignal { withLatest(from: $0, disposing: $1) }
  }
}

extension SignalProducer {
  /// Sends each value together with the newest of `samplee`. See ``withLatest(from:)-(Samplee)``.
  public func withLatest<U>(from samplee: SignalProducer<U, Never>) -> SignalProducer<(Value, U), Error> {
    lift(with: samplee, startsOtherFirst: true) { $0.withLatest(from: $1) }
  }
}
