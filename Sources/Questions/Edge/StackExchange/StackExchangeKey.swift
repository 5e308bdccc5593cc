import Clients
import Model
import Signals
import Synchronization
import Text

/// The application's key, which raises the day's quota from 300 to 10,000 requests, as long as the service accepts it.
///
/// Whether an error concerns the key shows when the same request is made without it: if that succeeds, the key was refused,
/// and no later request has it. A refused key is read again, because keys are rotated.
final class StackExchangeKey: Sendable {
  /// Sends a message to the person, once: that there is no key, or that it is refused.
  let notices: Signal<SafeText, Never>
  private let notice: Signal<SafeText, Never>.Observer
  private let supply: SecretSupply
  private let refused = Mutex<Set<Secret>>([])

  init(_ supply: SecretSupply) {
    let (refusals, notice) = Signal<SafeText, Never>.pipe()
    self.notice = notice
    self.supply = supply
    notices = .merge(refusals, supply.notices)
  }

  /// Why requests are made without the key; `nil` if they are made with it, or there is none.
  var trouble: SafeText? {
    if let held = supply.held, refused.withLock({ $0.contains(held) }) { return "Stack Exchange refused it" }
    return supply.held == nil ? supply.trouble?.sentence : nil
  }

  /// Makes a request with the key, and again without it if the error may concern the key. The key is removed from every
  /// error, even after it was refused, because the service may still repeat it. The request waits until the key has been
  /// read.
  ///
  /// - Parameter ask: Makes the request.
  func asking<Value>(
    _ ask: @escaping @Sendable (Authorization?) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    supply.current.promoteError(ServiceError.self).flatMap(.latest) { [self] key in
      guard let key else { return ask(nil) }
      guard !refused.withLock({ $0.contains(key) }) else { return asking(ask, inPlaceOf: key) }
      return ask(.bearer(key)).flatMapError { [self] error in
        Self.mayBeAboutKey(error) ? asking(ask, inPlaceOf: key) : SignalProducer(error: error)
      }
      .mapError { $0.withholding(key) }
    }
  }

  /// Makes a request with a replaced key, or without a key if there is none.
  private func asking<Value>(
    _ ask: @escaping @Sendable (Authorization?) -> SignalProducer<Value, ServiceError>, inPlaceOf key: Secret
  ) -> SignalProducer<Value, ServiceError> {
    supply.replacement(for: key).promoteError(ServiceError.self).flatMap(.latest) { [self] next in
      guard let next, !refused.withLock({ $0.contains(next) }) else {
        return ask(nil).on(value: { [self] _ in drop(key) })
      }
      return ask(.bearer(next)).flatMapError { [self] error in
        guard Self.mayBeAboutKey(error) else { return SignalProducer(error: error) }
        return ask(nil).on(value: { [self] _ in drop(next) })
      }
      .mapError { $0.withholding(next) }
    }
    .mapError { $0.withholding(key) }
  }

  private func drop(_ key: Secret) {
    let isFirst = refused.withLock { $0.insert(key).inserted }
    if isFirst { notice.send(value: "Stack Exchange refused the key: going on without it") }
  }

  /// Returns whether an error may concern the key. The service's wording is not documented, so this accepts all access errors
  /// and every message that mentions keys (https://api.stackexchange.com/docs/error-handling).
  private static func mayBeAboutKey(_ error: ServiceError) -> Bool {
    switch error {
    case .httpStatus(401, _, _): true
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
