import Foundation

extension ServiceError {
  /// What a failure means for the next request: one answer for everything that asks by itself, be it a list, a poll, a feed, or
  /// what is found while a person types.
  ///
  /// A person may ask at any time, and gets the same answer only within the first minute of a pause.
  public enum Outcome: Sendable, Hashable {
    /// Nothing is asked before this time.
    case wait(until: Date)
    /// It may be better the next time: it is asked again, after pauses that grow.
    case passing
    /// The same request fails again until a person changes something, here or at the service: it is not repeated.
    case needsPerson
    /// What was asked for does not exist (any more): it is not repeated.
    case gone
  }

  /// What this means for the next request, as seen at `now`.
  ///
  /// Sources: RFC 9110, §15, for statuses; https://api.stackexchange.com/docs/error-handling.
  public func outcome(at now: Date) -> Outcome {
    switch self {
    case .unreachable, .timedOut, .connectionLost, .malformedAnswer, .inTrouble: .passing
    case .httpStatus(let status, _, _): Self.outcome(ofStatus: status)
    case .refused, .challenged: .needsPerson
    case .throttled(let pause), .pauseRequested(let pause): .wait(until: pause.end(at: now))
    case .notFound: .gone
    }
  }

  /// Of the statuses that blame the request, "too slow" (408), "too early" (425) and "too often" (429) do not last.
  private static func outcome(ofStatus status: Int) -> Outcome {
    switch status {
    case 408, 425, 429: .passing
    case 410: .gone
    case 300..<500: .needsPerson
    default: .passing
    }
  }
}
