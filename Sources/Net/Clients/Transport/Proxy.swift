import Foundation
import Model
import Text

/// An HTTP proxy, through which connections are made with `CONNECT` (RFC 9110, §9.3.6).
struct Proxy: Sendable, Hashable {
  let host: String
  let port: Int
  /// User and password as `Proxy-Authorization` has them (RFC 7617); `nil` if the proxy asks for none.
  let credentials: Secret?

  /// Parses an address as curl does: without a scheme it is `http:`, without a port it is 1080. User and password stand for
  /// themselves, except that `%` with two hexadecimal digits is a byte.
  ///
  /// - Returns: `nil` for another scheme, and for what curl refuses.
  init?(_ text: String) {
    let address = text.contains("://") ? text : "http://" + text
    guard !Self.hasBlanks(text), !AddressText.hasStrayAt(address), address.lowercased().begins(with: "http://"),
      let authority = AddressText.Authority(of: address), authority.hasPossiblePort,
      let host = Self.host(authority.host)
    else { return nil }
    self.host = host
    port = authority.port.flatMap { Int($0) } ?? 1080
    guard let login = authority.login else {
      credentials = nil
      return
    }
    // The bytes that `%` stands for need not be UTF-8.
    let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let user = PercentEncoding.unescaped(parts[0])
    let password = parts.count > 1 ? PercentEncoding.unescaped(parts[1]) : []
    guard (user + password).allSatisfy({ $0 >= 0x20 }) else { return nil }
    credentials = Secret(anything: Data(user + [UInt8(ascii: ":")] + password).base64EncodedString())
  }

  /// Whether there are blanks or control characters, which curl refuses.
  static func hasBlanks(_ text: String) -> Bool { text.utf8.contains { $0 <= 0x20 || $0 == 0x7F } }

  /// Returns the host without brackets; `nil` for what cannot be one.
  private static func host(_ typed: String) -> String? {
    let bare = typed.begins(with: "[") ? String(typed.dropFirst().dropLast()) : typed
    let decoded = String(decoding: PercentEncoding.unescaped(bare), as: UTF8.self)
    guard !decoded.isEmpty, !hasBlanks(decoded) else { return nil }
    if typed.begins(with: "[") { return decoded.contains(":") ? decoded : nil }
    return decoded.unicodeScalars.allSatisfy { !$0.isASCII || isInName($0) } ? decoded : nil
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }

  /// The value of the header `Proxy-Authorization`.
  var authorization: String? { credentials.map { "Basic " + $0.value } }

  /// The form in errors.
  var label: SafeText { "\(SafeText(oneLine: host)):\(port)" }
}
