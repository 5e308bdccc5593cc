/// `merge`, `concat` and what lies between: up to a limit of inner streams are followed, the others wait.
///
/// A chain of inner streams that complete while they are being started is worked off in a loop, so it does not grow the
/// stack.
final class FlattenConcurrent<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let limit: UInt
  private let transform: @Sendable (Value) -> SignalProducer<U, Error>
  private let starts = CompositeDisposable()
  private let state = Locked(State())

  private struct State: Sendable {
    var waiting = Fifo<Value>()
    var running: UInt = 0
    var isSourceComplete = false
  }

  init(limit: UInt, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>) {
    self.limit = limit
    self.transform = transform
  }

  func receive(_ value: Value) {
    let mayRun = state.withLock { state in
      if state.running == limit {
        state.waiting.append(value)
        return false
      }
      state.running += 1
      return true
    }
    if mayRun { run(value) }
  }

  /// Follows the stream of a value, and then those that wait, for as long as each completes while being started.
  private func run(_ value: Value) {
    var next: Value? = value
    while let value = next, !starts.isDisposed {
      let turn = Turn()
      transform(value).startWithSignal { signal, interrupter in
        let entry = starts.add(interrupter)
        signal.core.attach(
          Signal<U, Error>.InnerSink(output) { [self] in
            entry?.dispose()
            if turn.isSecond(), let next = finishOne() { run(next) }
          })
      }
      next = turn.isSecond() ? finishOne() : nil
    }
  }

  /// Notes that a stream has completed; returns what to follow in its place.
  private func finishOne() -> Value? {
    let (next, isComplete) = state.withLock { state in
      if let next = state.waiting.popFirst() { return (next as Value?, false) }
      state.running -= 1
      return (nil, state.running == 0 && state.isSourceComplete)
    }
    if isComplete { output.end(.completed) }
    return next
  }

  func terminate(_ termination: Termination<Error>) {
    guard case .completed = termination else { return output.end(termination) }
    let isComplete = state.withLock { state in
      state.isSourceComplete = true
      return state.running == 0
    }
    if isComplete { output.end(.completed) }
  }

  var isDisposed: Bool { starts.isDisposed }

  func dispose() {
    let discarded = state.withLock { state in
      defer { state.waiting = Fifo() }
      return state.waiting
    }
    withExtendedLifetime(discarded) {}
    starts.dispose()
  }
}

/// What flattening does with the events of a stream it follows: values and failures go to the output.
extension Signal {
  final class InnerSink: Sink {
    private let output: Core
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called when the stream completes or is interrupted.
    init(_ output: Core, onEnd: @escaping @Sendable () -> Void) {
      self.output = output
      self.onEnd = onEnd
    }

    override func receive(_ value: Value) {
      output.send(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      if case .failed = termination { output.end(termination) } else { onEnd() }
    }
  }
}
