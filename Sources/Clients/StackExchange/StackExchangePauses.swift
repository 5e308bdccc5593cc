import Foundation
import Model
import Synchronization

/// The pauses that the service has asked for, held against every start.
///
/// `backoff: N` in an answer forbids that one method for N seconds; a `throttle_violation` that says how long forbids
/// everything (https://api.stackexchange.com/docs/throttle).
final class StackExchangePauses: Sendable {
  /// A method of the API, as `backoff` counts them: the path without its ids.
  enum Method: Hashable, Sendable {
    case questions
    case question
    case answers
  }

  /// Seconds beyond a `backoff`: the service counts from its own clock and from when it answered; coming a little late
  /// is safe.
  static let margin: TimeInterval = 2

  private struct State: Sendable {
    var backoff: [Method: Date] = [:]
    var throttled: Date?
  }

  private let state = Mutex(State())

  /// Why none of the methods may be called now; `nil` when all may.
  func objection(to methods: [Method], at now: Date) -> ServiceError? {
    state.withLock { state in
      if let until = state.throttled, until > now { return .throttled(until: until) }
      let until = methods.compactMap { state.backoff[$0] }.max()
      return until.flatMap { $0 > now ? .pauseRequested(until: $0) : nil }
    }
  }

  func backOff(_ method: Method, until date: Date) {
    state.withLock { state in
      state.backoff[method] = max(date, state.backoff[method] ?? date)
    }
  }

  func throttle(until date: Date) {
    state.withLock { $0.throttled = max(date, $0.throttled ?? date) }
  }
}
