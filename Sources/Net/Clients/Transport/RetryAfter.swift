import Foundation
import Model
import NIOHTTP1
import Text

/// The header `Retry-After` (RFC 9110, §10.2.3): when a server that refuses a request allows the next one.
enum RetryAfter {
  /// The longest pause in seconds that can be represented: some three hundred years.
  private static let longest: TimeInterval = 1e10

  /// Returns the time by the local clock, however far off; `nil` if the server does not say, or the time is over.
  ///
  /// A date is by the server's clock, which it sends in `Date`.
  static func date(in headers: HTTPHeaders, at now: Date) -> Date? {
    guard let text = headers.first(name: "Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let pause = isNumber ? Double(text) : date(text)?.timeIntervalSince(serverTime(headers) ?? now)
    return pause.flatMap { $0 > 0 ? now.addingTimeInterval(min($0, longest)) : nil }
  }

  /// Returns the time by the server's clock when it sent the answer.
  static func serverTime(_ headers: HTTPHeaders) -> Date? { headers.first(name: "Date").flatMap(date) }

  /// Parses a date in one of HTTP's three forms (RFC 9110, §5.6.7).
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
      formatter.dateFormat = format
      if let date = formatter.date(from: text) { return date }
    }
    return nil
  }
}

extension ServiceError {
  /// Creates the error of a status that is not a success, with its reason, and its end if the server says it.
  ///
  /// - Parameter body: The body as far as it was received.
  init(status: Int, headers: HTTPHeaders, body: [UInt8] = [], host: SafeText, at now: Date) {
    let until = RetryAfter.date(in: headers, at: now)
    let words = Redirect.label(status: status, headers) ?? ServiceWords.read(body)
    switch (status, until) {
    case (_, nil) where ServiceWords.isChallenge(headers, body): self = .challenged(host: host)
    case (429, _): self = .throttled(Pause(until: until, by: host, words: words, heard: now))
    case (503, let until?): self = .pauseRequested(Pause(until: until, by: host, words: words, heard: now))
    default: self = .httpStatus(status, host: host, words: words)
    }
  }
}
