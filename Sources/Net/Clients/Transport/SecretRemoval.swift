import Foundation
import Model
import Text

extension Secret {
  /// Returns the text without this secret, in case a server has repeated it: as it is, in another case, or with any of its
  /// characters escaped as in an address, JSON or HTML.
  package func removed(from text: String) -> String {
    guard !Secret.isTooShort(value) else { return text }
    let pattern = value.unicodeScalars.map { "(?:\(Self.forms(of: $0).joined(separator: "|")))" }.joined()
    // A pattern of literals is always valid; a text that could not be searched must not be shown.
    guard let regex = try? Regex(pattern) else { return Secret.mark }
    return text.replacing(regex.ignoresCase().matchingSemantics(.unicodeScalar), with: Secret.mark)
  }

  /// Returns patterns for the ways in which a character is written.
  private static func forms(of scalar: Unicode.Scalar) -> [String] {
    let hex = String(scalar.value, radix: 16)
    let literal = "\\x{\(hex)}"
    let zeros = String(repeating: "0", count: max(0, 4 - hex.count))
    let percent = String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var forms = [literal, percent, "\\\\" + literal, "\\\\u\(zeros)\(hex)", "&#0*\(scalar.value);?", "&#x0*\(hex);?"]
    switch scalar {
    // In a form a space is a plus.
    case "+": forms.append("\\x{20}")
    case " ": forms.append("\\x{2b}")
    case "&": forms.append("&amp;")
    case "<": forms.append("&lt;")
    case ">": forms.append("&gt;")
    case "\"": forms.append("&quot;")
    default: break
    }
    return forms
  }

  /// Returns the text without this secret.
  package func removed(from text: SafeText) -> SafeText {
    let rest = removed(from: text.string)
    return rest == text.string ? text : SafeText(oneLine: rest)
  }
}

extension ServiceError {
  /// Returns the error without the secret, in case the server has repeated it.
  package func withholding(_ secret: Secret) -> ServiceError {
    switch self {
    case .unreachable(let host, let reason):
      return .unreachable(host: host, reason: secret.removed(from: reason))
    case .httpStatus(let status, let host, let words):
      return .httpStatus(status, host: host, words: words.map { secret.removed(from: $0) })
    case .malformedAnswer(let host, let detail):
      return .malformedAnswer(host: host, detail: secret.removed(from: detail))
    case .refused(let name, let message):
      return .refused(name: secret.removed(from: name), message: secret.removed(from: message))
    case .inTrouble(let service, let words): return .inTrouble(by: service, words: secret.removed(from: words))
    case .throttled(var pause):
      pause.words = pause.words.map { secret.removed(from: $0) }
      return .throttled(pause)
    case .pauseRequested(var pause):
      pause.words = pause.words.map { secret.removed(from: $0) }
      return .pauseRequested(pause)
    case .notFound(let thing): return .notFound(secret.removed(from: thing))
    case .timedOut, .connectionLost, .challenged, .unusableVariable: return self
    }
  }
}
