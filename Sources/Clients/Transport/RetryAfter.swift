import Foundation
import Model
import NIOHTTP1
import Text

/// When a server that answers no wants to be asked again: the header `Retry-After` (RFC 9110, §10.2.3).
enum RetryAfter {
  /// Seconds of the longest pause that can be told: some three hundred years.
  private static let longest: TimeInterval = 1e10

  /// The time by the local clock, however far off; `nil` where the server does not say, or names a time that is over.
  ///
  /// A server that names a date means its own clock, which it tells with `Date`.
  static func date(in headers: HTTPHeaders, at now: Date) -> Date? {
    guard let text = headers.first(name: "Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let pause = isNumber ? Double(text) : date(text)?.timeIntervalSince(serverTime(headers) ?? now)
    return pause.flatMap { $0 > 0 ? now.addingTimeInterval(min($0, longest)) : nil }
  }

  private static func serverTime(_ headers: HTTPHeaders) -> Date? { headers.first(name: "Date").flatMap(date) }

  /// A date in one of the three forms that HTTP has had (RFC 9110, §5.6.7).
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
  /// What a status that is no success means, why, and until when it holds where the server says so.
  ///
  /// - Parameter body: As far as it has come.
  init(status: Int, headers: HTTPHeaders, body: [UInt8] = [], host: SafeText, at now: Date) {
    let until = RetryAfter.date(in: headers, at: now)
    let words = ServiceWords.read(body)
    switch (status, until) {
    case (_, nil) where ServiceWords.isChallenge(headers, body): self = .challenged(host: host)
    case (429, _): self = .throttled(Pause(until: until, by: host, words: words, heard: now))
    case (503, let until?): self = .pauseRequested(Pause(until: until, by: host, words: words, heard: now))
    default: self = .httpStatus(status, host: host, words: words)
    }
  }
}
