extension SignalProducer {
  /// Does the work once, from the first start on, for all who start; each gets up to `capacity` of the newest values
  /// that were sent before, and then what all get.
  ///
  /// The work is interrupted when nobody holds the returned producer and all starts have ended. What is started after
  /// the work has ended gets the kept values and the terminal event.
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

/// The work that is shared, what is kept of it, and the core that goes to all.
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

  /// Gives a start what is kept, then what comes. The start keeps the work going.
  func join(_ output: Signal<Value, Error>.Core) {
    storage.join(output, keeping: self)
    if turn.isSecond() { return }
    source.startWithSignal { signal, interrupter in
      start.inner = interrupter
      // Not through `self`: the work must not keep itself going.
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
