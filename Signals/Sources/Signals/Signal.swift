/// A stream of events that happen whether or not they are observed: keys that are pressed, lines that arrive.
///
/// A signal sends any number of values and then at most one terminal event (see ``Event``). Its events never overlap,
/// whatever threads they come from, and all observers see them in one order. An observer may send into the signal that
/// it observes: the event is delivered right after the current one, to all observers in turn.
///
/// ```
/// input:   --a---b----c|
/// signal:  --a---b----c|
/// ```
///
/// A signal lives while it is referenced or observed. When neither is the case any more, the source of its events is
/// disposed of.
public final class Signal<Value: Sendable, Error: Swift.Error>: Sendable {
  let core: Core

  init(_ core: Core) {
    self.core = core
  }

  /// A signal whose events come from `generator`, which is called immediately.
  ///
  /// - Parameter generator: Gets the signal's input, and a lifetime that ends with the signal. Add to it whatever must
  ///   be disposed of then.
  public convenience init(_ generator: (Observer, Lifetime) -> Void) {
    let disposables = CompositeDisposable()
    let core = Core(upstream: disposables)
    self.init(core)
    generator(Observer(core), Lifetime(disposables))
  }

  deinit {
    core.becomeUnreachable()
  }

  /// Returns a signal and the input that controls it.
  ///
  /// - Parameter disposable: Disposed of when the signal ends.
  public static func pipe(disposable: Disposable? = nil) -> (output: Signal, input: Observer) {
    let core = Core(upstream: disposable)
    return (Signal(core), Observer(core))
  }

  /// A signal that sends nothing and never ends: `-----------`
  public static var never: Signal {
    Signal { observer, lifetime in
      lifetime.observeEnded { _ = observer }
    }
  }

  /// A signal that has completed already, so that observers get `interrupted`.
  public static var empty: Signal {
    Signal { observer, _ in
      observer.sendCompleted()
    }
  }
}

// MARK: Observing

extension Signal {
  /// Sends the signal's events from now on to `observer`, or one `interrupted` if the signal has ended.
  ///
  /// - Returns: A disposable that ends the observation and releases the observer; nil if the signal has ended.
  @discardableResult
  public func observe(_ observer: Observer) -> Disposable? {
    core.attach(ObserverSink(observer))
  }

  /// Calls `action` with each event from now on.
  @discardableResult
  public func observe(_ action: @escaping Observer.Action) -> Disposable? {
    core.attach(ClosureSink(value: { action(.value($0)) }, termination: { action(Event($0)) }))
  }

  /// Calls `action` with each value, or with the error if the signal fails.
  @discardableResult
  public func observeResult(_ action: @escaping @Sendable (Result<Value, Error>) -> Void) -> Disposable? {
    core.attach(
      ClosureSink(
        value: { action(.success($0)) },
        termination: { if case .failed(let error) = $0 { action(.failure(error)) } }))
  }

  /// Calls `action` when the signal completes.
  @discardableResult
  public func observeCompleted(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    core.attach(TerminationSink { if case .completed = $0 { action() } })
  }

  /// Calls `action` with the error if the signal fails.
  @discardableResult
  public func observeFailed(_ action: @escaping @Sendable (Error) -> Void) -> Disposable? {
    core.attach(TerminationSink { if case .failed(let error) = $0 { action(error) } })
  }

  /// Calls `action` if the signal is interrupted or had already ended.
  @discardableResult
  public func observeInterrupted(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    core.attach(TerminationSink { if case .interrupted = $0 { action() } })
  }
}

extension Signal where Error == Never {
  /// Calls `action` with each value.
  @discardableResult
  public func observeValues(_ action: @escaping @Sendable (Value) -> Void) -> Disposable? {
    core.attach(ClosureSink(value: action))
  }
}

// MARK: Deriving

extension Signal {
  /// Returns a signal whose events an operator makes from this signal's events, one after the other, inside this
  /// signal's gate.
  ///
  /// - Parameter makeSink: Makes the operator, given the core to deliver to.
  func derive<U, F>(_ makeSink: (Signal<U, F>.Core) -> sending Sink) -> Signal<U, F> {
    let derived = Signal<U, F>.Core(gate: core.gate)
    derived.setUpstream(core.attach(makeSink(derived)))
    return Signal<U, F>(derived)
  }
}

extension Signal {
  /// The object that a leak check watches in place of the signal, which is only a handle.
  package var leakWitness: AnyObject { core }

  /// The number of values for which the signal keeps memory, beyond the waiting ones.
  package var keptBacklogCapacity: Int { core.keptBacklogCapacity }
}
