import Foundation
import Text

/// A key or a token: it goes into requests and nowhere else. Printed, logged or put into an error it is an ellipsis.
public struct Secret: Hashable, Sendable {
  /// What a request carries.
  package let value: String

  /// Takes the text without white space around it; `nil` for one that is empty or holds what no header may carry (RFC
  /// 9110, §5.5): a line break in it would begin another header.
  public init?(_ text: String) {
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.value = value
  }

  /// A password, which may be anything: it is encoded before it goes into a header.
  package init(anything value: String) { self.value = value }

  /// What stands in its place wherever it is written.
  package static let mark = "…"
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.mark }
  public var debugDescription: String { Self.mark }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a secret is not to be had.
public struct SecretError: Error, Hashable, Sendable {
  /// What is wrong, for the person who has set where the secret comes from. It never holds the secret.
  public var sentence: SafeText

  public init(_ sentence: SafeText) { self.sentence = sentence }
}
