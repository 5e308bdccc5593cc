import Foundation
import Model
import NIOSSL
import Testing

@testable import Clients

/// What the network libraries say, in words.
@Suite struct TransportFailureTests {
  private func reason(_ error: any Error) -> String? {
    guard case .unreachable("host", let reason) = ServiceError(transport: error, host: "host") else { return nil }
    return reason.string
  }

  @Test func aTLSHandshakeThatIsBrokenOffIsSaidToBe() {
    #expect(reason(NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake]))) == "it broke off the TLS handshake")
  }

  @Test func anUnknownFailureOfTLSIsNoLineOfCode() {
    #expect(reason(NIOSSLError.handshakeFailed(.syscallError)) == "the TLS handshake failed")
    #expect(reason(NIOSSLError.cannotMatchULabel) == "the TLS handshake failed")
  }

  @Test func aConnectionThatEndsWithoutTLSsGoodbyeIsLost() {
    #expect(
      ServiceError(transport: NIOSSLError.uncleanShutdown, host: "host") == .connectionLost(host: "host"))
  }

  @Test(arguments: [
    ("CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted, or has expired"),
    ("WRONG_VERSION_NUMBER", "no TLS there (try http:)"),
    ("TLSV1_ALERT_PROTOCOL_VERSION", "it does not speak TLS 1.2 or newer"),
    ("TLSV1_ALERT_NO_RENEGOTIATION", "the TLS handshake failed (tlsv1 alert no renegotiation)"),
  ])
  func theNamesOfBoringSSLBecomeWords(name: String, expected: String) {
    let description = "sslError([Error: 1 error:100000f7:SSL routines:OPENSSL_internal:\(name) at /a/b.cc:1])"
    #expect(TLSFailure.reason(description, plainScheme: "http").string == expected)
  }

  @Test func whereThereIsNoTLSTheSameProtocolWithoutItIsAdvised() {
    let description = "error:100000f7:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER"
    #expect(TLSFailure.reason(description, plainScheme: "ws").string == "no TLS there (try ws:)")
    #expect(TLSFailure.reason(description, plainScheme: "http").string == "no TLS there (try http:)")
  }
}
