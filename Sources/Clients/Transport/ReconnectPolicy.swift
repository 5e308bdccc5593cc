import Foundation
import Model
import Signals

/// How long to wait before a lost connection is made again: exponential backoff with full jitter, so that clients which
/// a server lost at one moment do not come back at one moment.
///
/// Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015. A pure state machine: it knows neither
/// a clock nor a source of chance.
struct ReconnectPolicy: Sendable, Hashable {
  /// The longest pause after the first failure, in seconds; it doubles with each further one.
  var base: TimeInterval = 1
  /// What the pauses after ordinary failures grow to, unless the server wants longer ones.
  var cap: TimeInterval = 60
  /// A connection that lasted this long was a good one: what ends it starts the count anew.
  var stable: TimeInterval = 30
  /// The shortest pause after a server has refused us by name (429, 403), in seconds, and the most that chance adds.
  var refusedBase: TimeInterval = 60
  var refusedCap: TimeInterval = 900
  /// What the server itself asked for as the shortest pause (`retry:` of an event stream), in seconds. More than
  /// `serverCap` it does not get: a slip of its own must not keep us away for ever.
  var serverPause: TimeInterval = 0
  var serverCap: TimeInterval = 900

  private var failures = 0

  /// Seconds to wait after a connection's end.
  ///
  /// - Parameters:
  ///   - error: what ended it; `nil` when the server closed in good order, as EventStreams does every 15 minutes.
  ///   - lasted: how long it stood; `nil` when it never did.
  ///   - chance: evenly distributed in 0..<1.
  mutating func pause(after error: ServiceError?, lasted: TimeInterval?, at now: Date, chance: Double) -> TimeInterval {
    let wished = min(max(0, serverPause), serverCap)
    if let lasted, lasted >= stable {
      failures = 0
      if error == nil { return wished }
    }
    defer { failures += 1 }
    func backoff(from initial: TimeInterval, upTo maximum: TimeInterval) -> TimeInterval {
      Backoff.exponential(initial: initial, maximum: maximum).delay(beforeRestart: failures + 1)
    }
    switch error {
    case .throttled(let until?, _):
      return max(refusedBase, until.timeIntervalSince(now)) + chance * refusedBase
    case .pauseRequested(let until, _):
      return max(wished, until.timeIntervalSince(now), 0) + chance * backoff(from: base, upTo: cap)
    case .throttled(nil, _), .httpStatus(403, _), .httpStatus(429, _):
      return refusedBase + chance * backoff(from: refusedBase, upTo: refusedCap)
    default:
      return max(wished, chance * backoff(from: base, upTo: cap))
    }
  }
}
