import Foundation
import Model
import NIOCore
import Signals
import SignalsTesting
import Testing

@testable import Clients

/// Heads whose lines end in LF alone, which small devices send and curl reads.
@Suite(.timeLimit(.minutes(2))) struct LineFeedHeadTests {
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
  @Test func onlyLinesOfTheProtocolAreCompleted() {
    for (sent, passed) in [
      (
        "HTTP/1.1 200 OK\nContent-Length: 4\n\na\nb\nHTTP/1.1 404 No\n\na\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na\nb\nHTTP/1.1 404 No\r\n\r\na\n"
      ),
      (
        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n\n\n\n0\n\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\n\n\r\n0\r\n\r\n"
      ),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\n\nHTTP/1.1 200 OK\n\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\n\nHTTP/1.1 200 OK\n\n"
      ),
      (
        "HTTP/1.1 101 Switching\nUpgrade: websocket\n\n\n\n", "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n\n\n"
      ),
      ("\n", "\r\n"), ("zzzz\nffffffffffffffffffff\n", "zzzz\r\nffffffffffffffffffff\r\n"),
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
          result += Array((lines.completed(buffer) ?? buffer).readableBytesView)
        }
        #expect(String(decoding: result, as: UTF8.self) == passed, "in pieces of \(size)")
      }
    }
  }
}
