import Foundation
import Model
import NIOCore
import NetTesting
import Signals
import SignalsTesting
import Testing

@testable import Clients

/// Heads and chunks as small devices write them, and as curl and browsers read them.
@Suite(.timeLimit(.minutes(2))) struct LenientHeadTests {
  private let transport = Transport(
    version: "1", projectURL: "https://example.org/", network: .direct, keepingIdleConnections: 3600)

  private func listening(_ server: ScriptedServer) throws -> Listening<[Int], ServiceError> {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
    return Listening(API(url, transport: transport, clock: TestScheduler()).get().json([Int].self))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\nContent-Type: text/plain\nConnection: close\n\n[7]",
    "HTTP/1.1 200 OK\nContent-Length: 3\n\n[7]", "HTTP/1.0 200\n\n[7]",
    "HTTP/1.1 200 OK\r\nX: y\nContent-Length: 3\r\n\r\n[7]", "HTTP/1.1 200 OK\nContent-Length: 3\r\n\n[7]",
    "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n[7\n1;a=b\n]\n0\nA: b\n\n",
    "HTTP/1.1 200 OK\nTransfer-Encoding: Chunked\n\n2\r\n[7\r\n1\r\n]\r\n0\r\n\r\n",
    "HTTP/1.1 103 Early Hints\nLink: </a>\n\nHTTP/1.1 200 OK\nContent-Length: 3\n\n[7]",
    "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\nContent-Length: 3\n\n[7]",
    "HTTP/1.1 200 OK\r\nServer : x\r\nContent-Length\t: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\tc\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nContent-Length:\r\n 3\r\n\r\n[7]", "http/1.1  200 OK\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[7]\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n3\r\n[7]\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0003  \r\n[7]\r\n0 ; a = \"b;c\"\r\nX: y\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\n[7]\n0\n\n",
    "HTTP/1.1 200 OK\r\nnonsense\r\n: x\r\nMy Name: x\r\nX-Größe: x\r\nX(a): x\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nX: \u{1B}[0m\u{7F}\u{0}\ra\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\r\nContent-Length: 3\r\r\n\r\r\n[7]", "\r\nHTTP/1.1 200\r\nContent-Length:3\r\n\r\n[7]",
  ])
  func suchAHeadIsRead(answer: String) async throws {
    let server = try ScriptedServer { _ in .close(after: answer) }
    var listening = try listening(server)
    #expect(try await listening.value() == [7])
  }

  @Test func aConnectionWithSuchHeadsIsKept() async throws {
    let answers = [
      "HTTP/1.1 200 OK\nContent-Length: 5\n\n[\n1\n]", "HTTP/1.1 204 No\n\n",
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\n[\n2\n2\n\n]\n0\n\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[3]",
    ]
    let server = try ScriptedServer { .answer(answers[$0.number - 1]) }
    for expected in [[1], nil, [2], [3]] {
      var listening = try listening(server)
      if let expected {
        #expect(try await listening.value() == expected)
        #expect(try await listening.next() == .completed)
      } else {
        _ = try await listening.failure()
      }
    }
    #expect(server.requests.map(\.connection) == [1, 1, 1, 1])
  }

  /// What neither a rule allows nor every client reads.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nContent-Length: 3bytes\r\n\r\n[7]", "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\n[7]",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n 3\r\n[7]\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3 x\r\n[7]\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[7]x\r\n0\r\n\r\n",
    "HTTP/1.1 20 OK\r\nContent-Length: 3\r\n\r\n[7]", "ICY 200 OK\r\nContent-Length: 3\r\n\r\n[7]",
    "HTTP/3.1 200 OK\r\nContent-Length: 3\r\n\r\n[7]",
  ])
  func whatIsAmbiguousStaysRefused(answer: String) async throws {
    let server = try ScriptedServer { _ in .close(after: answer) }
    var listening = try listening(server)
    guard case .malformedAnswer(_, "not HTTP") = try await listening.failure() else {
      Issue.record("another error")
      return
    }
  }

  /// The decoder's limits hold, however lines end.
  @Test(arguments: ["\n", "\r\n"])
  func aHeadWithoutAnEndIsRefused(end: String) async throws {
    let lines = String(repeating: "X-Header: \(String(repeating: "x", count: 1_000))\(end)", count: 2_000)
    let server = try ScriptedServer { _ in .close(after: "HTTP/1.1 200 OK\(end)" + lines) }
    var listening = try listening(server)
    guard case .malformedAnswer(_, "not HTTP") = try await listening.failure() else {
      Issue.record("another error")
      return
    }
  }

  /// Bytes as they come, cut anywhere.
  @Test func linesOfTheProtocolAreWrittenAgainAndNothingElse() {
    for (sent, passed) in [
      (
        "HTTP/1.1 200 OK\nContent-Length: 4\n\na\nb\nHTTP/1.1 404 No\n\na\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na\nb\nHTTP/1.1 404 No\r\n\r\na\n"
      ),
      (
        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2 ;x\n\n\n\n0\nA:b\n\nHTTP/1.1 204\n\nHTTP/1.1 200\n\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\n\n\r\n0\r\nA: b\r\n\r\nHTTP/1.1 204 \r\n\r\nHTTP/1.1 200 \r\n\r\n"
      ),
      (
        "HTTP/1.1 200 OK\r\nX: a\r\n\tb\r\nContent-Length: 2\r\n\r\n\n\n",
        "HTTP/1.1 200 OK\r\nX: a b\r\nContent-Length: 2\r\n\r\n\n\n"
      ),
      (
        "HTTP/1.1 101 Switching\nUpgrade: websocket\n\n\n\n", "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n\n\n"
      ),
      ("\n", "\r\n"), ("SSH-2.0-x\nHTTP/1.1 200\n", "SSH-2.0-x\nHTTP/1.1 200\n"),
      (
        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nffffffffffffffffffff\n\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\n\n"
      ),
      ("HTTP/1.1 200 OK\nContent-Length: -4\n\n\n", "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\n\n"),
    ] {
      for size in 1...sent.utf8.count {
        var lines = HeadLines()
        var result: [UInt8] = []
        var rest = Array(sent.utf8)[...]
        while !rest.isEmpty {
          let buffer = ByteBuffer(bytes: rest.prefix(size))
          rest = rest.dropFirst(size)
          result += Array(lines.strict(buffer).readableBytesView)
        }
        #expect(String(decoding: result, as: UTF8.self) == passed, "in pieces of \(size)")
      }
    }
  }

  /// A line that is too long passes with all that follows, and with the fields that were held back.
  @Test func noMoreThanALineIsStored() {
    var lines = HeadLines()
    let begin = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX: "
    var count = lines.strict(ByteBuffer(string: begin)).readableBytes
    let piece = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1_000)
    for _ in 0..<100 { count += lines.strict(piece).readableBytes }
    #expect(count == begin.utf8.count + 100_000)
  }
}
