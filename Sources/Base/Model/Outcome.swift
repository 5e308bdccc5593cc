import Foundation

extension ServiceError {
  /// The consequence of a failure for the next request, for everything that repeats requests automatically: lists, polls,
  /// feeds, and searches while a person types.
  ///
  /// A person may ask at any time; only within the first minute of a pause is the request refused.
  public enum Outcome: Sendable, Hashable {
    /// No request before this time.
    case wait(until: Date)
    /// The next request may succeed: it is repeated, with growing delays.
    case passing
    /// The request will fail until a person changes something, here or at the service: it is not repeated.
    case needsPerson
    /// The thing asked for does not exist (any more): the request is not repeated.
    case gone
  }

  /// Returns the consequence for the next request, as seen at `now`.
  ///
  /// Sources: RFC 9110, §15, for statuses; https://api.stackexchange.com/docs/error-handling.
  public func outcome(at now: Date) -> Outcome {
    switch self {
    case .unreachable, .timedOut, .connectionLost, .malformedAnswer, .inTrouble: .passing
    case .httpStatus(let status, _, _): Self.outcome(ofStatus: status)
    case .refused, .challenged, .unusableVariable: .needsPerson
    case .throttled(let pause), .pauseRequested(let pause): .wait(until: pause.end(at: now))
    case .notFound: .gone
    }
  }

  /// Of the statuses 4xx, "too slow" (408), "too early" (425) and "too often" (429) are temporary.
  private static func outcome(ofStatus status: Int) -> Outcome {
    switch status {
    case 408, 425, 429: .passing
    case 410: .gone
    case 300..<500: .needsPerson
    default: .passing
    }
  }
}
