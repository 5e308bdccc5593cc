import Foundation
import Model
import NIOCore
import NetTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Clients

/// Answers whose heads no server should send, over HTTP, in a WebSocket's handshake, and from a proxy.
@Suite(.timeLimit(.minutes(2))) struct HostileAnswerTests {
  private let transport = Transport(
    version: "1", projectURL: "https://example.org/", network: .direct, keepingIdleConnections: 3600)

  private func ask(_ server: ScriptedServer) async throws -> Signal<[Int], ServiceError>.Event {
    let base = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    var listening = Listening(API(base, transport: transport, clock: TestScheduler()).get().json([Int].self))
    return try await listening.next()
  }

  private func head(_ status: String) -> ScriptedServer.Action {
    .answer("HTTP/1.1 \(status) x\r\nContent-Length: 3\r\n\r\n[7]")
  }

  @Test(arguments: [
    ("099", "HTTP status 99, which does not exist"),
    ("000", "HTTP status 0, which does not exist"),
    ("101", "HTTP status 101, which was not asked for"),
    ("0", "not HTTP"), ("-1", "not HTTP"), ("1000", "not HTTP"), ("2OO", "not HTTP"), ("", "not HTTP"),
  ])
  func aStatusThatDoesNotExistIsToldAndTheConnectionGivenUp(status: String, detail: String) async throws {
    let server = try ScriptedServer { $0.connection == 1 ? head(status) : ScriptedServer.answer("[2]") }
    let error = ServiceError.malformedAnswer(host: "127.0.0.1:\(server.port)", detail: SafeText(oneLine: detail))
    #expect(try await ask(server) == .failed(error))
    #expect(try await ask(server) == .value([2]))
  }

  @Test(arguments: [("600", 600), ("999", 999)])
  func aStatusWithoutAMeaningIsAStatusAllTheSame(status: String, number: Int) async throws {
    let server = try ScriptedServer { _ in head(status) }
    #expect(try await ask(server) == .failed(.httpStatus(number, host: "127.0.0.1:\(server.port)")))
  }

  private static let hint = "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"

  @Test func someInterimHeadsAreNoFault() async throws {
    let server = try ScriptedServer { _ in
      .answer(
        String(repeating: Self.hint, count: AnswerHeads.interimLimit)
          + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[7]")
    }
    #expect(try await ask(server) == .value([7]))
    // They are counted for each answer.
    #expect(try await ask(server) == .value([7]))
  }

  @Test func aFloodOfInterimHeadsIsTold() async throws {
    let server = try ScriptedServer { _ in .answer(String(repeating: Self.hint, count: AnswerHeads.interimLimit + 1)) }
    let error = ServiceError.malformedAnswer(host: "127.0.0.1:\(server.port)", detail: "too many interim answers")
    #expect(try await ask(server) == .failed(error))
  }

  /// Frames of HTTP/2, which is never offered: SETTINGS and any number of PINGs.
  @Test func framesOfHTTP2AreToldAtOnce() async throws {
    let settings = "\0\0\0\u{4}\0\0\0\0\0"
    let ping = "\0\0\u{8}\u{6}\0\0\0\0\0" + "12345678"
    let server = try ScriptedServer { _ in .answer(settings + String(repeating: ping, count: 10_000)) }
    let error = ServiceError.malformedAnswer(host: "127.0.0.1:\(server.port)", detail: "not HTTP")
    #expect(try await ask(server) == .failed(error))
  }

  @Test func headsAndTrailersWithoutEndAreTold() async throws {
    let fields = (0..<300).map { "X-\($0): y\r\n" }.joined()
    for text in [
      "HTTP/1.1 200 OK\r\n\(fields)\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[7]\r\n0\r\n\(fields)\r\n",
    ] {
      let server = try ScriptedServer { _ in .answer(text) }
      let error = ServiceError.malformedAnswer(host: "127.0.0.1:\(server.port)", detail: "not HTTP")
      #expect(try await ask(server) == .failed(error))
    }
  }

  private static let megabyte = String(repeating: "x", count: 1 << 20)

  /// What nothing else limits; the connection stays open, as though more were to come.
  @Test(arguments: [
    ("a reason", "HTTP/1.1 200 \(megabyte)"), ("blank lines", String(repeating: "\r\n", count: 1 << 19)),
    ("an extension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;\(megabyte)"),
    (
      "chunks of a byte",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\n1\r\n", count: 100_000)
    ),
    (
      "chunks of a byte with extensions",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1;abcde\n1\n", count: 50_000)
    ),
  ])
  func whatIsHardlyContentIsTold(what: String, text: String) async throws {
    let server = try ScriptedServer { $0.connection == 1 ? .answer(text) : ScriptedServer.answer("[2]") }
    let error = ServiceError.malformedAnswer(
      host: "127.0.0.1:\(server.port)", detail: "hardly anything in it is content")
    #expect(try await ask(server) == .failed(error))
    #expect(try await ask(server) == .value([2]))
  }

  @Test func aPageInChunksOfOneByteIsRead() async throws {
    let numbers = [Int](repeating: 7, count: 20_000)
    let chunks = numbers.description.filter { $0 != " " }.map { "1\r\n\($0)\r\n" }.joined()
    let server = try ScriptedServer { _ in
      .answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n")
    }
    #expect(try await ask(server) == .value(numbers))
  }

  @Test func signsOfLifeOfAnEndlessStreamAreNoExcess() {
    var count = OverheadCount()
    // A line feed in a chunk of its own, each second of ten days.
    for second in 0..<864_000 {
      count.add(6, at: .uptimeNanoseconds(UInt64(second) * 1_000_000_000))
      count.take(content: 1)
      guard !count.isTooMuch else {
        Issue.record("given up after \(second) s")
        return
      }
    }
  }

  @Test(arguments: ["HTTP/1.1 101 ", "\r\n"])
  func aHandshakeIsNotEndless(text: String) async throws {
    let server = try ScriptedServer { _ in .answer(String(repeating: text, count: (1 << 20) / text.utf8.count)) }
    let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)/"))
    var listening = Listening(transport.webSocket(url, pingEvery: 20, on: TestScheduler()))
    #expect(
      try await listening.failure()
        == .malformedAnswer(host: "127.0.0.1:\(server.port)", detail: "hardly anything in it is content"))
  }

  @Test func aSecondAnswerToOneRequestIsLeftOut() async throws {
    let whole = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[7]"
    let server = try ScriptedServer { _ in .answer(whole + whole) }
    #expect(try await ask(server) == .value([7]))
    #expect(try await ask(server) == .value([7]))
  }

  // MARK: Other handshakes

  @Test(arguments: ["099", "000", "200", "404"])
  func aWebSocketIsNotBegunWithSuchAStatus(status: String) async throws {
    let server = try ScriptedServer { _ in head(status) }
    let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)/"))
    var listening = Listening(transport.webSocket(url, pingEvery: 20, on: TestScheduler()))
    _ = try await listening.failure()
  }

  @Test(arguments: ["https", "wss"], ["099", "000", "101", "103"])
  func aProxyThatAnswersSoIsASentence(scheme: String, status: String) async throws {
    let proxy = try ScriptedServer { _ in .close(after: "HTTP/1.1 \(status) x\r\nContent-Length: 3\r\n\r\n[7]") }
    let transport = Transport(
      version: "1", projectURL: "https://example.org/",
      network: NetworkSettings(environment: ["HTTPS_PROXY": "127.0.0.1:\(proxy.port)"]))
    let url = try #require(URL(string: "\(scheme)://localhost:1/"))
    if scheme == "wss" {
      var listening = Listening(transport.webSocket(url, pingEvery: 20, on: TestScheduler()))
      _ = try await listening.failure()
    } else {
      var listening = Listening(API(url, transport: transport, clock: TestScheduler()).get().json([Int].self))
      _ = try await listening.failure()
    }
  }
}
