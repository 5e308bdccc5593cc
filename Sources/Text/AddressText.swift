/// URLs in texts that are shown or logged, without credentials.
public enum AddressText {
  /// Returns the text with `…` in place of each name and password in a URL.
  ///
  /// In a URL a password ends at the first `/`, `?`, `#` or `@` (RFC 3986, §3.2.1), but a person may have written one
  /// unescaped. So everything up to the last `@` of a word counts as name and password, unless the part before the first `/`
  /// cannot contain them: `https://example.org/@me` stays as it is.
  public static func withoutPasswords(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let slashes = rest.firstRange(of: "//") {
      result += rest[..<slashes.upperBound]
      rest = rest[slashes.upperBound...]
      let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
      guard let at = word.lastIndex(of: "@"), authority(of: word).contains(where: { $0 == ":" || $0 == "@" }) else {
        continue
      }
      result += "…"
      rest = rest[at...]
    }
    return result + rest
  }

  /// Returns one URL in quotes, for a sentence about it: without name, password and query, which may contain a token.
  public static func quoted(_ address: String) -> String {
    var address = address
    // Blanks and quotes may belong to a password, too.
    if let slashes = address.firstRange(of: "//"), let at = address.lastIndex(of: "@"), slashes.upperBound <= at {
      address.replaceSubrange(slashes.upperBound..<at, with: "…")
    }
    if let query = address.firstIndex(of: "?") { address.replaceSubrange(query..., with: "?…") }
    return String(reflecting: address)
  }

  /// Returns whether an `@` stands where a URL cannot have it next to a name, a password or a port. The URL may parse, but
  /// then its host is part of a password.
  public static func hasStrayAt(_ address: String) -> Bool {
    guard let slashes = address.firstRange(of: "//") else { return false }
    let rest = address[slashes.upperBound...]
    let authority = authority(of: rest)
    guard authority.contains(where: { $0 == ":" || $0 == "@" }) else { return false }
    return rest[authority.endIndex...].contains("@") || authority.count { $0 == "@" } > 1
  }

  /// Returns the authority: the host, perhaps with a user, a password and a port.
  private static func authority(of address: Substring) -> Substring {
    address.prefix { !"/?#".contains($0) }
  }
}
