import Foundation
import Text

/// A key or a token. It is sent in requests and nowhere else: printed, logged or in an error it is an ellipsis.
public struct Secret: Hashable, Sendable {
  /// The value that a request sends.
  package let value: String

  /// Trims white space; returns `nil` for a text that is empty or contains characters that a header must not (RFC 9110,
  /// §5.5): a line break in it would begin another header.
  public init?(_ text: String) {
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.value = value
  }

  /// Takes a password, which may contain anything: it is encoded before it is sent in a header.
  package init(anything value: String) { self.value = value }

  /// A shorter one would be found in nearly every text, and the mark in its place would tell it.
  package static let leastLength = 3

  /// Returns whether a text has too few letters for a secret, without the white space around it.
  package static func isTooShort(_ text: String) -> Bool {
    text.trimmingCharacters(in: .whitespacesAndNewlines).unicodeScalars.count < leastLength
  }

  /// The text that is printed instead.
  package static let mark = "…"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.mark }
  public var debugDescription: String { Self.mark }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a secret is not available.
public struct SecretError: Error, Hashable, Sendable {
  /// The reason, for the person who has set the source of the secret. It never contains the secret.
  public var sentence: SafeText

  public init(_ sentence: SafeText) { self.sentence = sentence }
}
