import Text

/// The kind of editor who makes an edit, as distinguished by wikis.
public enum WikiEditor: String, Sendable, Hashable, CaseIterable {
  /// A person with an account.
  case people
  /// An IP address or a temporary account.
  case anonymous
  case bots

  /// - Parameter user: `nil` if the wiki hides it.
  public init(user: SafeText?, isBot: Bool) {
    self = isBot ? .bots : user.map { Self.isAnonymous($0.string) } ?? false ? .anonymous : .people
  }

  /// Whether a name was assigned automatically: an IP address, or the name of a temporary account, `~2026-31415-9`
  /// (https://www.mediawiki.org/wiki/Help:Temporary_accounts).
  private static func isAnonymous(_ name: String) -> Bool {
    let bytes = name.utf8
    if bytes.first == UInt8(ascii: "~") { return bytes.dropFirst().first == UInt8(ascii: "2") }
    return isIPv4(bytes) || isIPv6(bytes)
  }

  private static func isIPv4(_ bytes: String.UTF8View) -> Bool {
    guard bytes.count <= 15 else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// In MediaWiki's form: eight groups of hexadecimal digits, or fewer with `::`.
  private static func isIPv6(_ bytes: String.UTF8View) -> Bool {
    guard bytes.count <= 39, bytes.contains(UInt8(ascii: ":")) else { return false }
    let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return (3...8).contains(groups.count)
      && groups.allSatisfy { group in
        group.count <= 4
          && group.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0) }
      }
  }
}

extension WikiEdit {
  public var editor: WikiEditor { WikiEditor(user: user, isBot: isBot) }

  /// Whether the author has no account, or a temporary one.
  public var isAnonymous: Bool { editor == .anonymous }
}
