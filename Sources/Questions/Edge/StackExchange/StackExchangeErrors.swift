import Clients
import Foundation
import Model
import Text

// Tells answers of the API from its failures (https://api.stackexchange.com/docs/error-handling).
//
// Every error of the API itself is HTTP 400 with the code in the body; a status like 502 with HTML comes from the
// gateway in front of it.

extension StackExchangePayload: Envelope {
  func failure(at now: Date, retryAfter: Date?) -> ServiceError? {
    guard let id = errorID else { return nil }
    // Only as much as a person sees is decoded.
    let message = String((errorMessage ?? "").unicodeScalars.prefix(Self.messageLimit))
    if id == 400, let site = Self.unknownSite(in: message) {
      return .notFound("a Stack Exchange site by the name of \(SafeText(oneLine: Entities.decoded(site)))")
    }
    let words = SafeText(oneLine: Entities.decoded(message), limit: ServiceWords.letters)
    return switch id {
    case 500, 503: .inTrouble(words: words)
    case 502: .throttled(throttle(message, words, at: now))
    default:
      .refused(
        name: errorName.map { SafeText(oneLine: Entities.decoded($0), limit: 60) } ?? "error \(id)", message: words)
    }
  }

  /// The characters of a message that are decoded, each of which may be an entity.
  private static var messageLimit: Int { 8 * ServiceWords.letters }

  /// Returns the pause after a throttle, for as long as the message or its `backoff` says.
  private func throttle(_ message: String, _ words: SafeText, at now: Date) -> Pause {
    if let seconds = Self.seconds(in: message) {
      // The message contains only the time.
      return Pause(until: now.addingTimeInterval(TimeInterval(seconds)), heard: now)
    }
    // The sentence begins with "Too many requests" anyway.
    let isSaid = words.isEmpty || words.string.lowercased().begins(with: "too many requests")
    return Pause(until: pauseEnd(from: now), words: isSaid ? nil : words, heard: now)
  }

  func pauseEnd(from now: Date) -> Date? {
    backoff.flatMap { $0 > 0 ? now.addingTimeInterval(TimeInterval($0) + Self.backoffMargin) : nil }
  }

  /// The seconds added to a `backoff`: the service counts by its own clock and from its answer; a little later is safe.
  private static var backoffMargin: TimeInterval { 2 }

  /// The name in "No site found for name `x`".
  static func unknownSite(in message: String) -> String? {
    message.firstMatch(of: /^No site found for name `(.{1,80})`/).map { String($0.1) }
  }

  /// Returns the 17524 of "too many requests from this IP, more requests available in 17524 seconds": the only place where
  /// the service tells the duration.
  static func seconds(in message: String) -> Int? {
    guard let match = message.firstMatch(of: /available in (\d{1,9}) second/) else { return nil }
    return Int(match.1)
  }
}
