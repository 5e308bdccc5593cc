import Synchronization

/// Work that can be started any number of times, and sends the events of each start to the caller that started it: a
/// request, a timer, a stream of updates.
///
/// Nothing happens before a start. Each start does the work again, with its own signal. Disposing of a start's
/// disposable interrupts only that start.
public struct SignalProducer<Value: Sendable, Error: Swift.Error>: Sendable {
  /// The signal through which a start sends its events.
  public typealias ProducedSignal = Signal<Value, Error>

  private let work: Work

  private enum Work: Sendable {
    case following(Signal<Value, Error>)
    case row(Row<SignalProducer<Value, Error>>)
    case sequel(Sequel<Value, Error>)
    case beginning(@Sendable (Signal<Value, Error>.Core) -> Void)
    case instances(@Sendable () -> Instance)
    case computation(@Sendable () -> Value)
  }

  /// One start before its work begins.
  ///
  /// Operators are applied to `signal` before the work begins. So an operator is written once, for signals, and no
  /// event is missed.
  struct Instance {
    let signal: Signal<Value, Error>
    /// Interrupts the work at its root and wherever else it still runs.
    let interrupter: Disposable
    /// Does the work if it still has an observer. It must not hold `signal`, whose references tell whether there is
    /// one.
    let begin: () -> Void
  }

  init(makeInstance: @escaping @Sendable () -> Instance) {
    work = .instances(makeInstance)
  }

  /// A producer whose starts send the signal's events from then on. Disposing of a start has no effect on the signal.
  public init(_ signal: Signal<Value, Error>) {
    work = .following(signal)
  }

  /// The signal, if following it is all that each start does. A caller that needs no start of its own may observe it
  /// directly.
  var followed: Signal<Value, Error>? {
    if case .following(let signal) = work { signal } else { nil }
  }

  /// A producer whose starts compute a value, send it and complete.
  init(computing compute: @escaping @Sendable () -> Value) {
    work = .computation(compute)
  }

  /// The closure that computes the value, if each start sends only one.
  ///
  /// Work that is over when its start returns needs no signal and no interrupter: an observer can be called directly,
  /// which takes a tenth of the time.
  var computation: (@Sendable () -> Value)? {
    if case .computation(let compute) = work { compute } else { nil }
  }

  /// A producer whose starts start the producers of `row` one after the other.
  init(_ row: Row<SignalProducer<Value, Error>>) {
    work = .row(row)
  }

  /// The concatenated producers, if `concat` has made this one, or the producer itself.
  var row: Row<SignalProducer<Value, Error>>.Side {
    if case .row(let row) = work { .row(row) } else { .element(self) }
  }

  /// A producer whose starts do work of others first.
  init(_ sequel: Sequel<Value, Error>) {
    work = .sequel(sequel)
  }

  /// The work before and after, if `then` has made this producer.
  var sequel: Sequel<Value, Error>? {
    if case .sequel(let sequel) = work { sequel } else { nil }
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
    case .row(let row): return SignalProducer.producers(in: row).flatten(.concat).makeInstance()
    case .sequel(let sequel):
      let core = Signal<Value, Error>.Core()
      return Instance(signal: Signal(core), interrupter: core) {
        if !core.isEnding { sequel.begin(core) }
      }
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
  /// - Parameter startHandler: Gets the input of the start's signal, and a lifetime that ends with the start, by a
  ///   terminal event or an interruption. Add to it whatever must be disposed of then. A start whose input is released
  ///   is interrupted.
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
  /// Starts the work after passing its signal and its interrupter to `setup`, so that observers miss nothing.
  @discardableResult
  public func startWithSignal<Result>(
    _ setup: (_ signal: Signal<Value, Error>, _ interruptHandle: Disposable) -> Result
  ) -> Result {
    Nesting.isUnderWay ? Nesting.isolated { startNested(setup) } : startNested(setup)
  }

  /// Starts the work as ``startWithSignal(_:)`` does, for an operator that starts producers inside producers. If they
  /// are nested too deep, events come a little later.
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

  /// Starts the work as ``startWithSignal(_:)`` does, for observers inside the module. Work that only needs a core to
  /// send into gets neither a signal nor an ``Instance``.
  ///
  /// - Parameter setup: Must attach a sink, or the work may be interrupted immediately.
  /// - Returns: A disposable that interrupts the work.
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

  /// Starts the work and ignores its events.
  ///
  /// - Returns: A disposable that interrupts the work.
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
  /// - Returns: A disposable that interrupts the work and sends `interrupted`, unless the work has ended.
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

  /// Starts the work and sends its events to the sink that `makeSink` makes, given the work's interrupter.
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

/// Records the interruption of work that cannot be stopped in the middle.
private final class Interruption: Disposable {
  private let hasCome = Atomic<Bool>(false)

  var isDisposed: Bool { hasCome.load(ordering: .acquiring) }

  func dispose() {
    hasCome.store(true, ordering: .releasing)
  }
}

/// The disposable of a start whose work is over, with nothing to dispose of.
private final class Finished: Disposable {
  static let start = Finished()

  var isDisposed: Bool { true }

  func dispose() {}
}

extension Signal.Core {
  /// Delivers the events that `source`, whose gate this core shares, sends from now on.
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
