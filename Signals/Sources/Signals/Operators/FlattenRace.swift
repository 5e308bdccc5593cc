/// Starts all inner streams until one sends an event; then the others are interrupted, and no more are started.
final class FlattenRace<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let transform: @Sendable (Value) -> SignalProducer<U, Error>
  private let state = Locked(State())

  private struct State: Sendable {
    /// The interrupters of the started streams, by their numbers.
    var runners: [Int: Disposable] = [:]
    var nextNumber = 0
    var winner: Int?
    var isWinnerComplete = false
    var isSourceComplete = false
    var isDisposed = false

    var isComplete: Bool { isSourceComplete && (isWinnerComplete || nextNumber == 0) }
  }

  init(_ transform: @escaping @Sendable (Value) -> SignalProducer<U, Error>) {
    self.transform = transform
  }

  func receive(_ value: Value) {
    let number: Int? = state.withLock { state in
      if state.winner != nil || state.isDisposed { return nil }
      defer { state.nextNumber += 1 }
      return state.nextNumber
    }
    guard let number else { return }
    transform(value).startWithSignal { signal, interrupter in
      let isWanted = state.withLock { state in
        if state.isDisposed { return false }
        // A stream that was started earlier may have won meanwhile.
        if let winner = state.winner, winner != number { return false }
        state.runners[number] = interrupter
        return true
      }
      signal.core.attach(
        Signal<U, Error>.ClosureSink(
          value: { [self] value in
            if isWinner(number) { output.send(value) }
          },
          termination: { [self] termination in
            if isWinner(number) { finish(termination) }
          }))
      if !isWanted { interrupter.dispose() }
    }
  }

  /// Returns whether the stream's events go out. The first caller wins.
  private func isWinner(_ number: Int) -> Bool {
    typealias Verdict = (isWinner: Bool, losers: [Int: Disposable])
    let verdict: Verdict = state.withLock { state in
      if let winner = state.winner { return (winner == number, [:]) }
      if state.isDisposed { return (false, [:]) }
      state.winner = number
      var losers = state.runners
      state.runners = [:]
      state.runners[number] = losers.removeValue(forKey: number)
      return (true, losers)
    }
    for loser in verdict.losers.values { loser.dispose() }
    return verdict.isWinner
  }

  private func finish(_ termination: Termination<Error>) {
    guard case .completed = termination else { return output.end(termination) }
    let isComplete = state.withLock { state in
      state.isWinnerComplete = true
      return state.isComplete
    }
    if isComplete { output.end(.completed) }
  }

  func terminate(_ termination: Termination<Error>) {
    guard case .completed = termination else { return output.end(termination) }
    let isComplete = state.withLock { state in
      state.isSourceComplete = true
      return state.isComplete
    }
    if isComplete { output.end(.completed) }
  }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  func dispose() {
    let runners = state.withLock { state in
      state.isDisposed = true
      defer { state.runners = [:] }
      return state.runners
    }
    for runner in runners.values { runner.dispose() }
  }
}
