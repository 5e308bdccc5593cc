import Locks
import Signals

/// Counts the values of a signal.
package final class Counter: Sendable {
  private let state = LockedState(0)
  package var count: Int { state.withLock { $0 } }

  package init<Value>(_ signal: Signal<Value, Never>) {
    signal.observeValues { [weak self] _ in self?.state.withLock { $0 += 1 } }
  }
}
