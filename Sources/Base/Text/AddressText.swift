/// URLs in texts that are shown or logged, without credentials.
///
/// The signs of a URL are looked for among scalars, as URL parsers do: a combining mark after an `@` would hide it in a
/// `Character`.
public enum AddressText {
  /// Returns the text with `…` in place of each name and password in a URL.
  ///
  /// In a URL a password ends at the first `/`, `?`, `#` or `@` (RFC 3986, §3.2.1), but a person may have written one
  /// unescaped. So everything up to the last `@` of a word counts as name and password, unless the part before the first `/`
  /// cannot contain them: `https://example.org/@me` stays as it is.
  public static func withoutPasswords(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let slashes = rest.firstRange(of: "//".unicodeScalars) {
      result += rest[..<slashes.upperBound]
      rest = rest[slashes.upperBound...]
      let word = rest.prefix { !$0.properties.isWhitespace && $0 != "\"" }
      guard let at = word.lastIndex(of: "@"), authority(of: word).contains(where: { $0 == ":" || $0 == "@" }) else {
        continue
      }
      result.append("…")
      rest = rest[at...]
    }
    return String(result + rest)
  }

  /// Returns one URL in quotes, for a sentence about it: without name and password, and without query and fragment, which may
  /// contain a token.
  public static func quoted(_ address: String) -> String {
    var address = address.unicodeScalars
    // Blanks and quotes may belong to a password, too.
    if let slashes = address.firstRange(of: "//".unicodeScalars), let at = address.lastIndex(of: "@"),
      slashes.upperBound <= at
    {
      address.replaceSubrange(slashes.upperBound..<at, with: "…".unicodeScalars)
    }
    if let end = address.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      address.replaceSubrange(address.index(after: end)..., with: "…".unicodeScalars)
    }
    return String(reflecting: String(address))
  }

  /// Returns whether an `@` stands where a URL cannot have it next to a name, a password or a port. The URL may parse, but
  /// then its host is part of a password.
  public static func hasStrayAt(_ address: String) -> Bool {
    guard let rest = afterSlashes(address) else { return false }
    let authority = authority(of: rest)
    guard authority.contains(where: { $0 == ":" || $0 == "@" }) else { return false }
    return rest[authority.endIndex...].contains("@") || authority.count { $0 == "@" } > 1
  }

  /// Returns the authority: the host, perhaps with a user, a password and a port.
  fileprivate static func authority(of address: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }

  fileprivate static func afterSlashes(_ address: String) -> Substring.UnicodeScalarView? {
    let scalars = address.unicodeScalars
    return scalars.firstRange(of: "//".unicodeScalars).map { scalars[$0.upperBound...] }
  }
}

extension AddressText {
  /// The parts of a URL's authority as they were typed, not decoded.
  ///
  /// They are read from the typed text itself: the text of a parsed URL is another one, in which characters are escaped, and
  /// its ranges mean nothing here.
  public struct Authority: Sendable, Hashable {
    /// The user, perhaps with `:` and a password; `nil` without an `@`.
    public var login: String?
    /// The host, an IPv6 address with its brackets.
    public var host: String
    /// The digits of the port, or what stands in their place; `nil` without a `:`.
    public var port: String?

    /// Reads the authority of an address; `nil` if there is none, or a bracket is not closed or is followed by something else
    /// than a port.
    public init?(of address: String) {
      guard let rest = afterSlashes(address) else { return nil }
      var authority = authority(of: rest)
      if let at = authority.firstIndex(of: "@") {
        login = String(authority[..<at])
        authority = authority[at...].dropFirst()
      }
      let nameEnd: Substring.UnicodeScalarView.Index
      if authority.first == "[" {
        guard let bracket = authority.firstIndex(of: "]") else { return nil }
        nameEnd = authority.index(after: bracket)
      } else {
        nameEnd = authority.firstIndex(of: ":") ?? authority.endIndex
      }
      host = String(authority[..<nameEnd])
      let port = authority[nameEnd...]
      guard port.isEmpty || port.first == ":" else { return nil }
      self.port = port.isEmpty ? nil : String(port.dropFirst())
    }

    /// Whether the port is a number from 1 to 65535, or missing.
    public var hasPossiblePort: Bool {
      guard let port, !port.isEmpty else { return true }
      return port.utf8.allSatisfy { (0x30...0x39).contains($0) } && (1...65_535).contains(Int(port) ?? 0)
    }
  }
}
