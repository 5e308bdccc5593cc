import Signals

/// Runs pieces of work one at a time, in the order in which they were started.
final class SerialQueue: Sendable {
  private let next: Signal<SignalProducer<Never, Never>, Never>.Observer

  init() {
    let (turns, next) = Signal<SignalProducer<Never, Never>, Never>.pipe()
    self.next = next
    turns.flatten(.concat).observeCompleted {}
  }

  /// The same work, delayed until its turn. Disposing of it while it waits cancels its turn.
  func take<Value, Failure>(_ work: SignalProducer<Value, Failure>) -> SignalProducer<Value, Failure> {
    SignalProducer { [self] observer, lifetime in
      // Keeps the turns alive until the work is over, even if the client is released before.
      lifetime.observeEnded { withExtendedLifetime(self) {} }
      next.send(
        value: SignalProducer { turn, _ in
          // Immediately if the work was cancelled before its turn.
          lifetime.observeEnded { turn.sendCompleted() }
          guard !lifetime.hasEnded else { return }
          lifetime += work.start(observer)
        })
    }
  }
}
