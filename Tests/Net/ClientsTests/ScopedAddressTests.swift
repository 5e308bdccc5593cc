import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Testing

@testable import Clients

/// Addresses with an interface of this machine (RFC 6874).
@Suite(.timeLimit(.minutes(2))) struct ScopedAddressTests {
  @Test(
    arguments: [
      ("http://[fe80::1%25eth0]:9100/a", "fe80::1", "eth0"), ("ws://[::1%25lo]/", "::1", "lo"),
      ("https://[fe80::1%252]/", "fe80::1", "2"), ("http://[fe80::1%25en%2D0]/", "fe80::1", "en-0"),
      ("http://[::1]/", nil, nil), ("http://a%2525b/", nil, nil), ("http://127.0.0.1/", nil, nil),
    ] as [(String, String?, String?)])
  func theInterfaceStandsBehindTheAddress(text: String, address: String?, zone: String?) throws {
    let scoped = ScopedAddress(try #require(URL(string: text)))
    #expect(scoped?.address == address && scoped?.zone == zone)
  }

  /// The loopback interface is there on each machine.
  @Test func theSystemIsGivenTheNumberOfTheInterface() throws {
    let number = if_nametoindex("lo")
    for zone in ["lo", "\(number)"] {
      let scoped = ScopedAddress(try #require(URL(string: "http://[::1%25\(zone)]/")))
      #expect(scoped?.systemForm == "::1%\(number)", "\(zone)")
    }
    #expect(ScopedAddress(try #require(URL(string: "http://[::1%25nowhere9]/")))?.systemForm == nil)
  }

  @Test func anInterfaceThatIsNotThereIsSaid() async throws {
    let transport = Transport(version: "1", projectURL: "https://example.org/")
    for scheme in ["http", "ws"] {
      let url = try #require(URL(string: "\(scheme)://[fe80::1%25nowhere9]:9100/"))
      let error = ServiceError.unreachable(
        host: url.hostLabel, reason: "this machine has no network interface nowhere9")
      if scheme == "http" {
        var listening = Listening(API(url, transport: transport, clock: TestScheduler()).get().json([Int].self))
        #expect(try await listening.failure() == error)
      } else {
        var listening = Listening(transport.webSocket(url, pingEvery: 60, on: TestScheduler()))
        #expect(try await listening.failure() == error)
      }
    }
  }

  @Test func aProxyKnowsNoInterfaceOfThisMachine() throws {
    let network = NetworkSettings(environment: ["https_proxy": "http://proxy.example:3128"])
    #expect(try network.proxy(for: #require(URL(string: "https://[fe80::1%25eth0]/"))) == nil)
    #expect(try network.proxy(for: #require(URL(string: "https://[fe80::1]/"))) != nil)
  }
}

/// Compressions that a server uses unasked.
@Suite(.timeLimit(.minutes(2))) struct ContentCodingTests {
  private func failure(_ head: String, _ body: [UInt8]) async throws -> String? {
    let transport = Transport(version: "1", projectURL: "https://example.org/")
    let answer = Array("HTTP/1.1 200 OK\r\n\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    let server = try ScriptedServer { _ in .close(after: String(decoding: answer, as: UTF8.self)) }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    var listening = Listening(API(url, transport: transport, clock: TestScheduler()).get().json([Int].self))
    guard case .failed(.malformedAnswer(_, let detail)) = try await listening.next() else { return nil }
    return detail.string
  }

  @Test(arguments: ["br", "zstd", "ZSTD", "compress", "gzip, br"])
  func anUnaskedCompressionIsNamed(coding: String) async throws {
    let detail = try await failure("Content-Encoding: \(coding)\r\n", Array("[7]".utf8))
    #expect(detail == "compressed with \(coding.lowercased()), which was not asked for")
  }

  @Test(arguments: ["utf-8", "identity", "none", "", "binary"])
  func aWordThatIsNoCompressionIsNone(word: String) async throws {
    #expect(try await failure("Content-Encoding: \(word)\r\n", Array("[7]".utf8)) == nil)
  }

  @Test func zstandardIsKnownWithoutAHeader() throws {
    let body: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 1]
    #expect(throws: ServiceError.malformedAnswer(host: "a", detail: "compressed with zstd, which was not asked for")) {
      try ContentCoding.format(of: body, [:], host: "a")
    }
    #expect(try ContentCoding.format(of: Array("[7]".utf8), [:], host: "a") == nil)
  }

  @Test(
    arguments: [
      (304, "a says that nothing has changed, which was not asked (HTTP 304): try again later"),
      (301, "a has moved to another address (HTTP 301): check the URL"), (305, "a answered with HTTP status 305"),
    ] as [(Int, String)])
  func onlyWhatHasMovedIsSaidToHaveMoved(status: Int, sentence: String) {
    let error = ServiceError.httpStatus(status, host: "a", words: nil)
    #expect(error.sentence.string == sentence)
  }
}
