/// Work that can be started, any number of times, and sends the events of each start to those who started it: a
/// request, a timer, a stream of updates.
///
/// Nothing happens before a start. Each start does the work anew, with its own signal; disposing of what a start
/// returned interrupts only that one.
public struct SignalProducer<Value: Sendable, Error: Swift.Error>: Sendable {
  /// What a start sends its events through.
  public typealias ProducedSignal = Signal<Value, Error>

  private let work: Work

  private enum Work: Sendable {
    case following(Signal<Value, Error>)
    case row(ConcatRow<Value, Error>)
    case instances(@Sendable () -> Instance)
  }

  /// One start before its work begins.
  ///
  /// Operators are applied to `signal`, then the work begins; so an operator is written once, for signals, and no
  /// event is missed.
  struct Instance {
    let signal: Signal<Value, Error>
    /// Interrupts the work: from its root, and wherever else it still runs.
    let interrupter: Disposable
    /// Does the work, if it still has an observer. Must not hold `signal`, which tells whether it has.
    let begin: () -> Void
  }

  init(makeInstance: @escaping @Sendable () -> Instance) {
    work = .instances(makeInstance)
  }

  /// Each start sends the signal's events from then on. Disposing of a start does nothing to the signal.
  public init(_ signal: Signal<Value, Error>) {
    work = .following(signal)
  }

  /// The signal that each start would follow, if that is all it does: whoever needs no start of its own may as well
  /// observe that.
  var followed: Signal<Value, Error>? {
    if case .following(let signal) = work { signal } else { nil }
  }

  /// Each start starts the producers of `row` one after the other.
  init(_ row: ConcatRow<Value, Error>) {
    work = .row(row)
  }

  /// What the producer is made of, if `concat` has put it together.
  var row: ConcatRow<Value, Error>? {
    if case .row(let row) = work { row } else { nil }
  }

  func makeInstance() -> Instance {
    switch work {
    case .instances(let make): return make()
    case .row(let row): return SignalProducer<SignalProducer, Error>(row).flatten(.concat).makeInstance()
    case .following(let signal):
      // The signal's own gate serialises its events already.
      let core = Signal<Value, Error>.Core(gate: signal.core.gate)
      return Instance(signal: Signal(core), interrupter: core) {
        if !core.isEnding { core.relay(signal.core) }
      }
    }
  }

  /// A producer that calls `startHandler` at each start.
  ///
  /// - Parameter startHandler: Gets the input of the start's signal, and a lifetime that ends when the start does, by
  ///   a terminal event or because it is interrupted: add to it what has to be disposed of then. A start whose input
  ///   is let go of is interrupted.
  public init(_ startHandler: @escaping @Sendable (Signal<Value, Error>.Observer, Lifetime) -> Void) {
    self.init {
      let disposables = CompositeDisposable()
      let core = Signal<Value, Error>.Core(upstream: disposables)
      return Instance(signal: Signal(core), interrupter: core) {
        if !core.isEnding { startHandler(Signal<Value, Error>.Observer(core), Lifetime(disposables)) }
      }
    }
  }

  /// A producer whose starts send into a core of their own.
  init(begin: @escaping @Sendable (Signal<Value, Error>.Core) -> Void) {
    self.init {
      let core = Signal<Value, Error>.Core()
      return Instance(signal: Signal(core), interrupter: core) {
        if !core.isEnding { begin(core) }
      }
    }
  }
}

// MARK: Starting

extension SignalProducer {
  /// Starts the work, after handing its signal and its interrupter to `setup`, so that observers miss nothing.
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: Disposable) -> Result
  ) -> Result {
    let instance = makeInstance()
    let interrupter = StartInterrupter(core: instance.signal.core, work: instance.interrupter)
    let result = setup(instance.signal, interrupter)
    instance.begin()
    return result
  }

  /// Starts the work and sends its events to `observer`.
  ///
  /// - Returns: Disposing of it interrupts the work, and sends `interrupted` unless the end has come before.
  @discardableResult
  public func start(_ observer: Signal<Value, Error>.Observer = .init()) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observe(observer)
      return interrupter
    }
  }

  /// Starts the work and calls `action` with each event.
  @discardableResult
  public func start(_ action: @escaping Signal<Value, Error>.Observer.Action) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observe(action)
      return interrupter
    }
  }

  /// Starts the work and calls `action` with each value, or with the error if it fails.
  @discardableResult
  public func startWithResult(_ action: @escaping @Sendable (Result<Value, Error>) -> Void) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observeResult(action)
      return interrupter
    }
  }

  /// Starts the work and calls `action` when it completes.
  @discardableResult
  public func startWithCompleted(_ action: @escaping @Sendable () -> Void) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observeCompleted(action)
      return interrupter
    }
  }

  /// Starts the work and calls `action` with the error if it fails.
  @discardableResult
  public func startWithFailed(_ action: @escaping @Sendable (Error) -> Void) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observeFailed(action)
      return interrupter
    }
  }

  /// Starts the work and calls `action` if it is interrupted.
  @discardableResult
  public func startWithInterrupted(_ action: @escaping @Sendable () -> Void) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observeInterrupted(action)
      return interrupter
    }
  }

  /// Starts the work and sends its events through the gate of `core`, which interrupts it at its end.
  func start(into core: Signal<Value, Error>.Core) {
    startWithSignal { signal, interrupter in
      core.setUpstream(interrupter)
      signal.core.attach(Signal.SendSink(core))
    }
  }
}

extension SignalProducer where Error == Never {
  /// Starts the work and calls `action` with each value.
  @discardableResult
  public func startWithValues(_ action: @escaping @Sendable (Value) -> Void) -> Disposable {
    startWithSignal { signal, interrupter in
      signal.observeValues(action)
      return interrupter
    }
  }
}

extension Signal.Core {
  /// Delivers what `source`, whose gate this core shares, sends from now on.
  fileprivate func relay(_ source: Signal.Core) {
    guard let subscription = source.attachUnlessOver(Signal.RelaySink(self)) else { return interrupt() }
    setUpstream(subscription)
  }
}

extension Signal.Core: Disposable {
  var isDisposed: Bool { isEnding }

  func dispose() {
    interrupt()
  }
}

// MARK: Lifting operators

extension SignalProducer {
  /// A producer that applies an operator of signals to the signal of each start.
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
      // Behind one gate, the output ends when the source does.
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
  /// - Parameter startsOtherFirst: Whether the work of `other` begins before that of `self`: so it must where `other`
  ///   says what becomes of the values of `self`.
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
      let instances = producers.map { $0.makeInstance() }
      let begins = instances.map(\.begin)
      let signal = transform(instances.map(\.signal))
      let interrupter = OperatorInterrupter(
        from: instances.map(\.signal.core), to: signal.core,
        below: CompositeDisposable(instances.map(\.interrupter)))
      return SignalProducer<U, F>.Instance(signal: signal, interrupter: interrupter) {
        for begin in begins { begin() }
      }
    }
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
