import Foundation
import Model
import Text

// Tells answers of the API from its failures (https://api.stackexchange.com/docs/error-handling).
//
// Every error of the API itself is HTTP 400 with the code in the body; a status like 502 with HTML comes from the
// gateway in front of it.

extension StackExchangePayload: Envelope {
  func failure(at now: Date) -> ServiceError? {
    guard let id = errorID else { return nil }
    let message = errorMessage ?? ""
    if id == 400, let site = Self.unknownSite(in: message) {
      return .notFound("a Stack Exchange site by the name of \(SafeText(oneLine: Entities.decoded(site)))")
    }
    guard id == 502 else {
      return .refused(
        name: SafeText(oneLine: errorName.map(Entities.decoded) ?? "error \(id)"),
        message: SafeText(oneLine: Entities.decoded(message)))
    }
    return .throttled(until: Self.seconds(in: message).map { now.addingTimeInterval(Double($0)) })
  }

  func pauseEnd(from now: Date) -> Date? {
    backoff.flatMap { $0 > 0 ? now.addingTimeInterval(TimeInterval($0) + Self.backoffMargin) : nil }
  }

  /// Seconds beyond a `backoff`: the service counts from its own clock and from when it answered; coming a little late
  /// is safe.
  private static var backoffMargin: TimeInterval { 2 }

  /// The name in "No site found for name `x`".
  static func unknownSite(in message: String) -> String? {
    message.firstMatch(of: /^No site found for name `(.{1,80})`/).map { String($0.1) }
  }

  /// The 17524 of "too many requests from this IP, more requests available in 17524 seconds": the only place where the
  /// service says how long.
  static func seconds(in message: String) -> Int? {
    guard let match = message.firstMatch(of: /available in (\d{1,9}) second/) else { return nil }
    return Int(match.1)
  }
}
