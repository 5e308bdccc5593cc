import NIOSSL
import Text

/// The reason why there is no secure connection, in words.
enum TLSFailure {
  /// - Parameter plainScheme: The scheme of the same protocol without TLS, which the server may use.
  static func reason(_ error: any Error, plainScheme: SafeText) -> SafeText {
    switch error {
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      "its certificate is for another name"
    case NIOSSLError.handshakeFailed(.sslError(let stack)) where stack.contains(.eofDuringHandshake):
      "it broke off the TLS handshake"
    default: reason(String(describing: error), plainScheme: plainScheme)
    }
  }

  /// Parses the description of a BoringSSL error, the only place that identifies the error:
  /// `error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER`.
  static func reason(_ description: String, plainScheme: SafeText) -> SafeText {
    switch description.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/)?.output.1 {
    // The answer is not TLS; most often it is plain HTTP.
    case "WRONG_VERSION_NUMBER": "no TLS there (try \(plainScheme):)"
    case "UNSUPPORTED_PROTOCOL", "TLSV1_ALERT_PROTOCOL_VERSION": "it does not speak TLS 1.2 or newer"
    case "CERTIFICATE_VERIFY_FAILED": "its certificate is not trusted, or has expired"
    case let name?:
      "the TLS handshake failed (\(SafeText(oneLine: name.lowercased().replacing("_", with: " "))))"
    case nil: "the TLS handshake failed"
    }
  }
}
