import Foundation
import Text

/// Addresses as they stand in a recording: without names, passwords, and values of the query that are, or may be, secrets.
package struct RecordedAddress: Sendable, Equatable {
  /// The values in the queries of configured addresses, any of which may be a token.
  private var secretValues: Set<String> = []
  /// What stands for the demonstration, whose port is another at each start.
  package static let demonstration = "demonstration.invalid"

  package init() {}

  /// Leaves out what the query of a configured address says.
  package mutating func learn(_ address: URL) {
    let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
    secretValues.formUnion(items.compactMap(\.value).filter { !$0.isEmpty && $0 != Self.mask })
  }

  /// - Parameter demonstrationPort: The port of the demonstration, if it runs.
  package func text(_ address: String, demonstrationPort: Int? = nil) -> String {
    guard var parts = URLComponents(string: address) else { return AddressText.withoutPasswords(address) }
    (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
    parts.queryItems = parts.queryItems?.map { item in
      let isSecret = item.value.map { secretValues.contains($0) } ?? false
      return isSecret || Self.isSuspicious(item.name) ? URLQueryItem(name: item.name, value: Self.mask) : item
    }
    if let demonstrationPort, parts.host == "127.0.0.1", parts.port == demonstrationPort {
      (parts.host, parts.port) = (Self.demonstration, nil)
    }
    return parts.string ?? ""
  }

  /// As in the report of the settings (`Form.masked`).
  private static let mask = "..."

  /// Returns whether a parameter is named like a secret, also in a part of the name: a recording goes to others.
  private static func isSuspicious(_ name: String) -> Bool {
    if AddressText.namesSecret(name) { return true }
    let name = name.lowercased()
    return ["key", "token", "secret", "pass", "auth", "signature", "credential"].contains { name.contains($0) }
  }

  /// The values in an address that are left out because of their names.
  static func secrets(in address: String) -> [String] {
    let items = URLComponents(string: address)?.queryItems ?? []
    return items.filter { isSuspicious($0.name) }.compactMap(\.value)
  }

  /// An address without the parameters whose values are left out, and without those that a secret would add.
  package static func withoutSecrets(_ address: String) -> String {
    guard var parts = URLComponents(string: address), let items = parts.queryItems else { return address }
    let rest = items.filter { $0.value != mask && !isSuspicious($0.name) }
    parts.queryItems = rest.isEmpty ? nil : rest
    return parts.string ?? address
  }

  /// An address in which times are all the same, since a session that is played again asks at slightly other ones.
  package static func timeless(_ address: String) -> String {
    let decoded = address.removingPercentEncoding ?? address
    return decoded.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z?/, with: "T").replacing(/\b\d{9,13}(?:\.\d+)?\b/, with: "T")
  }
}
