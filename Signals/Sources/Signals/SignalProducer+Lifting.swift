// How operators of signals become operators of producers: each start gets the work's signal, applies the operator to it, and
// then begins the work.

extension SignalProducer {
  /// Returns a producer that applies an operator of signals to the signal of each start.
  public func lift<U, F>(
    _ transform: @escaping @Sendable (Signal<Value, Error>) -> Signal<U, F>
  ) -> SignalProducer<U, F> {
    SignalProducer<U, F> {
      let instance = self.makeInstance()
      let (source, begin) = (instance.signal.core, instance.begin)
      var signal = transform(instance.signal)
      if !isKnownUniquelyReferenced(&signal), signal.core !== source {
        return SignalProducer<U, F>.Instance(following: signal, interrupter: instance.interrupter, begin: begin)
      }
      // Behind one gate, the output ends when the source ends.
      let interrupter =
        signal.core.gate === source.gate
        ? instance.interrupter : OperatorInterrupter(from: [source], to: signal.core, below: instance.interrupter)
      return SignalProducer<U, F>.Instance(signal: signal, interrupter: interrupter, begin: begin)
    }
  }

  /// Lifts an operator of two signals. Both are started; the work of the other begins before that of this one.
  public func lift<U, F, V, G>(
    _ transform: @escaping @Sendable (Signal<Value, Error>) -> (Signal<U, F>) -> Signal<V, G>
  ) -> (SignalProducer<U, F>) -> SignalProducer<V, G> {
    { other in lift(with: other, startsOtherFirst: true) { transform($0)($1) } }
  }

  /// Lifts an operator of two signals.
  ///
  /// - Parameter startsOtherFirst: Whether the work of `other` begins before that of `self`, as it must when `other`
  ///   decides about the values of `self`.
  func lift<U, F, V, G>(
    with other: SignalProducer<U, F>,
    startsOtherFirst: Bool = false,
    _ transform: @escaping @Sendable (Signal<Value, Error>, Signal<U, F>) -> Signal<V, G>
  ) -> SignalProducer<V, G> {
    SignalProducer<V, G> {
      let (mine, others) = (self.makeInstance(), other.makeInstance())
      let (beginMine, beginOthers) = (mine.begin, others.begin)
      let signal = transform(mine.signal, others.signal)
      let interrupter = OperatorInterrupter(
        from: [mine.signal.core, others.signal.core], to: signal.core,
        below: CompositeDisposable([mine.interrupter, others.interrupter]))
      return SignalProducer<V, G>.Instance(signal: signal, interrupter: interrupter) {
        if startsOtherFirst { beginOthers() } else { beginMine() }
        if startsOtherFirst { beginMine() } else { beginOthers() }
      }
    }
  }

  /// Lifts an operator of any number of signals. The work begins in the order of the producers.
  static func lift<U, F>(
    all producers: [SignalProducer], _ transform: @escaping @Sendable ([Signal<Value, Error>]) -> Signal<U, F>
  ) -> SignalProducer<U, F> {
    SignalProducer<U, F> {
      // Two arrays and no `map`, for which the runtime would have to make types.
      var (signals, sources): ([Signal<Value, Error>], [any Interruptible]) = ([], [])
      var (interrupters, begins): ([Disposable], [() -> Void]) = ([], [])
      for producer in producers {
        let instance = producer.makeInstance()
        signals.append(instance.signal)
        sources.append(instance.signal.core)
        interrupters.append(instance.interrupter)
        begins.append(instance.begin)
      }
      let signal = transform(signals)
      let interrupter = OperatorInterrupter(from: sources, to: signal.core, below: CompositeDisposable(interrupters))
      return SignalProducer<U, F>.Instance(signal: signal, interrupter: interrupter) { [begins] in
        for begin in begins { begin() }
      }
    }
  }

  /// Returns the producers of any number of sources, in their order.
  ///
  /// It returns an array, because generic code over any sequence makes the runtime search all conformances once for
  /// each type of element.
  static func producers<S: Sequence>(of sources: S) -> [SignalProducer]
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    var producers: [SignalProducer] = []
    for source in Array(sources) { producers.append(source.producer) }
    return producers
  }

  /// Lifts an operator of two or more signals. The work begins in the order of the producers.
  static func lift<B, each C, U, F>(
    _ a: SignalProducer, _ b: SignalProducer<B, Error>, _ others: repeat SignalProducer<each C, Error>,
    transform:
      @escaping @Sendable (
        Signal<Value, Error>, Signal<B, Error>, (repeat Signal<each C, Error>)
      ) -> Signal<U, F>
  ) -> SignalProducer<U, F> {
    let others = (repeat each others)
    return SignalProducer<U, F> {
      let (a, b, others) = (a.makeInstance(), b.makeInstance(), (repeat (each others).makeInstance()))
      var sources: [any Interruptible] = [a.signal.core, b.signal.core]
      var interrupters = [a.interrupter, b.interrupter]
      var begins = [a.begin, b.begin]
      for other in repeat each others {
        sources.append(other.signal.core)
        interrupters.append(other.interrupter)
        begins.append(other.begin)
      }
      let signal = transform(a.signal, b.signal, (repeat (each others).signal))
      let interrupter = OperatorInterrupter(
        from: sources, to: signal.core, below: CompositeDisposable(interrupters))
      return SignalProducer<U, F>.Instance(signal: signal, interrupter: interrupter) { [begins] in
        for begin in begins { begin() }
      }
    }
  }
}
