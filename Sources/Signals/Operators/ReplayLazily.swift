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
  private let recording: Recording
  private let start = SerialDisposable()

  init(_ source: SignalProducer<Value, Error>, capacity: Int) {
    self.source = source
    recording = Recording(capacity: capacity)
  }

  deinit {
    start.dispose()
  }

  /// Gives a start what is kept, then what comes. The start keeps the work going.
  func join(_ output: Signal<Value, Error>.Core) {
    recording.join(output, keeping: self)
    guard recording.isFirst() else { return }
    source.startWithSignal { signal, interrupter in
      start.inner = interrupter
      // Not through `self`: the work must not keep itself going.
      signal.core.attach(RecordingSink(recording))
    }
  }

  private final class RecordingSink: Signal<Value, Error>.Sink {
    private let recording: Recording

    init(_ recording: Recording) {
      self.recording = recording
    }

    override func receive(_ value: Value) {
      recording.append(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      recording.end(termination)
    }
  }

  private final class Recording: Sendable {
    private let capacity: Int
    private let core = Signal<Value, Error>.Core()
    private let state = Locked(State())

    private struct State: Sendable {
      var kept = Fifo<Value>()
      /// How many values have come.
      var version: UInt64 = 0
      var ending: Termination<Error>?
      var hasStarted = false
    }

    init(capacity: Int) {
      self.capacity = capacity
    }

    func isFirst() -> Bool {
      state.withLock { state in
        defer { state.hasStarted = true }
        return !state.hasStarted
      }
    }

    func append(_ value: Value) {
      let (dropped, isInside) = state.withLock { state in
        state.version += 1
        state.kept.append(value)
        let dropped = state.kept.count > capacity ? state.kept.popFirst() : nil
        return (dropped, core.enterOrEnqueue(value))
      }
      withExtendedLifetime(dropped) {}
      if isInside {
        core.deliver(value)
        core.leave()
      }
    }

    func end(_ termination: Termination<Error>) {
      state.withLock { $0.ending = termination }
      core.end(termination)
    }

    func join(_ output: Signal<Value, Error>.Core, keeping replay: Replay) {
      // Inside the gate of the output, what comes meanwhile queues up behind what is kept.
      output.perform { [self] in
        typealias Joined = (kept: Fifo<Value>, ending: Termination<Error>?, subscription: Disposable?)
        let joined: Joined = state.withLock { state in
          if let ending = state.ending { return (state.kept, ending, nil) }
          let sink = Signal<Value, Error>.JoinSink(core, after: state.version, output: output)
          return (state.kept, nil, core.attachUnlessOver(sink))
        }
        var kept = joined.kept
        while let value = kept.popFirst() { output.deliver(value) }
        if let ending = joined.ending { return output.terminate(ending) }
        output.setUpstream(
          AnyDisposable {
            joined.subscription?.dispose()
            withExtendedLifetime(replay) {}
          })
      }
    }
  }
}
