import Foundation
import Text

/// How one program waits for a lock of another one: for a limited time, and not in silence.
///
/// Programs that start or write at the same time hold each other up for milliseconds, which nobody needs to hear of.
struct LockWait: Sendable {
  /// Seconds that are waited at most.
  var limit = 5.0
  /// Waits so many seconds.
  var pause: @Sendable (TimeInterval) -> Void = { Thread.sleep(forTimeInterval: $0) }

  /// Seconds after which a person is told.
  static let silence = 0.25
  /// Seconds between two attempts.
  static let interval = 0.01

  /// Waits a moment before the next attempt. Tells of it once, as soon as it is worth that.
  ///
  /// - Parameter attempts: How many have failed since the last that succeeded, without the first of them.
  /// - Returns: `false` where it has been waited long enough.
  func again(after attempts: Int, telling tell: () -> Void) -> Bool {
    guard Double(attempts) * Self.interval < limit else { return false }
    if attempts == Int(Self.silence / Self.interval) { tell() }
    pause(Self.interval)
    return true
  }

  /// What a person is told.
  ///
  /// - Parameter consequence: What happens when the time is over.
  func sentence(_ file: SafeText, _ consequence: SafeText) -> SafeText {
    let seconds: SafeText = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
    return "Waiting up to \(seconds) s for another program that has locked \(file); then \(consequence)."
  }
}
