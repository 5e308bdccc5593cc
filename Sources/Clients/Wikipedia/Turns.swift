import Signals

/// Starts pieces of work one after the other: each when those that were started before it are over.
final class Turns: Sendable {
  private let next: Signal<SignalProducer<Never, Never>, Never>.Observer

  init() {
    let (turns, next) = Signal<SignalProducer<Never, Never>, Never>.pipe()
    self.next = next
    turns.flatten(.concat).observeCompleted {}
  }

  /// The same work, which waits for its turn. Disposing of it while it waits gives the turn up.
  func take<Value, Failure>(_ work: SignalProducer<Value, Failure>) -> SignalProducer<Value, Failure> {
    SignalProducer { [self] observer, lifetime in
      // Keeps the turns until the work is over, though the client may be gone by then.
      lifetime.observeEnded { withExtendedLifetime(self) {} }
      next.send(
        value: SignalProducer { turn, _ in
          // At once where the work was given up before its turn.
          lifetime.observeEnded { turn.sendCompleted() }
          guard !lifetime.hasEnded else { return }
          lifetime += work.start(observer)
        })
    }
  }
}
