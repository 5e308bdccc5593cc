import Synchronization

/// Decides which of two comes second, so that of two threads, or of a call and the code that runs inside it, exactly
/// one goes on.
final class Turn: Sendable {
  private let hasFirstCome = Atomic<Bool>(false)

  /// Returns false to the first caller, true to the second.
  func isSecond() -> Bool {
    hasFirstCome.exchange(true, ordering: .acquiringAndReleasing)
  }
}
