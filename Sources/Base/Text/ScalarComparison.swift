/// Beginnings, ends and separators of texts from outside, compared by Unicode scalars.
///
/// The program has no `hasPrefix` and no `hasSuffix` (`HouseRuleTests`). They compare Characters, so a combining mark after the
/// prefix hides it: `"-\u{301}x".hasPrefix("-")` is false, although every program takes that word as an option.
extension StringProtocol {
  /// Returns whether the text begins with exactly the scalars of `prefix`.
  public func begins(with prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Returns whether the text ends with exactly the scalars of `suffix`.
  public func ends(with suffix: some StringProtocol) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  /// Returns the parts between the scalars that equal `separator`, also empty ones.
  public func parts(between separator: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }
}

extension String {
  /// Returns the text with `replacement` in place of each occurrence of the scalars of `part`.
  public func replacing(scalars part: String, with replacement: String) -> String {
    String(unicodeScalars.replacing(part.unicodeScalars, with: replacement.unicodeScalars))
  }

  /// Returns the names in a path, without empty ones.
  public var pathNames: [String] { parts(between: "/").filter { !$0.isEmpty } }
}
