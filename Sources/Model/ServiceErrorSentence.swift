import Foundation
import Text

extension ServiceError {
  /// One line that says what is wrong and, where something can be done, what; times stand by the local clock.
  public var sentence: SafeText { sentence(clock: .local) }

  /// As ``sentence``, by a clock of one's own.
  public func sentence(clock: ClockTime) -> SafeText {
    sentence(until: { "until \(clock.seconds($0))" })
  }

  /// As ``sentence``, with the time that is left instead of the time of day: `for another 12 s`.
  public func sentence(at now: Date) -> SafeText {
    sentence(until: { "for another \(Self.wait(until: $0, from: now))" })
  }

  private func sentence(until: (Date) -> SafeText) -> SafeText {
    switch self {
    case .unreachable(let host, let reason): "No connection to \(host): \(reason)"
    case .timedOut(let host, let seconds): "\(host) did not answer within \(seconds) s"
    case .connectionLost(let host): "\(host) closed the connection too early"
    case .httpStatus(let status, let host): Self.sentence(status: status, host: host)
    case .malformedAnswer(let host, let detail): "Cannot read the answer of \(host): \(detail)"
    case .refused(let name, let message): message.isEmpty ? "Refused: \(name)" : "Refused: \(message) (\(name))"
    case .throttled(nil): "Too many requests: wait a while before the next one"
    case .throttled(let date?): "Too many requests: the service refuses more \(until(date))"
    case .pauseRequested(let date): "The service asked for a pause \(until(date))"
    case .notFound(let thing): "Not found: \(thing)"
    }
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

  /// The time left, rounded up so that nobody comes too early: `12 s`, `5 min`, `4 h 53 min`.
  private static func wait(until date: Date, from now: Date) -> SafeText {
    // The upper bound keeps the conversion from trapping on a date from a hostile server.
    let seconds = Int(min(max(1, date.timeIntervalSince(now).rounded(.up)), 1e9))
    if seconds < 120 { return "\(seconds) s" }
    let minutes = (seconds + 59) / 60
    if minutes < 120 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
