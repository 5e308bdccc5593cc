import Foundation
import Model
import Signals

/// How long to wait before a lost connection is made again: exponential backoff with equal jitter, so that clients which a
/// server lost at one moment do not come back at one moment, and none of them at once.
///
/// Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. A pure state machine: it knows neither
/// a clock nor a source of chance.
struct ReconnectPolicy: Sendable, Hashable {
  /// The longest pause after the first failure, in seconds; it doubles with each further one. At least half of a pause is kept.
  var base: TimeInterval = 1
  /// What the pauses after ordinary failures grow to, unless the server wants longer ones.
  var cap: TimeInterval = 60
  /// A connection that lasted this long was a good one: its end resets the count.
  var stable: TimeInterval = 30
  /// What chance adds to the pause after "too many requests", in seconds, and what that grows to.
  var throttledBase: TimeInterval = 60
  var throttledCap: TimeInterval = 900
  /// What the server itself asked for as the shortest pause (`retry:` of an event stream), in seconds. More than
  /// ``Pause/longest`` it does not get.
  var serverPause: TimeInterval = 0

  private var failures = 0

  /// Seconds to wait after a connection's end; `nil` where it is not made again by itself.
  ///
  /// - Parameters:
  ///   - error: what ended it; `nil` when the server closed in good order, as EventStreams does every 15 minutes.
  ///   - lasted: how long it stood; `nil` when it never did.
  ///   - chance: evenly distributed in 0..<1.
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
