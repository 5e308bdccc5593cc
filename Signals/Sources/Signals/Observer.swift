extension Signal {
  /// Receives events: the input of a signal, or closures that observe one.
  ///
  /// The input of a signal may be used from any thread and from inside a delivery; events then queue up behind the one
  /// that is being delivered. The input does not keep its signal alive. When its last reference is released, the signal
  /// is interrupted after the events that were sent, because nothing can be sent any more.
  public final class Observer: Sendable {
    /// The action for each event.
    public typealias Action = @Sendable (Event) -> Void

    private let core: Core?
    /// The same core, unretained, so that sending does not retain it.
    private let unretainedCore: Unmanaged<Core>?
    private let handlers: Handlers?

    private struct Handlers: Sendable {
      let value: @Sendable (Value) -> Void
      let termination: @Sendable (Termination<Error>) -> Void
    }

    /// The input of a signal.
    init(_ core: Core) {
      self.core = core
      unretainedCore = .passUnretained(core)
      handlers = nil
    }

    /// An observer that calls `action` with each event.
    public init(_ action: @escaping Action) {
      core = nil
      unretainedCore = nil
      handlers = Handlers(value: { action(.value($0)) }, termination: { action(Event($0)) })
    }

    /// An observer that calls the closure for each kind of event, if there is one.
    public init(
      value: (@Sendable (Value) -> Void)? = nil,
      failed: (@Sendable (Error) -> Void)? = nil,
      completed: (@Sendable () -> Void)? = nil,
      interrupted: (@Sendable () -> Void)? = nil
    ) {
      core = nil
      unretainedCore = nil
      handlers = Handlers(value: value ?? { _ in }) { termination in
        switch termination {
        case .failed(let error): failed?(error)
        case .completed: completed?()
        case .interrupted: interrupted?()
        }
      }
    }

    /// An observer that passes all events on to `observer`, with `completed` in place of `interrupted`.
    public convenience init(mappingInterruptedToCompleted observer: Observer) {
      self.init(
        value: { observer.send(value: $0) },
        failed: { observer.send(error: $0) },
        completed: { observer.sendCompleted() },
        interrupted: { observer.sendCompleted() })
    }

    deinit {
      core?.endInTurn(.interrupted)
    }

    /// Sends an event.
    public func send(_ event: Event) {
      switch event {
      case .value(let value): send(value: value)
      case .failed(let error): send(error: error)
      case .completed: sendCompleted()
      case .interrupted: sendInterrupted()
      }
    }

    /// Sends a value.
    public func send(value: Value) {
      if let unretainedCore {
        unretainedCore._withUnsafeGuaranteedRef { $0.send(value) }
      } else {
        handlers?.value(value)
      }
    }

    /// Ends the signal with an error.
    public func send(error: Error) {
      send(.failed(error) as Termination)
    }

    /// Ends the signal.
    public func sendCompleted() {
      send(.completed as Termination)
    }

    /// Interrupts the signal: values that wait behind the one that is being delivered are dropped.
    public func sendInterrupted() {
      send(.interrupted as Termination)
    }

    func send(_ termination: Termination<Error>) {
      if let core { core.end(termination) } else { handlers?.termination(termination) }
    }
  }
}
