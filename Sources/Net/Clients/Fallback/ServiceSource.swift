import Foundation
import Model
import Text

/// The source of a service's data.
package enum ServiceSource: Hashable, Sendable {
  /// This server and no other.
  case server(URL)
  /// This server, or the demonstration if it cannot be reached.
  case serverElseDemonstration(URL)
  case demonstration

  /// The server's address without credentials; `nil` if only the demonstration is asked.
  package var address: SafeText? {
    switch self {
    case .demonstration: return nil
    case .server(let url), .serverElseDemonstration(let url): return AddressText.safe(url)
    }
  }
}

/// A service's source and the source of its secret, from which a client is created.
package struct ServicePart: Hashable, Sendable {
  package var source: ServiceSource
  package var secret: SecretSource?
  /// How the service can reach the person, if it counts requests by that.
  package var contact: String?

  package init(_ source: ServiceSource, secret: SecretSource? = nil, contact: String? = nil) {
    (self.source, self.secret, self.contact) = (source, secret, contact)
  }
}
