import Foundation

/// Addresses as the cache keeps them: without what lets somebody in.
///
/// A user, a password and what follows a `?` by a name such as `key` are left out, since a file is read by more programs
/// than this, and copied to other machines.
enum KeptAddress {
  /// Names of query items that hold secrets, in lowercase and without `-` and `_`.
  private static let secretNames: Set<String> = [
    "key", "apikey", "accesskey", "token", "accesstoken", "authtoken", "auth", "authorization", "secret",
    "clientsecret",
    "password", "passwd", "pwd", "sig", "signature", "code", "session", "sessionid",
  ]

  /// The address without its secrets, and as it is where it has none.
  static func text(_ address: String) -> String {
    // Most have neither a user nor a query, and to take an address apart costs more than to look for these.
    guard address.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "?") }),
      var parts = URLComponents(string: address)
    else { return address }
    let items = parts.percentEncodedQueryItems ?? []
    let harmless = items.filter { !isSecret($0.name) }
    // An address that is put together again may be written in another way.
    guard parts.user != nil || parts.password != nil || harmless.count < items.count else { return address }
    parts.user = nil
    parts.password = nil
    parts.percentEncodedQueryItems = harmless.isEmpty ? nil : harmless
    return parts.string ?? ""
  }

  private static func isSecret(_ name: String) -> Bool {
    let name = (name.removingPercentEncoding ?? name).lowercased().filter { $0 != "-" && $0 != "_" }
    return secretNames.contains(name)
  }

  /// Whether a text from a file is the target of a link: `http`, `https` or `mailto`.
  static func isLink(_ address: String) -> Bool {
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

  /// The page that a text from a file names, when it is `http` or `https`.
  static func page(_ address: String) -> URL? {
    guard isLink(address), let url = URL(string: address), url.host() != nil else { return nil }
    return url
  }
}
