import Foundation
import Synchronization

/// The number of requests left to each address today: fewer without a key than with one. Days are UTC.
///
/// Source: https://api.stackexchange.com/docs/throttle
final class Quota: Sendable {
  private struct Day {
    var number: Int64 = 0
    /// By address; applications with a key share one entry.
    var used: [String: Int] = [:]
  }

  private let limits: (withoutKey: Int, withKey: Int)
  private let day = Mutex(Day())

  init(_ limits: (withoutKey: Int, withKey: Int)) {
    self.limits = limits
  }

  /// Counts a request.
  ///
  /// - Returns: the requests per day, and those left today.
  /// - Throws: if none was left.
  func spend(address: String, hasKey: Bool, at now: Timestamp) throws(APIError) -> (max: Int, remaining: Int) {
    let limit = hasKey ? limits.withKey : limits.withoutKey
    let today = now.seconds / 86_400
    let used = day.withLock { day in
      if day.number != today { day = Day(number: today) }
      day.used[hasKey ? "key" : address, default: 0] += 1
      return day.used[hasKey ? "key" : address] ?? 0
    }
    guard used <= limit else { throw .throttled(seconds: Int((today + 1) * 86_400 - now.seconds)) }
    return (limit, limit - used)
  }
}
