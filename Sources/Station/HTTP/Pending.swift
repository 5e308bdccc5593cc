import Synchronization

/// A value that an event loop waits for. If the connection, and perhaps the loop, has ended before it comes, it is dropped.
package final class Pending<Value: Sendable>: Sendable {
  private let receiver: Mutex<(@Sendable (Value) -> Void)?>

  /// - Parameter receiver: Called once at most. It must only pass the value on to the event loop.
  package init(_ receiver: @escaping @Sendable (Value) -> Void) {
    self.receiver = Mutex(receiver)
  }

  package func give(_ value: Value) {
    // Under the lock, so that no value is on its way to the loop when `forget` returns.
    receiver.withLock { receiver in
      receiver?(value)
      receiver = nil
    }
  }

  package func forget() {
    receiver.withLock { $0 = nil }
  }
}
