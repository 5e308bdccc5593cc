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
  /// An HTTP status that is no success, with the service's own words where the answer has any.
  case httpStatus(Int, host: SafeText, words: SafeText? = nil)
  /// An answer that is not what the protocol says: HTML instead of JSON, a truncated body, `NaN`.
  case malformedAnswer(host: SafeText, detail: SafeText)
  /// The service's own error about what was asked, in its words.
  case refused(name: SafeText, message: SafeText)
  /// The service's own error about itself, in its words: maintenance, an internal error, a stream that breaks off. `by` is
  /// its name, where that is known.
  case inTrouble(by: SafeText? = nil, words: SafeText)
  /// Something in front of the service lets only browsers through.
  case challenged(host: SafeText)
  /// Too many requests; the pause has a time where the service says when it will answer again.
  case throttled(Pause)
  /// The service asked for a pause (`backoff`), which is not over.
  case pauseRequested(Pause)
  /// The thing asked for does not exist (any more).
  case notFound(SafeText)
}

extension ServiceError {
  /// Who was asked, where the error says it.
  public var host: SafeText? {
    switch self {
    case .unreachable(let host, _), .timedOut(let host, _), .connectionLost(let host), .httpStatus(_, let host, _),
      .malformedAnswer(let host, _), .challenged(let host):
      host
    case .refused, .inTrouble, .throttled, .pauseRequested, .notFound: nil
    }
  }

  /// The same error, with the service's name where it is the service itself that asks to wait or is in trouble.
  public func told(by service: SafeText) -> ServiceError {
    switch self {
    case .throttled(var pause):
      pause.service = service
      return .throttled(pause)
    case .pauseRequested(var pause):
      pause.service = service
      return .pauseRequested(pause)
    case .inTrouble(_, let words): return .inTrouble(by: service, words: words)
    default: return self
    }
  }
}
