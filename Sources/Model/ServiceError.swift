import Foundation
import Text

/// What can go wrong between the program and a service; each case has a sentence that a person can act on.
public enum ServiceError: Error, Sendable, Hashable {
  /// No connection: no route, refused, no such host, TLS.
  case unreachable(host: SafeText, reason: SafeText)
  /// Connected, but nothing came in time.
  case timedOut(host: SafeText, seconds: Int)
  /// The connection ended before the answer was complete.
  case connectionLost(host: SafeText)
  /// An HTTP status that is no success, without an error body that says more.
  case httpStatus(Int, host: SafeText)
  /// An answer that is not what the protocol says: HTML instead of JSON, a truncated body, `NaN`.
  case malformedAnswer(host: SafeText, detail: SafeText)
  /// The service's own error, in its words.
  case refused(name: SafeText, message: SafeText)
  /// Too many requests; `until` where the service says when it will answer again. `by` is its name, where that is known.
  case throttled(until: Date?, by: SafeText? = nil)
  /// The service asked for a pause (`backoff`), which is not over. `by` is its name, where that is known.
  case pauseRequested(until: Date, by: SafeText? = nil)
  /// The thing asked for does not exist (any more).
  case notFound(SafeText)
}

extension ServiceError {
  /// Until when the service wants to be left alone, where it says so.
  public var pauseEnd: Date? {
    switch self {
    case .throttled(let until, _): until
    case .pauseRequested(let until, _): until
    case .unreachable, .timedOut, .connectionLost, .httpStatus, .malformedAnswer, .refused, .notFound: nil
    }
  }

  /// Who was asked, where the error says it.
  public var host: SafeText? {
    switch self {
    case .unreachable(let host, _), .timedOut(let host, _), .connectionLost(let host), .httpStatus(_, let host),
      .malformedAnswer(let host, _):
      host
    case .refused, .throttled, .pauseRequested, .notFound: nil
    }
  }
}
