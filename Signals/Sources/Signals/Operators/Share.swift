/// The start that is shared while there is one.
private final class Sharing<Value: Sendable, Error: Swift.Error>: Sendable {
  private let source: SignalProducer<Value, Error>
  private let running = Locked(Running())

  /// Held weakly: the starts that share it keep it alive, and it ends with the last of them.
  private struct Running: Sendable {
    weak var core: Signal<Value, Error>.Core?
  }

  init(_ source: SignalProducer<Value, Error>) {
    self.source = source
  }

  /// Feeds `output` from the start that runs, or from a new one.
  func feed(_ output: Signal<Value, Error>.Core) {
    while true {
      let (core, isNew) = reachCore()
      // The running start may have just ended; the next iteration replaces it.
      guard let subscription = core.attachUnlessOver(Signal.SendSink(output)) else { continue }
      output.setUpstream(subscription)
      if isNew {
        core.becomeUnreachable()
        source.start(into: core)
      }
      return
    }
  }

  private func reachCore() -> (core: Signal<Value, Error>.Core, isNew: Bool) {
    typealias Reached = (core: Signal<Value, Error>.Core, replaced: Signal<Value, Error>.Core?, isNew: Bool)
    let reached: Reached = running.withLock { running in
      let current = running.core
      if let current, !current.isEnding { return (current, nil, false) }
      let core = Signal<Value, Error>.Core()
      running.core = core
      return (core, current, true)
    }
    // The replaced start is released here, outside of the lock.
    return (reached.core, reached.isNew)
  }
}

extension SignalProducer {
  /// A producer whose starts share one start of the work: the first begins it, the last to be disposed of interrupts it.
  ///
  /// A start that comes while the work runs gets the events from then on. A start after the end or the interruption of
  /// the work begins it again immediately, even if another thread is still interrupting it, so that the work may run
  /// twice for a moment. To get earlier values as well, use ``replayLazily(upTo:)``.
  ///
  /// ```
  /// work:          -1--2--3|
  /// first start:   -1--2--3|
  /// second start:    --2--3|
  /// ```
  public func share() -> SignalProducer<Value, Error> {
    let sharing = Sharing(self)
    return SignalProducer { core in sharing.feed(core) }
  }
}
