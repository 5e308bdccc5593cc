import Foundation

/// Remembers what was asked for, so that no request is repeated by itself within a minute: the Stack Exchange API asks
/// for it. What a person asks for is noted, but never refused.
struct AutomaticRequests<Key: Hashable & Sendable>: Sendable {
  /// Seconds in which the same request is not repeated.
  static var interval: TimeInterval { 60 }

  private var sent: [Key: Date] = [:]

  /// Notes a request that is sent now.
  mutating func note(_ key: Key, at now: Date) {
    sent = sent.filter { now.timeIntervalSince($0.value) < Self.interval }
    sent[key] = now
  }

  /// When the request may be sent by itself again: now, if it was not sent within the last minute.
  func earliest(_ key: Key, at now: Date) -> Date {
    guard let last = sent[key] else { return now }
    return max(now, last.addingTimeInterval(Self.interval))
  }
}
