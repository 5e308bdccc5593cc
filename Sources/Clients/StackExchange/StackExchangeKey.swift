import Model
import Signals
import Synchronization
import Text

/// The application's key, which raises the day's quota from 300 to 10,000 requests, for as long as the service takes it.
///
/// Whether an error is about the key shows in the same request without it: where that is answered, the key was refused,
/// and there is no key from then on.
final class StackExchangeKey: Sendable {
  /// Sends once, when the key has been refused: what a person should be told.
  let notices: Signal<SafeText, Never>
  private let notice: Signal<SafeText, Never>.Observer
  private let key: Secret?
  private let isRefused = Mutex(false)

  init(_ key: Secret?) {
    self.key = key
    (notices, notice) = Signal.pipe()
  }

  /// A request with the key, and without it where the key may be what is wrong. No error repeats the key, of whichever of
  /// the two: the service may remember it longer than this program.
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

  /// No answer that refuses a key has been seen yet, so this is wide: access errors by their names, and whatever speaks
  /// of keys (https://api.stackexchange.com/docs/error-handling).
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
