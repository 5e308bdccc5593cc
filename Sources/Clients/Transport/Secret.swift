import Foundation
import Model
import Text

/// A key or a token: it goes into requests and nowhere else. Printed, logged or put into an error it is an ellipsis.
public struct Secret: Hashable, Sendable {
  /// What a request carries.
  let value: String

  /// Takes the text without white space around it; `nil` for one that is empty or holds what no header may carry (RFC
  /// 9110, §5.5): a line break in it would begin another header.
  public init?(_ text: String) {
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    self.value = value
  }

  /// A password, which may be anything: it is encoded before it goes into a header.
  init(anything value: String) { self.value = value }

  private static let mark = "…"

  /// The text without this secret, however a server may have written it: as it is, or escaped as in an address.
  func removed(from text: String) -> String {
    guard !value.isEmpty else { return text }
    return [
      value, PercentEncoding.escaped(value), PercentEncoding.escaped(value, space: "+"),
      value.replacing("+", with: " "),
    ]
    .reduce(text) { $0.replacingOccurrences(of: $1, with: Self.mark, options: .caseInsensitive) }
  }

  /// The same text without this secret.
  func removed(from text: SafeText) -> SafeText {
    let rest = removed(from: text.string)
    return rest == text.string ? text : SafeText(oneLine: rest)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.mark }
  public var debugDescription: String { Self.mark }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ServiceError {
  /// The same error, should the server have repeated the secret in what it says.
  func withholding(_ secret: Secret) -> ServiceError {
    switch self {
    case .unreachable(let host, let reason): .unreachable(host: host, reason: secret.removed(from: reason))
    case .malformedAnswer(let host, let detail): .malformedAnswer(host: host, detail: secret.removed(from: detail))
    case .refused(let name, let message):
      .refused(name: secret.removed(from: name), message: secret.removed(from: message))
    case .notFound(let thing): .notFound(secret.removed(from: thing))
    case .timedOut, .connectionLost, .httpStatus, .throttled, .pauseRequested: self
    }
  }
}
