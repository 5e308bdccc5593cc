import Foundation
import Text

/// Addresses as the cache stores them: without credentials.
///
/// A user, a password and query items with names such as `key` are removed, because a file is read by other programs and
/// copied to other machines.
package enum KeptAddress {
  /// Returns the address without its secrets; unchanged if it has none.
  package static func text(_ address: String) -> String {
    // Most have neither a user nor a query, and parsing an address costs more than this search.
    guard address.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }),
      var parts = URLComponents(string: address)
    else { return address }
    let items = parts.percentEncodedQueryItems ?? []
    let harmless = items.filter { !AddressText.namesSecret($0.name) }
    // Encoding a parsed address again may spell it differently.
    guard parts.user != nil || parts.password != nil || harmless.count < items.count else { return address }
    parts.user = nil
    parts.password = nil
    parts.percentEncodedQueryItems = harmless.isEmpty ? nil : harmless
    return parts.string ?? ""
  }

  /// Returns whether a text from a file is the target of a link: `http`, `https` or `mailto`.
  package static func isLink(_ address: String) -> Bool {
    [Self.plain, Self.secure, Self.mail].contains { scheme in
      let beginning = address.utf8.prefix(scheme.count + 1)
      return beginning.count > scheme.count && zip(beginning, scheme).allSatisfy(Self.isSameLetter)
    }
  }

  private static let plain = Array("http://".utf8)
  private static let secure = Array("https://".utf8)
  private static let mail = Array("mailto:".utf8)

  private static func isSameLetter(_ byte: UInt8, as lowercase: UInt8) -> Bool {
    byte == lowercase || (byte < 0x80 && byte | 0x20 == lowercase)
  }

  /// Returns the page that a text from a file names if it is `http` or `https`.
  package static func page(_ address: String) -> URL? {
    guard isLink(address), let url = URL(string: address), url.host() != nil else { return nil }
    return url
  }
}
