import Foundation

/// Remembers what was asked for, so that no request is repeated by itself within a minute: the Stack Exchange API asks
/// for it. What a person asks for is noted, but never refused.
struct AutomaticRequests<Key: Hashable & Sendable>: Sendable {
  /// Seconds in which the same request is not repeated.
  static var interval: TimeInterval { 60 }

  private var sent: [Key: Date] = [:]

  /// Notes a request that is sent now.
  mutating func note(_ key: Key, at now: Date) {
    sent = sent.filter { Self.isRecent($0.value, at: now) }
    sent[key] = now
  }

  /// When the request may be sent by itself again: now, if it was not sent within the last minute.
  func earliest(_ key: Key, at now: Date) -> Date {
    guard let last = sent[key], Self.isRecent(last, at: now) else { return now }
    return last.addingTimeInterval(Self.interval)
  }

  /// Within the last minute. What is in the future was before the clock was set back, nobody knows how long before.
  static func isRecent(_ date: Date, at now: Date) -> Bool {
    (0..<interval).contains(now.timeIntervalSince(date))
  }
}
