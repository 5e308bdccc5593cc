import Foundation
import Text

/// The links of one body: each target once, in the order of their first appearance.
struct LinkTable {
  let base: URL?
  private(set) var targets: [RichText.Link] = []
  private var indices: [String: Int] = [:]

  init(base: URL?) { self.base = base }

  /// The number of an `href`'s target; `nil` when nobody should follow it (`javascript:`) or could (relative to nothing).
  mutating func index(of href: String) -> Int? {
    guard let target = WebLink.absolute(href, base: base) else { return nil }
    if let index = indices[target] { return index }
    indices[target] = targets.count
    targets.append(RichText.Link(SafeText(oneLine: target)))
    return targets.count - 1
  }
}

/// Addresses from outside that may be shown as links and opened.
enum WebLink {
  /// Bytes that a page's address may have: no browser or server takes many more (RFC 9110, §4.1, wants 8,000).
  static let lengthLimit = 8_000

  /// The page that a text names, when it is `http` or `https`.
  static func page(_ text: String) -> URL? {
    guard text.utf8.count <= lengthLimit, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https",
      url.host() != nil
    else { return nil }
    return url
  }

  /// The absolute form of an `href`, when its scheme is `http`, `https` or `mailto`.
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
