import Foundation
import Model
import Signals

/// The credentials of a service's client: a token, or a name and a password.
public struct Credentials: Sendable {
  private let secret: SecretSupply
  private let user: String?

  /// - Parameter user: The name that the password belongs to; without it the secret is a token.
  public init(_ secret: SecretSupply = SecretSupply(), user: String? = nil) {
    self.secret = secret
    self.user = user
  }

  private func authorization(_ secret: Secret) -> Authorization {
    user.map { .basic(user: $0, password: secret) } ?? .bearer(secret)
  }

  /// Makes a request with the secret, and again if it is refused and has been replaced.
  package func asking<Value>(
    _ ask: @escaping @Sendable (Authorization?) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    secret.current.promoteError(ServiceError.self).flatMap(.latest) { [self] held in
      ask(held.map(authorization)).flatMapError { error in
        guard let held, case .httpStatus(401, _, _) = error else { return SignalProducer(error: error) }
        return secret.replacement(for: held).promoteError(ServiceError.self).flatMap(.latest) { next in
          next.map { ask(authorization($0)) } ?? SignalProducer(error: error)
        }
      }
    }
  }
}
