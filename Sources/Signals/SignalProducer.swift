import Synchronization

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
    case beginning(@Sendable (Signal<Value, Error>.Core) -> Void)
    case instances(@Sendable () -> Instance)
    case computation(@Sendable () -> Value)
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

  /// Each start computes a value, sends it and completes.
  init(computing compute: @escaping @Sendable () -> Value) {
    work = .computation(compute)
  }

  /// What computes the value, if one value is all that each start sends.
  ///
  /// Work that is over when its start returns needs no signal, and nothing to interrupt it with: an observer can be called
  /// directly. That takes a tenth of the time.
  var computation: (@Sendable () -> Value)? {
    if case .computation(let compute) = work { compute } else { nil }
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
    case .beginning(let begin):
      let core = Signal<Value, Error>.Core()
      return Instance(signal: Signal(core), interrupter: core) {
        if !core.isEnding { begin(core) }
      }
    case .computation(let compute):
      let core = Signal<Value, Error>.Core()
      return Instance(signal: Signal(core), interrupter: core) {
        if core.isEnding { return }
        core.send(compute())
        core.end(.completed)
      }
    case .row(let row): return row.producers.flatten(.concat).makeInstance()
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
    self.init { core in
      let disposables = CompositeDisposable()
      core.setUpstream(disposables)
      startHandler(Signal<Value, Error>.Observer(core), Lifetime(disposables))
    }
  }

  /// A producer whose starts send into a core of their own.
  init(begin: @escaping @Sendable (Signal<Value, Error>.Core) -> Void) {
    work = .beginning(begin)
  }
}

// MARK: Starting

extension SignalProducer {
  /// Starts the work, after handing its signal and its interrupter to `setup`, so that observers miss nothing.
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: Disposable) -> Result
  ) -> Result {
    Nesting.isUnderWay ? Nesting.isolated { startNested(setup) } : startNested(setup)
  }

  /// Starts the work as ``startWithSignal(_:)`` does, for an operator that starts producers inside producers: if that is
  /// nested too deep, events come a little later.
  @discardableResult
  func startNested<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: Disposable) -> Result
  ) -> Result {
    let instance = makeInstance()
    let interrupter = StartInterrupter(core: instance.signal.core, work: instance.interrupter)
    let result = setup(instance.signal, interrupter)
    instance.begin()
    return result
  }

  /// Starts the work as ``startWithSignal(_:)`` does, for observers inside the module: where the work only needs a core to
  /// send into, there is neither a signal nor an ``Instance``.
  ///
  /// - Parameter setup: Has to attach a sink, or the work may be interrupted at once.
  /// - Returns: What interrupts the work.
  @discardableResult
  func startWithCore(
    _ setup: (_ core: Signal<Value, Error>.Core, _ interrupter: Disposable) -> Void
  ) -> Disposable {
    guard case .beginning(let begin) = work else {
      return startWithSignal { signal, interrupter in
        setup(signal.core, interrupter)
        return interrupter
      }
    }
    let core = Signal<Value, Error>.Core()
    setup(core, core)
    if core.isEnding { return core }
    if Nesting.isUnderWay { Nesting.isolated { begin(core) } } else { begin(core) }
    return core
  }

  /// Starts the work for what it does, whatever it sends.
  ///
  /// - Returns: Disposing of it interrupts the work.
  @discardableResult
  public func start() -> Disposable {
    if let computation {
      _ = computation()
      return Finished.start
    }
    return startWithCore { core, _ in core.attach(Signal.Sink()) }
  }

  /// Starts the work and sends its events to `observer`.
  ///
  /// - Returns: Disposing of it interrupts the work, and sends `interrupted` unless the end has come before.
  @discardableResult
  public func start(_ observer: Signal<Value, Error>.Observer) -> Disposable {
    if let computation {
      observer.send(value: computation())
      observer.sendCompleted()
      return Finished.start
    }
    return startWithCore { core, _ in core.attach(Signal.ObserverSink(observer)) }
  }

  /// Starts the work and calls `action` with each event.
  @discardableResult
  public func start(_ action: @escaping Signal<Value, Error>.Observer.Action) -> Disposable {
    if let computation {
      action(.value(computation()))
      action(.completed)
      return Finished.start
    }
    return startWithSignal { signal, interrupter in
      signal.observe(action)
      return interrupter
    }
  }

  /// Starts the work and calls `action` with each value, or with the error if it fails.
  @discardableResult
  public func startWithResult(_ action: @escaping @Sendable (Result<Value, Error>) -> Void) -> Disposable {
    if let computation {
      action(.success(computation()))
      return Finished.start
    }
    return startWithSignal { signal, interrupter in
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

  /// Starts the work and sends its events to the sink that `makeSink` makes, given what interrupts the work.
  func start(_ makeSink: (_ interrupter: Disposable) -> Signal<Value, Error>.Sink) {
    if let computation {
      let interrupter = Interruption()
      let sink = makeSink(interrupter)
      if interrupter.isDisposed { return sink.terminate(.interrupted) }
      let value = computation()
      if !interrupter.isDisposed { sink.receive(value) }
      return sink.terminate(interrupter.isDisposed ? .interrupted : .completed)
    }
    startWithCore { core, interrupter in core.attach(makeSink(interrupter)) }
  }

  /// Starts the work and sends its events through the gate of `core`, which interrupts it at its end.
  func start(into core: Signal<Value, Error>.Core) {
    if let computation {
      if core.isEnding { return }
      core.send(computation())
      return core.end(.completed)
    }
    startWithCore { source, interrupter in
      core.setUpstream(interrupter)
      source.attach(Signal.SendSink(core))
    }
  }
}

extension SignalProducer where Error == Never {
  /// Starts the work and calls `action` with each value.
  @discardableResult
  public func startWithValues(_ action: @escaping @Sendable (Value) -> Void) -> Disposable {
    if let computation {
      action(computation())
      return Finished.start
    }
    return startWithCore { core, _ in core.attach(Signal.ClosureSink(value: action)) }
  }
}

/// Notes that work was interrupted which cannot be stopped in the middle.
private final class Interruption: Disposable {
  private let hasCome = Atomic<Bool>(false)

  var isDisposed: Bool { hasCome.load(ordering: .acquiring) }

  func dispose() {
    hasCome.store(true, ordering: .releasing)
  }
}

/// What a start returns whose work is over: there is nothing to dispose of any more.
private final class Finished: Disposable {
  static let start = Finished()

  var isDisposed: Bool { true }

  func dispose() {}
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
