import NIOCore
import Text

/// A host, and perhaps a port, as `Host` and `Origin` headers name them.
///
/// Names are kept in lower case and IP addresses in the system's spelling, so that equal ones compare equal.
///
/// Source: RFC 9110 §7.2 (`Host`) and RFC 3986 §3.2 (authority).
public struct Authority: Sendable, Hashable {
  /// A name, or an IP address without brackets.
  public let host: String
  /// `nil` where none is given, which means the scheme's default port.
  public let port: Int?

  /// - Parameter host: a name, or an IP address without brackets.
  public init(host: String, port: Int?) {
    self.host = Self.address(host) ?? host.lowercased()
    self.port = port
  }

  /// Reads `name`, `name:8642`, `127.0.0.1:8642` or `[::1]:8642`; `nil` for anything else, such as a list or an authority
  /// with a user's name.
  public init?(_ text: String) {
    // Visible ASCII only, so that characters are bytes from here on.
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let rest: Substring
    if text.begins(with: "[") {
      // RFC 3986 §3.2.2: brackets are for IPv6.
      guard let end = text.firstIndex(of: "]"), text[..<end].contains(":"),
        let address = Self.address(String(text[..<end].dropFirst()))
      else { return nil }
      host = address
      rest = text[end...].dropFirst()
    } else {
      let name = text.prefix { $0 != ":" }
      guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else { return nil }
      host = Self.address(String(name)) ?? name.lowercased()
      rest = text[name.endIndex...]
    }
    let digits = rest.dropFirst()
    guard rest.isEmpty || rest.begins(with: ":"), digits.allSatisfy(\.isNumber) else { return nil }
    guard !digits.isEmpty else {
      port = nil
      return
    }
    guard let number = Int(digits), (1...65_535).contains(number) else { return nil }
    port = number
  }

  /// An IP address in the system's spelling, an IPv4 address that is mapped into IPv6 (RFC 4291 §2.5.5.2) as IPv4; `nil`
  /// for a name.
  static func address(_ text: String) -> String? {
    // With a zone it would be an address for this machine alone.
    guard !text.contains("%"), let spelled = try? SocketAddress(ipAddress: text, port: 0).ipAddress else { return nil }
    let mapped = spelled.begins(with: "::ffff:") ? spelled.dropFirst(7) : ""
    return mapped.contains(".") ? String(mapped) : spelled
  }
}

extension Authority: CustomStringConvertible {
  /// The form in a URL.
  public var description: String {
    let host = self.host.contains(":") ? "[\(self.host)]" : self.host
    return port.map { "\(host):\($0)" } ?? host
  }
}

extension SocketAddress {
  /// In the spelling of ``Authority``; `nil` if it is not an IP address.
  var spelledAddress: String? {
    // A link-local address may be written with its zone.
    ipAddress.flatMap { Authority.address(String($0.prefix { $0 != "%" })) }
  }

  /// Whether only this machine can reach the address. Source: RFC 6890 §2.2.
  var isLoopback: Bool {
    spelledAddress.map { $0 == "::1" || $0.begins(with: "127.") } ?? false
  }
}
