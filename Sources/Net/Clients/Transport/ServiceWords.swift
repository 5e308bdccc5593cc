import Foundation
import NIOHTTP1
import Text

/// The message of a service that refuses a request, from the body of its answer.
///
/// Each service has a different format: `error_message` (Stack Exchange), `detail` and `title` (RFC 9457, EventStreams),
/// `message` (KafkaSSE, Home Assistant), `error` as a text or as an object with `info` (Prometheus, MediaWiki), `reason`
/// (Open-Meteo), or plain text.
package enum ServiceWords {
  /// The length at which a message is cut.
  package static let letters = 200
  /// The size in bytes up to which a body is examined.
  static let bodyLimit = 64 << 10

  /// Returns the message in a body; `nil` if it has none, or is a page.
  package static func read(_ body: [UInt8]) -> SafeText? {
    guard body.count <= bodyLimit else { return nil }
    return switch body.withoutByteOrderMark.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      (try? LenientJSON.decode(Words.self, from: body))?.text.flatMap(words)
    case UInt8(ascii: "<"), nil: nil
    default: plainText(body)
    }
  }

  /// Returns a service's text as it is shown; `nil` if it is blank.
  package static func words(_ text: String) -> SafeText? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : SafeText(oneLine: text, limit: letters)
  }

  /// Returns the first line of a body that is text.
  private static func plainText(_ body: [UInt8]) -> SafeText? {
    guard let text = String(validating: body.withoutByteOrderMark, as: UTF8.self), !text.unicodeScalars.contains("\0")
    else { return nil }
    return text.split(whereSeparator: \.isNewline).lazy.compactMap { words(String($0)) }.first
  }

  /// Returns whether an answer is a challenge: a page in front of the service that lets only browsers pass.
  ///
  /// Source: https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/ for the
  /// header; the page is recognised by the folder of its scripts.
  static func isChallenge(_ headers: HTTPHeaders, _ body: [UInt8]) -> Bool {
    if headers.first(name: "cf-mitigated")?.lowercased() == "challenge" { return true }
    guard body.withoutByteOrderMark.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let page = String(decoding: body.prefix(bodyLimit), as: UTF8.self)
    return ["/cdn-cgi/challenge-platform/", "challenges.cloudflare.com", "<title>Just a moment..."].contains {
      page.contains($0)
    }
  }
}

/// The message in an error's JSON, in any format.
private struct Words: Decodable {
  var text: String?

  /// The most specific first.
  private enum Key: String, CodingKey, CaseIterable {
    case errorMessage = "error_message"
    case detail, message, reason, info, error, errors, text, description, title
    case errorDescription = "error_description"
  }

  init(from decoder: any Decoder) throws {
    if let text = try? TextLimit.message.limited(decoder.singleValueContainer().decode(String.self)) {
      self.text = text
    } else if let fields = try? decoder.container(keyedBy: Key.self) {
      text = Key.allCases.lazy.compactMap { fields.optional($0, as: Words.self)?.text }.first
    } else if var list = try? decoder.unkeyedContainer() {
      text = list.isAtEnd ? nil : try? list.decode(Words.self).text
    }
    if text?.allSatisfy(\.isWhitespace) == true { text = nil }
  }
}
