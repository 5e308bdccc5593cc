import Foundation
import NIOHTTP1
import Text

/// Why a service refuses a request, as the body of its answer says it.
///
/// Each service has its own shape for that: `error_message` (Stack Exchange), `detail` and `title` (RFC 9457, EventStreams),
/// `message` (KafkaSSE, Home Assistant), `error` as a text or as an object with `info` (Prometheus, MediaWiki), `reason`
/// (Open-Meteo), or plain text.
enum ServiceWords {
  /// More of a service's words is not shown.
  static let letters = 200
  /// Bytes of a body beyond which nothing is looked for in it.
  static let bodyLimit = 64 << 10
  /// What may stand before a text in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The words in a body; `nil` where it has none, or is a page.
  static func read(_ body: [UInt8]) -> SafeText? {
    guard body.count <= bodyLimit else { return nil }
    let hasMark = body.starts(with: byteOrderMark)
    return switch body.dropFirst(hasMark ? byteOrderMark.count : 0).first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      (try? LenientJSON.decode(Words.self, from: body))?.text.flatMap(words)
    case UInt8(ascii: "<"), nil: nil
    default: plainText(body)
    }
  }

  /// A service's text as it is shown; `nil` where it is blank.
  static func words(_ text: String) -> SafeText? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : SafeText(oneLine: text, limit: letters)
  }

  /// The first line of a body that is text.
  private static func plainText(_ body: [UInt8]) -> SafeText? {
    guard let text = String(validating: body, as: UTF8.self), !text.unicodeScalars.contains("\0") else { return nil }
    return text.split(whereSeparator: \.isNewline).lazy.compactMap { words(String($0)) }.first
  }

  /// What looks at what a request comes from, in front of the service, and lets only browsers through.
  ///
  /// Source: https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/ for
  /// the header; the page is known by the folder of its scripts.
  static func isChallenge(_ headers: HTTPHeaders, _ body: [UInt8]) -> Bool {
    if headers.first(name: "cf-mitigated")?.lowercased() == "challenge" { return true }
    guard body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let page = String(decoding: body.prefix(bodyLimit), as: UTF8.self)
    return ["/cdn-cgi/challenge-platform/", "challenges.cloudflare.com", "<title>Just a moment..."].contains {
      page.contains($0)
    }
  }
}

/// The text in an error's JSON, wherever it stands.
private struct Words: Decodable {
  var text: String?

  /// From what says most to what says least.
  private enum Key: String, CodingKey, CaseIterable {
    case errorMessage = "error_message"
    case detail, message, reason, info, error, errors, text, description, title
    case errorDescription = "error_description"
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.text = text
    } else if let fields = try? decoder.container(keyedBy: Key.self) {
      text = Key.allCases.lazy.compactMap { fields.optional($0, as: Words.self)?.text }.first
    } else if var list = try? decoder.unkeyedContainer() {
      text = list.isAtEnd ? nil : try? list.decode(Words.self).text
    }
    if text?.allSatisfy(\.isWhitespace) == true { text = nil }
  }
}
