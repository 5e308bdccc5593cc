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
enum WebLink {
  /// The greatest length of a page's address in bytes: browsers and servers accept few longer ones (RFC 9110, §4.1,
  /// recommends 8,000).
  static let lengthLimit = 8_000

  /// Returns the page of a text if it is `http` or `https`.
  static func page(_ text: String) -> URL? {
    guard text.utf8.count <= lengthLimit, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https",
      url.host() != nil
    else { return nil }
    return url
  }

  /// Returns the absolute form of an `href` if its scheme is `http`, `https` or `mailto`.
  static func absolute(_ href: String, base: URL?) -> String? {
    var href = href.trimmingCharacters(in: .whitespacesAndNewlines)
    if href.hasPrefix("//") { href = "https:" + href }
    guard !href.isEmpty, let url = URL(string: href, relativeTo: base)?.absoluteURL else { return nil }
    return switch url.scheme?.lowercased() {
    case "http", "https": url.host() == nil ? nil : url.absoluteString
    case "mailto": url.absoluteString
    default: nil
    }
  }
}
