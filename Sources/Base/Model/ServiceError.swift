import Foundation
import Text

/// An error between the program and a service. Each case has a sentence that a person can act on.
public enum ServiceError: Error, Sendable, Hashable {
  /// No connection: no route, refused, no such host, TLS.
  case unreachable(host: SafeText, reason: SafeText)
  /// Connected, but there was no answer in time.
  case timedOut(host: SafeText, seconds: Int)
  /// The connection ended before the answer was complete.
  case connectionLost(host: SafeText)
  /// An HTTP status other than success, with the service's message if the answer has one.
  case httpStatus(Int, host: SafeText, words: SafeText? = nil)
  /// An answer that violates the protocol: HTML instead of JSON, a truncated body, `NaN`.
  case malformedAnswer(host: SafeText, detail: SafeText)
  /// The service's error about the request, with its message.
  case refused(name: SafeText, message: SafeText)
  /// The service's error about itself, with its message: maintenance, an internal error, a stream that ends early. `by` is
  /// its name, if known.
  case inTrouble(by: SafeText? = nil, words: SafeText)
  /// A page in front of the service that lets only browsers pass.
  case challenged(host: SafeText)
  /// Too many requests; the pause has an end if the service gave one.
  case throttled(Pause)
  /// The service asked for a pause (`backoff`) that is not over.
  case pauseRequested(Pause)
  /// The thing asked for does not exist (any more).
  case notFound(SafeText)
  /// A variable of the environment that the request needs, such as `HTTPS_PROXY`, cannot be used; nothing was sent.
  case unusableVariable(SafeText, sentence: SafeText)
}

extension ServiceError {
  /// The host that was asked, if the error has it.
  public var host: SafeText? {
    switch self {
    case .unreachable(let host, _), .timedOut(let host, _), .connectionLost(let host), .httpStatus(_, let host, _),
      .malformedAnswer(let host, _), .challenged(let host):
      host
    case .refused, .inTrouble, .throttled, .pauseRequested, .notFound, .unusableVariable: nil
    }
  }

  /// Returns the error with the service's name if the service itself asks for a pause or is in trouble.
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
