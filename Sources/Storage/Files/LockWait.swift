import Foundation
import Locks
import Text

/// Waiting for another program's lock: for a limited time, and with a message.
///
/// Programs that start or write at the same time block each other for milliseconds, which is not worth a message. Time is
/// counted in failed attempts, so a test or a simulation needs no clock.
package struct LockWait: Sendable {
  /// The longest wait in seconds.
  package var limit: Double
  /// Sleeps for a number of seconds: SQLite waits for the answer of its busy handler on the connection's own thread.
  package var pause: @Sendable (TimeInterval) -> Void

  /// The seconds after which a message is sent.
  static let silence = 0.25
  /// The seconds between two attempts.
  static let interval = 0.01

  /// Creates a wait; see the properties.
  package init(
    limit: Double = 5, pause: @escaping @Sendable (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }
  ) {
    (self.limit, self.pause) = (limit, pause)
  }

  /// The number of attempts in the longest wait.
  package var attempts: Int { Int((limit / Self.interval).rounded(.up)) }

  /// Returns the message.
  ///
  /// - Parameter consequence: What happens after the longest wait.
  func sentence(_ file: SafeText, _ consequence: SafeText) -> SafeText {
    let seconds: SafeText = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
    return "Waiting up to \(seconds) s for another program that has locked \(file); then \(consequence)."
  }
}

/// The waits for one file. Each has the longest wait for itself, except those that share a deadline: while the file is opened or
/// examined, and in a write whose time counts from its arrival.
final class LockWaits: Sendable {
  private struct State: Sendable {
    /// All failed attempts so far.
    var spent = 0
    /// The number of attempts at which those that share it end.
    var deadline: Int?
    var isEnding = false
  }

  private let wait: LockWait
  private let tell: @Sendable () -> Void
  private let state: LockedState<State>

  /// - Parameters:
  ///   - isShared: Whether all waits share the longest one from the beginning.
  ///   - tell: Called when a wait is worth a message.
  init(_ wait: LockWait, isShared: Bool = false, telling tell: @escaping @Sendable () -> Void) {
    (self.wait, self.tell) = (wait, tell)
    state = LockedState(State(deadline: isShared ? wait.attempts : nil))
  }

  /// The deadline of what begins now.
  var deadline: Int { state.withLock { $0.spent } + wait.attempts }

  /// Runs `work`, whose waits end together at a deadline; by default after the longest wait.
  ///
  /// - Throws: ``LockedFile`` if the deadline has passed, and errors of `work`.
  func together<Result>(until deadline: Int? = nil, _ work: () throws -> Result) throws -> Result {
    defer { state.withLock { $0.deadline = nil } }
    let isOver = state.withLock { state in
      let deadline = deadline ?? state.spent + wait.attempts
      state.deadline = deadline
      return deadline <= state.spent
    }
    if isOver { throw LockedFile() }
    return try work()
  }

  /// Waits before the next attempt, and sends the message once when the wait is worth it.
  ///
  /// - Parameter attempts: The number of attempts that have failed since the last success, without the first of them.
  /// - Returns: `false` after the longest wait.
  @Sendable func again(after attempts: Int) -> Bool {
    let count: Int? = state.withLock { state in
      let count = state.deadline.map { state.spent - ($0 - wait.attempts) } ?? attempts
      guard !state.isEnding, count < wait.attempts else { return nil }
      state.spent += 1
      return count
    }
    guard let count else { return false }
    if count == Int(LockWait.silence / LockWait.interval) { tell() }
    wait.pause(LockWait.interval)
    return true
  }

  /// Ends all waits, now and later.
  func end() { state.withLock { $0.isEnding = true } }
}
