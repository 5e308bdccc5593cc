extension SignalProducer {
  /// Does the work once, beginning with the first start, for all starts. Each start gets up to `capacity` of the newest
  /// values that were sent before it, and then the same events as the others.
  ///
  /// The work is interrupted when the returned producer is released and all starts have ended. A start after the end of
  /// the work gets the kept values and the terminal event.
  ///
  /// ```
  /// source:        -1--2--3--4|
  /// first start:   -1--2--3--4|
  /// a later start:      2-3--4|
  /// ```
  public func replayLazily(upTo capacity: Int) -> SignalProducer<Value, Error> {
    precondition(capacity >= 0, "There is no negative number of values.")
    let replay = Replay(self, capacity: capacity)
    return SignalProducer { core in
      replay.join(core)
    }
  }
}

/// The shared work, its kept values, and the core that sends to all starts.
private final class Replay<Value: Sendable, Error: Swift.Error>: Sendable {
  private let source: SignalProducer<Value, Error>
  private let storage: ValueStorage<Value, Error>
  private let turn = Turn()
  private let start = SerialDisposable()

  init(_ source: SignalProducer<Value, Error>, capacity: Int) {
    self.source = source
    storage = ValueStorage(capacity: capacity)
  }

  deinit {
    start.dispose()
  }

  /// Sends a start the kept values and then the following events. The start keeps the work alive.
  func join(_ output: Signal<Value, Error>.Core) {
    storage.join(output, keeping: self)
    if turn.isSecond() { return }
    source.startWithSignal { signal, interrupter in
      start.inner = interrupter
      // Not through `self`, because the work must not keep itself alive.
      signal.core.attach(RecordingSink(storage))
    }
  }

  private final class RecordingSink: Signal<Value, Error>.Sink {
    private let storage: ValueStorage<Value, Error>

    init(_ storage: ValueStorage<Value, Error>) {
      self.storage = storage
    }

    override func receive(_ value: Value) {
      storage.set(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      storage.end(termination)
    }
  }
}
