import Synchronization

/// Settles which of two comes second: so that of two threads, or of a call and what happens inside it, exactly one goes
/// on.
final class Turn: Sendable {
  private let hasFirstCome = Atomic<Bool>(false)

  /// False for the first who asks, true for the second.
  func isSecond() -> Bool {
    hasFirstCome.exchange(true, ordering: .acquiringAndReleasing)
  }
}
