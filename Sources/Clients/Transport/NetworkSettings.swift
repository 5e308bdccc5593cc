import Foundation
import Model
import Text

/// How this machine reaches the network, by the environment variables of curl and most programs: `HTTPS_PROXY` for `https:`
/// and `wss:`, `NO_PROXY` for its exceptions, and `SSL_CERT_FILE`. The proxy's names may be lowercase, which takes precedence
/// (https://curl.se/docs/manpage.html#ENVIRONMENT).
public struct NetworkSettings: Sendable, Hashable {
  /// A file with the trusted certificates in PEM; `nil` for the system's.
  public let certificateFile: String?
  let proxy: Proxy?
  let exceptions: ProxyExceptions

  /// No proxy, and the system's certificates.
  public static let direct = NetworkSettings()

  private init() {
    certificateFile = nil
    proxy = nil
    exceptions = ProxyExceptions("")
  }

  /// Reads the variables; an empty one counts as unset, as scripts do it.
  public init(environment: [String: String]) throws(NetworkSettingsError) {
    func value(_ names: String...) -> (name: String, value: String)? {
      names.lazy.compactMap { name in environment[name].flatMap { $0.isEmpty ? nil : (name, $0) } }.first
    }
    exceptions = ProxyExceptions(value("no_proxy", "NO_PROXY")?.value ?? "")
    if let (name, text) = value("https_proxy", "HTTPS_PROXY") {
      guard let proxy = Proxy(text) else { throw .proxy(variable: name) }
      self.proxy = proxy
    } else {
      proxy = nil
    }
    certificateFile = value("SSL_CERT_FILE")?.value
    if let certificateFile { try Self.check(certificateFile) }
  }

  /// Does not parse certificates: that would delay the first frame.
  private static func check(_ certificateFile: String) throws(NetworkSettingsError) {
    guard let bytes = FileManager.default.contents(atPath: certificateFile) else {
      throw .unreadable(certificateFile: certificateFile)
    }
    // RFC 7468, §5; OpenSSL's own kind says TRUSTED CERTIFICATE. `Data.range(of:)` would take as long as a pane's first
    // picture, because Foundation implements it generically.
    let mark = Array(" CERTIFICATE-----".utf8)
    let isMarked = bytes.withUnsafeBytes { text in
      text.indices.dropLast(mark.count - 1).contains { text[$0...].starts(with: mark) }
    }
    guard isMarked else {
      throw .noCertificates(certificateFile: certificateFile)
    }
  }

  /// Returns the proxy for an address; `nil` if there is none.
  func proxy(for url: URL) -> Proxy? {
    guard ["https", "wss"].contains(url.scheme?.lowercased()), let host = url.host(), !exceptions.contain(host) else {
      return nil
    }
    return proxy
  }
}

/// The mistake in a variable, as a sentence. It does not repeat a proxy's address, which may contain a password.
public enum NetworkSettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  case proxy(variable: String)
  case unreadable(certificateFile: String)
  case noCertificates(certificateFile: String)

  public var description: String {
    switch self {
    case .proxy(let variable):
      "\(variable) is no address of a proxy: write http://HOST:PORT (SOCKS and others are not supported)"
    case .unreadable(let path): "SSL_CERT_FILE names \(path), which cannot be read"
    case .noCertificates(let path): "SSL_CERT_FILE names \(path), which holds no certificates in PEM"
    }
  }
}

/// An HTTP proxy, through which connections are made with `CONNECT` (RFC 9110, §9.3.6).
struct Proxy: Sendable, Hashable {
  let host: String
  let port: Int
  let user: String?
  let password: Secret?

  /// Parses an address as curl does: without a scheme it is `http:`, without a port it is 1080.
  init?(_ text: String) {
    let address = text.contains("://") ? text : "http://" + text
    guard !AddressText.hasStrayAt(address), let components = URLComponents(string: address),
      components.scheme?.lowercased() == "http",
      let host = components.host, !host.isEmpty
    else { return nil }
    // `URLComponents` ignores a port that is too large.
    let digits = components.rangeOfPort.map { address[$0] } ?? ""
    guard digits.isEmpty || (1...65_535).contains(components.port ?? 0) else { return nil }
    self.host = host.trimmingCharacters(in: ["[", "]"])
    port = components.port ?? 1080
    user = components.user
    password = components.password.map(Secret.init(anything:))
  }

  var authorization: Authorization? {
    user.map { .basic(user: $0, password: password ?? Secret(anything: "")) }
  }

  /// The form in errors.
  var label: SafeText { "\(SafeText(oneLine: host)):\(port)" }
}
