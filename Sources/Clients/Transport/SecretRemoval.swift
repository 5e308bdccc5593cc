import Foundation
import Model
import Text

extension Secret {
  /// Returns the text without this secret, in whichever encoding it is there (``SecretSearch``).
  package func removed(from text: String) -> String { SecretSearch([self]).removed(from: text) }

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
