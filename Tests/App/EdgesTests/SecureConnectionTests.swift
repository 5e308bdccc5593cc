import Foundation
import Model
import NIOCore
import NIOPosix
import NIOSSL
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

/// Who is believed to be the server that was asked, over HTTP and over WebSocket.
@Suite(.timeLimit(.minutes(2))) struct SecureConnectionTests {
  private let clock = TestScheduler(startDate: TestBench.start)
  private let transport: Transport

  init() { transport = SecureServer.trustingTransport() }

  private static let points = #"[{"ts":"2026-11-22T00:00:00Z","temperature":21.5}]"#

  private func url(_ scheme: String, _ server: SecureServer, host: String = "127.0.0.1", path: String = "/") throws
    -> URL
  {
    try #require(URL(string: "\(scheme)://\(host):\(server.port)\(path)"))
  }

  private func temperatures(
    from server: SecureServer, host: String = "127.0.0.1", over transport: Transport? = nil
  ) async throws -> Signal<[Temperature], ServiceError>.Event {
    let client = ConAirClient(
      baseURL: try url("https", server, host: host, path: "/data/"), transport: transport ?? self.transport,
      clock: clock)
    var listening = Listening(client.temperatures(from: .distantPast, to: TestBench.start, step: 120))
    return try await listening.next()
  }

  /// How a WebSocket ends with a server that has none.
  private func webSocketError(_ server: SecureServer, host: String = "127.0.0.1") async throws -> ServiceError {
    var listening = Listening(
      transport.webSocket(try url("wss", server, host: host), pingEvery: 20, on: clock))
    return try await listening.failure()
  }

  private func untrusted(_ server: SecureServer, host: String = "127.0.0.1") -> ServiceError {
    .unreachable(
      host: "\(SafeText(oneLine: host)):\(server.port)", reason: "its certificate is not trusted, or has expired")
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func aServerIsBelievedWhoseCertificateIsForItsNameAndFromSomebodyTrusted(host: String) async throws {
    let server = try await SecureServer(.valid, type: "application/json", body: Self.points)
    #expect(try await temperatures(from: server, host: host).value?.count == 1)
    #expect(
      try await webSocketError(server, host: host)
        == .malformedAnswer(host: "\(SafeText(oneLine: host)):\(server.port)", detail: "no WebSocket there"))
    #expect(server.requests.withLock { $0.count } == 2)
  }

  @Test(arguments: [SecureServer.Certificate.stranger, .expired])
  func nobodyIsBelievedWhoseCertificateIsTheirOwnOrHasExpired(certificate: SecureServer.Certificate) async throws {
    let server = try await SecureServer(certificate, type: "application/json", body: Self.points)
    #expect(try await temperatures(from: server).error == untrusted(server))
    #expect(try await webSocketError(server) == untrusted(server))
    #expect(server.requests.withLock { $0.isEmpty }, "nothing was sent")
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func nobodyIsBelievedWhoseCertificateIsForAnotherName(host: String) async throws {
    let server = try await SecureServer(.elsewhere, type: "application/json", body: Self.points)
    let expected = ServiceError.unreachable(
      host: "\(SafeText(oneLine: host)):\(server.port)", reason: "its certificate is for another name")
    #expect(try await temperatures(from: server, host: host).error == expected)
    #expect(try await webSocketError(server, host: host) == expected)
    #expect(server.requests.withLock { $0.isEmpty }, "nothing was sent")
  }

  @Test func theAuthorityOfTheTestsIsTrustedByNobodyElse() async throws {
    let server = try await SecureServer(.valid, type: "application/json", body: Self.points)
    let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")
    #expect(try await temperatures(from: server, over: transport).error == untrusted(server))
  }

  // MARK: Versions of TLS

  @Test(arguments: [TLSVersion.tlsv1, .tlsv11])
  func aVersionOfTLSThatCanBeBrokenIsNotSpoken(newest: TLSVersion) async throws {
    let server = try await SecureServer(.valid, newest: newest, type: "application/json", body: Self.points)
    let expected = ServiceError.unreachable(
      host: "127.0.0.1:\(server.port)", reason: "it does not speak TLS 1.2 or newer")
    #expect(try await temperatures(from: server).error == expected)
    #expect(try await webSocketError(server) == expected)
    #expect(server.requests.withLock { $0.isEmpty }, "nothing was sent")
  }

  @Test func tls12IsSpoken() async throws {
    let server = try await SecureServer(.valid, newest: .tlsv12, type: "application/json", body: Self.points)
    #expect(try await temperatures(from: server).value?.count == 1)
  }

  /// A server that is offered HTTP/2 chooses it, and then speaks nothing that this program reads.
  @Test func http2IsNotOffered() async throws {
    let server = try await SecureServer(.valid, type: "application/json", body: Self.points)
    #expect(try await temperatures(from: server).value?.map(\.celsius) == [21.5])
    #expect(server.requests.withLock { $0.map(\.version) } == [.http1_1])
    #expect(server.protocols.withLock { $0 } == ["http/1.1"])
  }

  // MARK: Trust roots

  @Test func whatIsTrustedIsReadOnceAndNotOnTheEventLoop() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let makes = Shared<[Bool]>([])
    let context = TLSContext {
      makes.withLock { $0.append(loop.inEventLoop) }
      return try NIOSSLContext(configuration: .makeClientConfiguration())
    }
    let first = try await loop.flatSubmit { context.context(on: loop) }.get()
    let second = try await loop.flatSubmit { context.context(on: loop) }.get()
    #expect(first === second)
    #expect(makes.withLock { $0 } == [false])
  }

  @Test func whatCouldNotBeReadIsReadAgain() async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let makes = Shared(0)
    let context = TLSContext {
      let isFirst = makes.withLock { makes in
        makes += 1
        return makes == 1
      }
      if isFirst { throw NIOSSLError.noSuchFilesystemObject }
      return try NIOSSLContext(configuration: .makeClientConfiguration())
    }
    await #expect(throws: NIOSSLError.self) { try await context.context(on: loop).get() }
    _ = try await context.context(on: loop).get()
    #expect(makes.withLock { $0 } == 2)
  }
}
