import Foundation
import Text

extension ServiceError {
  /// A line that says what is wrong and what can be done about it, with times by the local clock.
  public var sentence: SafeText { sentence(clock: .local) }

  /// See ``sentence``; with times by another clock.
  public func sentence(clock: ClockTime) -> SafeText {
    switch self {
    case .unreachable(let host, let reason): "No connection to \(host): \(reason)"
    case .timedOut(let host, let seconds): "\(host) did not answer within \(seconds) s"
    case .connectionLost(let host): "\(host) closed the connection too early"
    case .httpStatus(let status, let host, let words): Self.sentence(status: status, host: host, words: words)
    case .malformedAnswer(let host, let detail): "Cannot read the answer of \(host): \(detail)"
    case .refused(let name, let message): message.isEmpty ? "Refused: \(name)" : "Refused: \(message) (\(name))"
    case .inTrouble(let service, let words):
      "\(service ?? "The service") is in trouble: \(words.isEmpty ? "try again later" : words)"
    case .challenged(let host): "\(host) asks for a browser; try later or another network"
    case .throttled(let pause) where pause.asked == nil:
      "Too many requests: \(pause.words ?? "wait a while before the next one")"
    case .throttled(let pause), .pauseRequested(let pause):
      "\(pause.service ?? "The service") asked to \(Self.wait(pause, clock))\(pause.words.map { ": \($0)" } ?? "")"
    case .notFound(let thing): "Not found: \(thing)"
    case .unusableVariable(_, let sentence): sentence
    }
  }

  /// Returns the error in a few words, for a line with other content.
  public func shortSentence(clock: ClockTime) -> SafeText {
    switch self {
    case .unreachable(_, let reason): reason
    case .timedOut(_, let seconds): "no answer in \(seconds) s"
    case .connectionLost: "connection lost"
    case .httpStatus(let status, _, let words): words ?? Self.shortSentence(status: status)
    case .malformedAnswer(_, let detail): detail
    case .refused(let name, let message): message.isEmpty ? name : message
    case .inTrouble(_, let words): words.isEmpty ? "in trouble" : words
    case .challenged: "asks for a browser"
    case .throttled(let pause) where pause.asked == nil: "too many requests"
    case .throttled(let pause), .pauseRequested(let pause): Self.wait(pause, clock)
    case .notFound(let thing): "not found: \(thing)"
    case .unusableVariable(let name, _): "\(name) cannot be used"
    }
  }

  /// Returns `wait until 14:05`, with the date if it is not the day of the service's answer.
  private static func wait(_ pause: Pause, _ clock: ClockTime) -> SafeText {
    guard let end = pause.asked else { return "wait" }
    guard let heard = pause.heard, !clock.isSameDay(heard, end) else { return "wait until \(time(end, clock))" }
    return "wait until \(clock.day(end, from: heard)) \(time(end, clock))"
  }

  /// Returns a time to the minute if that is exact.
  private static func time(_ date: Date, _ clock: ClockTime) -> SafeText {
    let seconds = clock.seconds(date)
    return seconds.string.ends(with: ":00") ? clock.minutes(date) : seconds
  }

  /// Returns the meaning of the status, then the reason or what to do about it.
  private static func sentence(status: Int, host: SafeText, words: SafeText?) -> SafeText {
    let (meaning, advice): (SafeText, SafeText?) =
      switch status {
      case 304: ("\(host) says that nothing has changed, which was not asked (HTTP 304)", "try again later")
      case 300...303, 307, 308: ("\(host) has moved to another address (HTTP \(status))", "check the URL")
      case 401, 403: ("\(host) denies access (HTTP \(status))", nil)
      case 404, 410: ("\(host) has nothing at this address (HTTP \(status))", "check the URL")
      case 500...: ("\(host) is in trouble (HTTP \(status))", "try again later")
      default: ("\(host) answered with HTTP status \(status)", nil)
      }
    return (words ?? advice).map { "\(meaning): \($0)" } ?? meaning
  }

  private static func shortSentence(status: Int) -> SafeText {
    switch status {
    case 304: "not modified 304"
    case 300...303, 307, 308: "moved away \(status)"
    case 401, 403: "access denied \(status)"
    case 404, 410: "nothing there \(status)"
    case 500...: "server error \(status)"
    default: "HTTP status \(status)"
    }
  }
}
