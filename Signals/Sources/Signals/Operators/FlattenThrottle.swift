/// Follows an inner stream to its end and ignores those that come meanwhile.
final class FlattenThrottle<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let transform: @Sendable (Value) -> SignalProducer<U, Error>
  private let start = SerialDisposable()
  private let state = Locked(State())

  private struct State: Sendable {
    var isRunning = false
    var isSourceComplete = false
  }

  init(_ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>) {
    self.transform = transform
  }

  func receive(_ value: Value) {
    let isFree = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFree else { return }
    transform(value).startWithSignal { signal, interrupter in
      start.inner = interrupter
      signal.core.attach(
        Signal<U, Error>.ClosureSink(
          value: { [output] value in output.send(value) },
          termination: { [self] termination in finish(termination) }))
    }
  }

  private func finish(_ termination: Termination<Error>) {
    guard case .completed = termination else { return output.end(termination) }
    let isComplete = state.withLock { state in
      state.isRunning = false
      return state.isSourceComplete
    }
    if isComplete { output.end(.completed) }
  }

  func terminate(_ termination: Termination<Error>) {
    guard case .completed = termination else { return output.end(termination) }
    let isComplete = state.withLock { state in
      state.isSourceComplete = true
      return !state.isRunning
    }
    if isComplete { output.end(.completed) }
  }

  var isDisposed: Bool { start.isDisposed }

  func dispose() {
    start.dispose()
  }
}
