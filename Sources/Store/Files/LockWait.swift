import Foundation
import Locks
import Text

/// Waiting for another program's lock: for a limited time, and with a message.
///
/// Programs that start or write at the same time block each other for milliseconds, which is not worth a message.
struct LockWait: Sendable {
  /// The longest wait in seconds.
  var limit = 5.0
  /// Sleeps for a number of seconds.
  var pause: @Sendable (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }

  /// The seconds after which a message is sent.
  static let silence = 0.25
  /// The seconds between two attempts.
  static let interval = 0.01

  /// Waits before the next attempt, and calls `tell` once when the wait is worth a message.
  ///
  /// - Parameter attempts: The number of attempts that have failed since the last success, without the first of them.
  /// - Returns: `false` after the longest wait.
  func again(after attempts: Int, telling tell: () -> Void) -> Bool {
    guard Double(attempts) * Self.interval < limit else { return false }
    if attempts == Int(Self.silence / Self.interval) { tell() }
    pause(Self.interval)
    return true
  }

  /// Returns the message.
  ///
  /// - Parameter consequence: What happens after the longest wait.
  func sentence(_ file: SafeText, _ consequence: SafeText) -> SafeText {
    let seconds: SafeText = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
    return "Waiting up to \(seconds) s for another program that has locked \(file); then \(consequence)."
  }
}

/// The waits for one file: while it is opened or examined they share the longest wait.
final class LockWaits: Sendable {
  private let wait: LockWait
  private let tell: @Sendable () -> Void
  /// The failed attempts so far; `nil` when each wait counts for itself.
  private let spent = LockedState<Int?>(0)

  /// - Parameter tell: Called when a wait is worth a message.
  init(_ wait: LockWait, telling tell: @escaping @Sendable () -> Void) { (self.wait, self.tell) = (wait, tell) }

  /// Waits before the next attempt; see ``LockWait/again(after:telling:)``.
  @Sendable func again(after attempts: Int) -> Bool {
    let all = spent.withLock { spent in
      guard let count = spent else { return attempts }
      spent = count + 1
      return count
    }
    return wait.again(after: all, telling: tell)
  }

  /// Lets each later wait have the longest wait for itself.
  func separate() { spent.withLock { $0 = nil } }
}
