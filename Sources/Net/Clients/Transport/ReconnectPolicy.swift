import Foundation
import Model
import Signals

/// The delays before a lost connection is made again: exponential backoff with equal jitter, so that clients that lost a
/// server at the same time do not return at the same time, and none immediately.
///
/// Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. A pure state machine, without a clock or a
/// random source.
package struct ReconnectPolicy: Sendable, Hashable {
  /// The greatest delay after the first failure, in seconds; it doubles with each further one. At least half of a delay is
  /// kept.
  var base: TimeInterval = 1
  /// The limit of delays after ordinary failures, unless the server wants longer ones.
  var cap: TimeInterval = 60
  /// A connection that lasted this long was successful: its end resets the count.
  var stable: TimeInterval = 30
  /// The greatest random addition to the pause after "too many requests", in seconds, which grows up to `throttledCap`.
  var throttledBase: TimeInterval = 60
  var throttledCap: TimeInterval = 900
  /// The least delay that the server asked for (`retry:` of an event stream), in seconds. Limited to ``Pause/longest``.
  var serverPause: TimeInterval = 0

  private var failures = 0

  /// Returns the seconds to wait after a connection's end; `nil` if it is not made again automatically.
  ///
  /// - Parameters:
  ///   - error: The cause of the end; `nil` if the server closed normally, as EventStreams does every 15 minutes.
  ///   - lasted: The duration of the connection; `nil` if it was never established.
  ///   - chance: Uniformly distributed in 0..<1.
  mutating func pause(after error: ServiceError?, lasted: TimeInterval?, at now: Date, chance: Double) -> TimeInterval?
  {
    let wished = min(max(0, serverPause), Pause.longest)
    if let lasted, lasted >= stable {
      failures = 0
      if error == nil { return wished }
    }
    defer { failures += 1 }
    func backoff(from initial: TimeInterval, upTo maximum: TimeInterval) -> TimeInterval {
      Backoff.exponential(initial: initial, maximum: maximum).delay(beforeRestart: failures + 1)
    }
    switch error?.outcome(at: now) {
    case .needsPerson, .gone: return nil
    case .wait(let until):
      let isThrottled = if case .throttled = error { true } else { false }
      let spread = isThrottled ? backoff(from: throttledBase, upTo: throttledCap) : backoff(from: base, upTo: cap)
      return max(wished, until.timeIntervalSince(now), 0) + chance * spread
    case .passing, nil: return max(wished, (1 + chance) / 2 * backoff(from: base, upTo: cap))
    }
  }
}
