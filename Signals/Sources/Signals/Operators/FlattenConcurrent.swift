/// `merge`, `concat` and `concurrent`: up to a limit of inner streams are followed, the others wait.
///
/// Successive inner streams that complete while they are being started are followed in a loop, and streams inside
/// streams use ``Nesting``, so neither grows the stack.
final class FlattenConcurrent<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let limit: UInt
  private let transform: @Sendable (Value) -> SignalProducer<U, Error>
  private let starts = CompositeDisposable()
  /// The values whose streams wait. Guarded by the lock of `state`.
  private let waiting = ValueQueue<Value>()
  private let state = Locked(FlattenConcurrentState())
  /// The type of the sinks, kept so that it is not requested from the runtime for each stream.
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

  /// Follows the stream of a value, and then the waiting ones for as long as each completes while it is being started.
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
  /// - Parameter next: Receives the value whose stream is to be followed in its place.
  /// - Returns: Whether there is such a value.
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
    // The interruption overtakes waiting values.
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
    // Releasing values may run any code, so it happens outside of the lock.
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

/// Declared outside of the stage, where it would depend on the type of the values.
private struct FlattenConcurrentState: Sendable {
  var running: UInt = 0
  var isSourceComplete = false

  enum Outcome {
    case next
    case nothing
    case complete
  }
}

/// Receives the events of a followed stream: values and failures go to the output.
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
        // After the postponed values of this stream.
        Nesting.postpone(onEnd)
      }
    }
  }
}
