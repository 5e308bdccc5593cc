import Foundation
import Model
import NIOHTTP1
import Text

/// When a server that answers no wants to be asked again: the header `Retry-After` (RFC 9110, §10.2.3).
enum RetryAfter {
  /// The longest pause that is taken at its word, in seconds. A slip of a server must not keep us away for ever.
  static let longest: TimeInterval = 3600

  /// `nil` where the server does not say, or names a time that is over.
  static func date(in headers: HTTPHeaders, at now: Date) -> Date? {
    guard let text = headers.first(name: "Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let pause = isNumber ? Double(text) : date(text)?.timeIntervalSince(now)
    return pause.flatMap { $0 > 0 ? now.addingTimeInterval(min($0, longest)) : nil }
  }

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
  /// What a status that is no success means, and until when it holds where the server says so.
  init(status: Int, headers: HTTPHeaders, host: SafeText, at now: Date) {
    let until = RetryAfter.date(in: headers, at: now)
    switch (status, until) {
    case (429, _): self = .throttled(until: until, by: host)
    case (503, let until?): self = .pauseRequested(until: until, by: host)
    default: self = .httpStatus(status, host: host)
    }
  }
}
