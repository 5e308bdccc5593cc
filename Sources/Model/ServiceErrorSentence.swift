import Foundation
import Text

extension ServiceError {
  /// One line that says what is wrong and, where something can be done, what; times stand by the local clock.
  public var sentence: SafeText { sentence(clock: .local) }

  /// As ``sentence``, by a clock of one's own.
  public func sentence(clock: ClockTime) -> SafeText {
    switch self {
    case .unreachable(let host, let reason): "No connection to \(host): \(reason)"
    case .timedOut(let host, let seconds): "\(host) did not answer within \(seconds) s"
    case .connectionLost(let host): "\(host) closed the connection too early"
    case .httpStatus(let status, let host): Self.sentence(status: status, host: host)
    case .malformedAnswer(let host, let detail): "Cannot read the answer of \(host): \(detail)"
    case .refused(let name, let message): message.isEmpty ? "Refused: \(name)" : "Refused: \(message) (\(name))"
    case .throttled(nil, _): "Too many requests: wait a while before the next one"
    case .throttled(let date?, let service), .pauseRequested(let date, let service):
      "\(service ?? "The service") asked to wait until \(Self.time(date, clock))"
    case .notFound(let thing): "Not found: \(thing)"
    }
  }

  /// What is wrong in a few words, for a line that has to hold more than that.
  public func shortSentence(clock: ClockTime) -> SafeText {
    switch self {
    case .unreachable(_, let reason): reason
    case .timedOut(_, let seconds): "no answer in \(seconds) s"
    case .connectionLost: "connection lost"
    case .httpStatus(let status, _): Self.shortSentence(status: status)
    case .malformedAnswer(_, let detail): detail
    case .refused(let name, let message): message.isEmpty ? name : message
    case .throttled(nil, _): "too many requests"
    case .throttled(let date?, _), .pauseRequested(let date, _): "wait until \(Self.time(date, clock))"
    case .notFound(let thing): "not found: \(thing)"
    }
  }

  /// To the minute where that is exact.
  private static func time(_ date: Date, _ clock: ClockTime) -> SafeText {
    let seconds = clock.seconds(date)
    return seconds.string.hasSuffix(":00") ? clock.minutes(date) : seconds
  }

  private static func sentence(status: Int, host: SafeText) -> SafeText {
    switch status {
    case 300..<400: "\(host) has moved to another address (HTTP \(status)): check the URL"
    case 401, 403: "\(host) denies access (HTTP \(status))"
    case 404, 410: "\(host) has nothing at this address (HTTP \(status)): check the URL"
    case 500...: "\(host) is in trouble (HTTP \(status)): try again later"
    default: "\(host) answered with HTTP status \(status)"
    }
  }

  private static func shortSentence(status: Int) -> SafeText {
    switch status {
    case 300..<400: "moved away \(status)"
    case 401, 403: "access denied \(status)"
    case 404, 410: "nothing there \(status)"
    case 500...: "server error \(status)"
    default: "HTTP status \(status)"
    }
  }
}
