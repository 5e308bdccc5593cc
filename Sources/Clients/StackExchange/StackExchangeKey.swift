import Model
import Signals
import Synchronization
import Text

/// The application's key, which raises the day's quota from 300 to 10,000 requests, for as long as the service takes it.
///
/// Whether an error is about the key shows when the same request is made without it: if that succeeds, the key was
/// refused, and no later request carries it.
final class StackExchangeKey: Sendable {
  /// Sends what a person should be told, once, when the key is refused.
  let notices: Signal<SafeText, Never>
  private let notice: Signal<SafeText, Never>.Observer
  private let key: Secret?
  private let isRefused = Mutex(false)

  init(_ key: Secret?) {
    self.key = key
    (notices, notice) = Signal.pipe()
  }

  /// Makes a request with the key, and again without it if the error may be about the key. The key is removed from every
  /// error, also after it was refused, since the service may still repeat it.
  ///
  /// - Parameter ask: Makes the request.
  func asking<Value>(
    _ ask: @escaping @Sendable (Authorization?) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    guard let key else { return ask(nil) }
    return SignalProducer { observer, lifetime in
      let isRefused = self.isRefused.withLock { $0 }
      let work =
        isRefused
        ? ask(nil)
        : ask(.bearer(key)).flatMapError { error in
          guard Self.mayBeAboutKey(error) else { return SignalProducer(error: error) }
          return ask(nil).on(value: { _ in self.drop() })
        }
      lifetime += work.mapError { $0.withholding(key) }.start(observer)
    }
  }

  private func drop() {
    let isFirst = isRefused.withLock { isRefused in
      defer { isRefused = true }
      return !isRefused
    }
    if isFirst { notice.send(value: "Stack Exchange refused the key: going on without it") }
  }

  /// Returns whether an error may be about the key. How the service words that is not documented, so this accepts all
  /// access errors and every message that mentions keys (https://api.stackexchange.com/docs/error-handling).
  private static func mayBeAboutKey(_ error: ServiceError) -> Bool {
    switch error {
    case .httpStatus(401, _): true
    case .refused(let name, let message):
      accessErrors.contains(name)
        || "\(name.string) \(message.string)".contains(/key|token|auth|application/.ignoresCase())
    default: false
    }
  }

  private static let accessErrors: Set<SafeText> = [
    "access_token_required", "invalid_access_token", "access_denied", "key_required", "access_token_compromised",
    "error 401", "error 402", "error 403", "error 405", "error 406",
  ]
}
