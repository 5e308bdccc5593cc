/// `merge`, `concat` and what lies between: up to a limit of inner streams are followed, the others wait.
///
/// A row of inner streams that complete while they are being started is worked off in a loop, and streams that are inside of
/// one another by way of ``Nesting``, so neither grows the stack.
final class FlattenConcurrent<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let limit: UInt
  private let transform: @Sendable (Value) -> SignalProducer<U, Error>
  private let starts = CompositeDisposable()
  /// The values whose streams wait for their turn. Guarded by the lock of `state`.
  private let waiting = ValueQueue<Value>()
  private let state = Locked(FlattenConcurrentState())
  /// The type of the sinks, which is known once and not asked of the runtime for each stream.
  private let innerSink = Signal<U, Error>.InnerSink.self

  init(limit: UInt, _ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>) {
    self.limit = limit
    self.transform = transform
  }

  func receive(_ value: Value) {
    let mayRun = state.withLock { state in
      if state.running == limit {
        waiting.append(value)
        return false
      }
      state.running += 1
      return true
    }
    guard mayRun else { return }
    if let level = Nesting.descend() {
      run(value)
      level.ascend()
    } else {
      Nesting.postpone { [self] in run(value) }
    }
  }

  /// Follows the stream of a value, and then those that wait, for as long as each completes while being started.
  private func run(_ value: Value) {
    let next = Place<Value>()
    next.set(value)
    repeat {
      let turn = Turn()
      transform(next.value).startNested { signal, interrupter in
        let entry = starts.add(interrupter)
        signal.core.attach(
          innerSink.init(output) { [self] in
            entry?.dispose()
            guard turn.isSecond() else { return }
            let next = Place<Value>()
            if finishOne(next) { run(next.value) }
          })
      }
      if !turn.isSecond() { return }
    } while finishOne(next)
  }

  /// Notes that a stream has completed.
  ///
  /// - Parameter next: Where the value goes whose stream is to be followed in its place.
  /// - Returns: Whether there is one.
  private func finishOne(_ next: Place<Value>) -> Bool {
    let outcome: FlattenConcurrentState.Outcome = state.withLock { state in
      if !waiting.isEmpty {
        next.set(waiting.takeFirst())
        return .next
      }
      state.running -= 1
      return state.running == 0 && state.isSourceComplete ? .complete : .nothing
    }
    if outcome == .complete { output.end(.completed) }
    return outcome == .next && !starts.isDisposed
  }

  func terminate(_ termination: Termination<Error>) {
    guard case .completed = termination else { return end(termination) }
    let isComplete = state.withLock { state in
      state.isSourceComplete = true
      return state.running == 0
    }
    if isComplete { end(.completed) }
  }

  private func end(_ termination: Termination<Error>) {
    // It overtakes what waits.
    if case .interrupted = termination { output.cut() }
    if let level = Nesting.descend() {
      output.end(termination)
      level.ascend()
    } else {
      output.postpone { [output] in output.terminate(termination) }
    }
  }

  var isDisposed: Bool { starts.isDisposed }

  func dispose() {
    // What is let go of may run anything; so that happens outside of the lock.
    let discarded = ValueQueue<Value>()
    state.withLock { _ in discarded.takeAll(from: waiting) }
    withExtendedLifetime(discarded) {}
    if let level = Nesting.descend() {
      starts.dispose()
      level.ascend()
    } else {
      Nesting.postpone { [starts] in starts.dispose() }
    }
  }
}

/// Outside of the stage, or it would depend on the type of the values too.
private struct FlattenConcurrentState: Sendable {
  var running: UInt = 0
  var isSourceComplete = false

  enum Outcome {
    case next
    case nothing
    case complete
  }
}

/// What flattening does with the events of a stream it follows: values and failures go to the output.
extension Signal {
  final class InnerSink: Sink {
    private let output: Core
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called when the stream completes or is interrupted.
    required init(_ output: Core, onEnd: @escaping @Sendable () -> Void) {
      self.output = output
      self.onEnd = onEnd
    }

    override func receive(_ value: Value) {
      if let level = Nesting.descend() {
        output.send(value)
        level.ascend()
      } else {
        output.postpone { [output] in output.deliver(value) }
      }
    }

    override func terminate(_ termination: Termination<Error>) {
      if let level = Nesting.descend() {
        if case .failed = termination { output.end(termination) } else { onEnd() }
        level.ascend()
      } else if case .failed = termination {
        output.postpone { [output] in output.terminate(termination) }
      } else {
        // Behind the values of this stream that were put off.
        Nesting.postpone(onEnd)
      }
    }
  }
}
