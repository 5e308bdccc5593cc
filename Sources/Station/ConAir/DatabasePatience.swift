import Foundation
import Synchronization

/// Waiting for another program that has locked the database: until a deadline, and no longer when the station ends.
///
/// Writes run one after the other. So a reading's deadline counts from its arrival: where twenty wait for one lock, all are
/// answered when the first one's time is over.
final class DatabasePatience: Sendable {
  /// The longest wait in seconds.
  static let limit = 5.0
  /// The seconds between two attempts.
  private static let interval = 0.01

  private struct State {
    /// The deadline of the current write; `nil` outside of writes, where each wait counts for itself.
    var deadline: TimeInterval?
    var isEnding = false
  }

  private let state = Mutex(State())
  private let uptime: @Sendable () -> TimeInterval
  private let pause: @Sendable (TimeInterval) -> Void

  /// - Parameters:
  ///   - uptime: Seconds on a clock that is never set.
  ///   - pause: Sleeps for a number of seconds.
  init(
    uptime: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime },
    pause: @escaping @Sendable (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }
  ) {
    (self.uptime, self.pause) = (uptime, pause)
  }

  /// The deadline of a reading that arrives now.
  var deadline: TimeInterval { uptime() + Self.limit }

  /// Runs a write that waits for locks until its deadline.
  ///
  /// - Throws: ``StoringFailure/locked`` if the deadline has passed before it begins, and errors of `write`.
  func untilDeadline<Value>(_ deadline: TimeInterval, _ write: () throws -> Value) throws -> Value {
    guard uptime() < deadline else { throw StoringFailure.locked }
    state.withLock { $0.deadline = deadline }
    defer { state.withLock { $0.deadline = nil } }
    return try write()
  }

  /// Waits before the next attempt, given the number of failed ones; `false` when it is time to give up. A read that meets a
  /// lock during a write has the write's deadline.
  @Sendable func again(after attempts: Int) -> Bool {
    let state = state.withLock { $0 }
    guard !state.isEnding else { return false }
    guard state.deadline.map({ uptime() < $0 }) ?? (Double(attempts) * Self.interval < Self.limit) else { return false }
    pause(Self.interval)
    return true
  }

  /// Ends all waits, now and later.
  func end() { state.withLock { $0.isEnding = true } }
}

/// Why a reading was not stored, which may be otherwise in a moment; `description` is the end of a sentence.
enum StoringFailure: Error, CustomStringConvertible {
  /// Another program has locked the database.
  case locked
  /// The database was removed, and cannot be created again.
  case removed(reason: String)
  /// The station is ending.
  case closed

  var description: String {
    switch self {
    case .locked: "another program has locked the database"
    case .removed(let reason): "the database was removed, and cannot be created: \(reason)"
    case .closed: "the station is ending"
    }
  }
}
