import Foundation
import Model
import Synchronization
import Text

/// How this machine reaches the network, by the environment variables of curl and most programs: `HTTPS_PROXY` for `https:`
/// and `wss:`, `NO_PROXY` for its exceptions, and `SSL_CERT_FILE`. The proxy's names may be lowercase, which takes precedence
/// (https://curl.se/docs/manpage.html#ENVIRONMENT).
///
/// A variable that cannot be used fails the requests that need it, and no others.
public struct NetworkSettings: Sendable, Hashable {
  private let certificates: CertificateFile?
  private let proxySetting: Result<Proxy, NetworkSettingsError>?
  let exceptions: ProxyExceptions

  /// No proxy, and the system's certificates.
  public static let direct = NetworkSettings(environment: [:])

  /// Reads the variables; an empty one counts as unset, as scripts do it.
  public init(environment: [String: String]) {
    func value(_ names: String...) -> (name: String, value: String)? {
      names.lazy.compactMap { name in environment[name].flatMap { $0.isEmpty ? nil : (name, $0) } }.first
    }
    exceptions = ProxyExceptions(value("no_proxy", "NO_PROXY")?.value ?? "")
    proxySetting = value("https_proxy", "HTTPS_PROXY").map { name, text in
      if let proxy = Proxy(text) { return .success(proxy) }
      return .failure(Proxy.hasBlanks(text) ? .blanks(variable: name) : .proxy(variable: name))
    }
    certificates = value("SSL_CERT_FILE").map { CertificateFile($0.value) }
  }

  /// A file with the trusted certificates in PEM; `nil` for the system's.
  var certificateFile: String? { try? certificates?.path.get() }

  /// The proxy, if there is one that can be used.
  var proxy: Proxy? { try? proxySetting?.get() }

  /// Returns the proxy for an address; `nil` if there is none.
  ///
  /// A proxy that cannot be used is needed neither by an exception nor by this machine itself.
  ///
  /// - Throws: The mistake in a variable that the address needs.
  func proxy(for url: URL) throws(ServiceError) -> Proxy? {
    guard ["https", "wss"].contains(url.scheme?.lowercased()), let host = url.host() else { return nil }
    // An interface is this machine's own.
    guard ScopedAddress(url) == nil else { return nil }
    do throws(NetworkSettingsError) {
      _ = try certificates?.path.get()
      guard let proxySetting, !exceptions.contain(host) else { return nil }
      if case .failure = proxySetting, ProxyExceptions.isLoopback(host) { return nil }
      return try proxySetting.get()
    } catch {
      throw .unusableVariable(error.variable, sentence: SafeText(oneLine: error.description))
    }
  }
}

/// A file of certificates, which is read once, for the first request that needs it: it may have hundreds of kilobytes, and the
/// demonstration needs none of them.
private final class CertificateFile: Sendable, Hashable {
  private let name: String
  private let checked = Mutex<Result<String, NetworkSettingsError>?>(nil)

  init(_ name: String) { self.name = name }

  /// Its path; the mistake if it cannot be used.
  var path: Result<String, NetworkSettingsError> {
    checked.withLock { checked in
      if let checked { return checked }
      let result = Result { () throws(NetworkSettingsError) in try check() }
      checked = result
      return result
    }
  }

  /// Does not parse the certificates; the connection does that.
  private func check() throws(NetworkSettingsError) -> String {
    guard let bytes = FileManager.default.contents(atPath: name) else { throw .unreadable(certificateFile: name) }
    // RFC 7468, §5; OpenSSL's own kind says TRUSTED CERTIFICATE. `Data.range(of:)` would take as long as a pane's first
    // picture, because Foundation implements it generically.
    let mark = Array(" CERTIFICATE-----".utf8)
    let isMarked = bytes.withUnsafeBytes { text in
      text.indices.dropLast(mark.count - 1).contains { text[$0...].starts(with: mark) }
    }
    guard isMarked else { throw .noCertificates(certificateFile: name) }
    return name
  }

  static func == (one: CertificateFile, other: CertificateFile) -> Bool { one.name == other.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The mistake in a variable, as a sentence. It does not repeat a proxy's address, which may contain a password.
enum NetworkSettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  case proxy(variable: String)
  case blanks(variable: String)
  case unreadable(certificateFile: String)
  case noCertificates(certificateFile: String)

  var variable: SafeText {
    switch self {
    case .proxy(let variable), .blanks(let variable): SafeText(oneLine: variable)
    case .unreadable, .noCertificates: "SSL_CERT_FILE"
    }
  }

  var description: String {
    switch self {
    case .proxy(let variable):
      "\(variable) is no address of a proxy: write http://HOST:PORT (SOCKS is not supported)"
    case .blanks(let variable): "\(variable) is no address of a proxy: in a password write a blank as %20"
    case .unreadable(let path): "SSL_CERT_FILE names \(path), which cannot be read"
    case .noCertificates(let path): "SSL_CERT_FILE names \(path), which holds no certificates in PEM"
    }
  }
}
