import Foundation
import Text

/// The links of one body: each target once, in order of first appearance.
struct LinkTable {
  let base: URL?
  private(set) var targets: [RichText.Link] = []
  private var indices: [String: Int] = [:]

  init(base: URL?) { self.base = base }

  /// Returns the index of an `href`'s target; `nil` if it must not be followed (`javascript:`), or cannot (relative without a
  /// base).
  mutating func index(of href: String) -> Int? {
    guard let target = WebLink.absolute(href, base: base) else { return nil }
    if let index = indices[target] { return index }
    indices[target] = targets.count
    targets.append(RichText.Link(SafeText(oneLine: target)))
    return targets.count - 1
  }
}

/// Web addresses from outside that may be shown as links and opened.
package enum WebLink {
  /// The greatest length of a page's address in bytes: browsers and servers accept few longer ones (RFC 9110, §4.1,
  /// recommends 8,000).
  static let lengthLimit = TextLimit.address.scalars

  /// Returns the page of a text if it is `http` or `https`.
  package static func page(_ text: String) -> URL? {
    guard text.utf8.count <= lengthLimit, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https",
      url.host() != nil
    else { return nil }
    return url
  }

  /// Returns the address of a page, as the page's `absoluteString` has it; `nil` if the text is none. Most addresses are plainly
  /// valid, and then no URL is created, which takes longer than reading the rest of an event.
  package static func address(_ text: String) -> String? { isPlain(text) ? text : page(text)?.absoluteString }

  /// Whether a text is an address of letters, digits and signs that stand for themselves (RFC 3986, §2.2 and §2.3).
  private static func isPlain(_ text: String) -> Bool {
    guard text.utf8.count <= lengthLimit, let scheme = ["https://", "http://"].first(where: text.begins(with:)) else {
      return false
    }
    let bytes = text.utf8.dropFirst(scheme.utf8.count)
    let host = bytes.prefix { $0 != UInt8(ascii: "/") }
    return host.first.map(isLetterOrDigit) ?? false
      && host.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      && isPlainPath(bytes[host.endIndex...])
  }

  private static func isPlainPath(_ bytes: Substring.UTF8View) -> Bool {
    var escaped = 0
    for byte in bytes {
      if escaped > 0 {
        guard (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte) else {
          return false
        }
        escaped -= 1
      } else if byte == UInt8(ascii: "%") {
        escaped = 2
      } else if !isLetterOrDigit(byte), !plainSigns.contains(byte) {
        return false
      }
    }
    return escaped == 0
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static let plainSigns = Set("-._~!$&'()*+,;=:@/?".utf8)

  /// Returns the absolute form of an `href` if its scheme is `http`, `https` or `mailto`.
  static func absolute(_ href: String, base: URL?) -> String? {
    var href = href.trimmingCharacters(in: .whitespacesAndNewlines)
    if href.begins(with: "//") { href = "https:" + href }
    guard !href.isEmpty, href.utf8.count <= lengthLimit, let url = URL(string: href, relativeTo: base)?.absoluteURL
    else { return nil }
    return switch url.scheme?.lowercased() {
    case "http", "https": url.host() == nil ? nil : url.absoluteString
    case "mailto": url.absoluteString
    default: nil
    }
  }
}
