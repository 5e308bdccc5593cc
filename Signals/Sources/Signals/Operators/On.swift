extension Signal {
  private final class OnSink: Operator<Value> {
    private let value: (@Sendable (Value) -> Void)?
    private let termination: @Sendable (Termination<Error>) -> Void

    init(
      value: (@Sendable (Value) -> Void)?, termination: @escaping @Sendable (Termination<Error>) -> Void,
      _ output: Core
    ) {
      self.value = value
      self.termination = termination
      super.init(output)
    }

    override func receive(_ value: Value) {
      self.value?(value)
      output.deliver(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      self.termination(termination)
      output.terminate(termination)
    }
  }

  /// Calls the closures with each event before it goes on, and `disposed` when the stream has ended or is released.
  ///
  /// The closures run once per event, however many observers there are.
  ///
  /// ```
  /// source:           -1--2--3|
  /// on(value: print): -1--2--3|
  /// ```
  public func on(
    event: (@Sendable (Event) -> Void)? = nil,
    failed: (@Sendable (Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    interrupted: (@Sendable () -> Void)? = nil,
    terminated: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil,
    value: (@Sendable (Value) -> Void)? = nil
  ) -> Signal<Value, Error> {
    let onValue: (@Sendable (Value) -> Void)? =
      event.map { event in
        { @Sendable sent in
          event(.value(sent))
          value?(sent)
        }
      } ?? value
    let onTermination: @Sendable (Termination<Error>) -> Void = { termination in
      event?(Event(termination))
      switch termination {
      case .failed(let error): failed?(error)
      case .completed: completed?()
      case .interrupted: interrupted?()
      }
      terminated?()
    }
    let output = Core(gate: core.gate)
    let upstream = core.attach(OnSink(value: onValue, termination: onTermination, output))
    if let disposed {
      output.setUpstream(
        AnyDisposable {
          upstream?.dispose()
          disposed()
        })
    } else {
      output.setUpstream(upstream)
    }
    return Signal(output)
  }
}

extension SignalProducer {
  /// Calls the closures at each start: `starting` before and `started` after the work has begun, the others with each
  /// event before it goes on, and `disposed` when the start has ended or is interrupted.
  public func on(
    starting: (@Sendable () -> Void)? = nil,
    started: (@Sendable () -> Void)? = nil,
    event: (@Sendable (Signal<Value, Error>.Event) -> Void)? = nil,
    failed: (@Sendable (Error) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    interrupted: (@Sendable () -> Void)? = nil,
    terminated: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil,
    value: (@Sendable (Value) -> Void)? = nil
  ) -> SignalProducer<Value, Error> {
    SignalProducer {
      let instance = self.makeInstance()
      let begin = instance.begin
      let signal = instance.signal.on(
        event: event, failed: failed, completed: completed, interrupted: interrupted, terminated: terminated,
        disposed: disposed, value: value)
      let core = signal.core
      return Instance(signal: signal, interrupter: instance.interrupter) {
        // A start that was disposed of while it was being set up never begins.
        if core.isEnding { return }
        starting?()
        begin()
        started?()
      }
    }
  }
}
