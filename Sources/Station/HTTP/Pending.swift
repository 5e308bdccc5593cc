import Synchronization

/// A value that an event loop waits for. Its producer may be late: when the connection is gone, and with it perhaps the
/// loop, it is dropped.
final class Pending<Value: Sendable>: Sendable {
  private let receiver: Mutex<(@Sendable (Value) -> Void)?>

  /// - Parameter receiver: is called once at most; must do no more than pass the value on to the event loop.
  init(_ receiver: @escaping @Sendable (Value) -> Void) {
    self.receiver = Mutex(receiver)
  }

  func give(_ value: Value) {
    // Under the lock, so that nothing is on its way to the loop any more when `forget` returns.
    receiver.withLock { receiver in
      receiver?(value)
      receiver = nil
    }
  }

  func forget() {
    receiver.withLock { $0 = nil }
  }
}
