import Synchronization

/// Finds out whether two are in the same place at the same time.
final class Occupancy: Sendable {
  private let isOccupied = Atomic<Bool>(false)

  /// Whether nobody was inside.
  func enter() -> Bool {
    !isOccupied.exchange(true, ordering: .acquiringAndReleasing)
  }

  func leave() {
    isOccupied.store(false, ordering: .releasing)
  }
}
