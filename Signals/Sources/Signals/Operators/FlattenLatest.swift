/// Follows only the newest inner stream.
///
/// The newest stream changes inside the gate of the output, so no value of an older stream goes out after a newer
/// stream has come, even if it was on its way.
final class FlattenLatest<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let transform: @Sendable (Value) -> SignalProducer<U, Error>
  /// The number of the stream whose events go out; used only inside the gate of the output.
  private let current = Gated(0)
  private let state = Locked(FlattenLatestState())
  /// The type of the sinks, kept so that it is not requested from the runtime for each stream.
  private let innerSink = LatestSink.self

  init(_ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>) {
    self.transform = transform
  }

  func receive(_ value: Value) {
    let (number, older) = state.withLock { state in
      state.newest += 1
      state.isRunning = true
      defer { state.interrupter = nil }
      return (state.newest, state.interrupter)
    }
    switchTo(number)
    older?.dispose()
    let producer = transform(value)
    if let signal = producer.followed {
      // Detaching interrupts it completely, and the source sends nothing meanwhile, because its gate is taken.
      if let subscription = signal.core.attach(innerSink.init(self, number)) { keep(subscription, of: number) }
    } else {
      producer.startWithSignal { signal, interrupter in
        keep(interrupter, of: number)
        signal.core.attach(innerSink.init(self, number))
      }
    }
  }

  /// Stores the interrupter of a stream, or interrupts the stream if it is no longer the newest.
  private func keep(_ interrupter: Disposable, of number: Int) {
    let isWanted = state.withLock { state in
      if state.isDisposed || state.newest != number { return false }
      state.interrupter = interrupter
      return true
    }
    if !isWanted { interrupter.dispose() }
  }

  private func switchTo(_ number: Int) {
    if output.tryEnter() {
      current.value = number
      output.leave()
    } else {
      output.perform { [current] in current.value = number }
    }
  }

  private func end(_ number: Int, _ termination: Termination<Error>) {
    if case .failed = termination {
      return output.perform { [self] in
        if current.value == number { output.terminate(termination) }
      }
    }
    let isComplete = state.withLock { state in
      guard state.newest == number else { return false }
      state.interrupter = nil
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

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  func dispose() {
    state.withLock { state in
      state.isDisposed = true
      defer { state.interrupter = nil }
      return state.interrupter
    }?.dispose()
  }

  private final class LatestSink: Signal<U, Error>.Sink {
    private let stage: FlattenLatest
    private let output: Signal<U, Error>.Core
    private let current: Gated<Int>
    private let number: Int

    required init(_ stage: FlattenLatest, _ number: Int) {
      self.stage = stage
      self.number = number
      output = stage.output
      current = stage.current
    }

    override func receive(_ value: U) {
      if output.tryEnter() {
        if current.value == number { output.deliver(value) }
        output.leave()
      } else {
        output.perform { [output, current, number] in
          if current.value == number { output.deliver(value) }
        }
      }
    }

    override func terminate(_ termination: Termination<Error>) {
      stage.end(number, termination)
    }
  }
}

/// Declared outside of the stage, where it would depend on the types of the values.
private struct FlattenLatestState: Sendable {
  /// The number of the newest stream.
  var newest = 0
  var interrupter: Disposable?
  var isRunning = false
  var isSourceComplete = false
  var isDisposed = false
}
