import Foundation
import Testing

@testable import Station

/// What one request on a connection brings with it must be gone when the next one comes.
@Suite(.timeLimit(.minutes(2))) struct KeptConnectionTests {
  private static let questions = "/2.3/questions?site=stackoverflow&pagesize=5"
  private static let stream = "/v2/stream/recentchange"
  private static let gzip: [UInt8] = [0x1F, 0x8B]

  private struct Reply {
    var head: String
    var body: [UInt8]

    var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    var saysItIsCompressed: Bool { head.contains("content-encoding: gzip") }
    var isCompressed: Bool { body.starts(with: KeptConnectionTests.gzip) }
  }

  /// A request on a connection that stays open, and its whole answer; of a stream that never ends, the first chunk.
  private func ask(_ path: String, _ method: String = "GET", body: String? = nil, on connection: RawClient) async throws
    -> Reply
  {
    let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
    let request = "\(method) \(path) HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAccept-Encoding: gzip\r\n\(length)\r\n"
    try await connection.send(request + (body ?? ""))
    var reply = Reply(head: try await connection.text(through: "\r\n\r\n").lowercased(), body: [])
    guard method != "HEAD" else { return reply }
    if let length = reply.head.firstMatch(of: /content-length: (\d+)/).flatMap({ Int($0.output.1) }) {
      reply.body = try await connection.bytes(length)
    } else {
      #expect(reply.head.contains("transfer-encoding: chunked"))
      while true {
        let size = try await connection.text(through: "\r\n").trimmingCharacters(in: .whitespacesAndNewlines)
        let length = try #require(Int(size, radix: 16))
        reply.body += try await connection.bytes(length + 2).dropLast(2)
        if length == 0 || path == Self.stream { break }
      }
    }
    return reply
  }

  /// Everything that may come before another request.
  enum Predecessor: CaseIterable {
    case compressed, compressedInSecret, uncompressed, head, status, temperatures, reading, nothingThere, wrongMethod
  }

  private func ask(_ predecessor: Predecessor, _ running: RunningStation, on connection: RawClient) async throws {
    let faults = running.station.faults
    switch predecessor {
    case .compressed:
      let reply = try await ask(Self.questions, on: connection)
      #expect(reply.saysItIsCompressed && reply.isCompressed)
    case .compressedInSecret:
      faults.set(.gzipWithoutHeader, on: .questions, times: 1)
      let reply = try await ask(Self.questions, on: connection)
      #expect(!reply.saysItIsCompressed && reply.isCompressed)
    case .uncompressed:
      faults.set(.uncompressed, on: .questions, times: 1)
      let reply = try await ask(Self.questions, on: connection)
      #expect(!reply.saysItIsCompressed && reply.body.first == UInt8(ascii: "{"))
    case .head: #expect(try await ask(Self.questions, "HEAD", on: connection).status == 200)
    case .status:
      faults.set(.status(503), on: .questions, times: 1)
      let reply = try await ask(Self.questions, on: connection)
      #expect(reply.status == 503 && !reply.saysItIsCompressed && !reply.isCompressed)
    case .temperatures:
      let reply = try await ask("/data/", on: connection)
      #expect(reply.status == 200 && !reply.saysItIsCompressed && reply.body == Array("[]".utf8))
    case .reading:
      let reply = try await ask("/data/", "POST", body: #"{"temperature": 20}"#, on: connection)
      #expect(reply.status == 201 && !reply.isCompressed)
    case .nothingThere: #expect(try await ask("/nowhere", on: connection).status == 404)
    case .wrongMethod: #expect(try await ask("/data/", "DELETE", on: connection).status == 405)
    }
  }

  @Test(arguments: Predecessor.allCases)
  func anEventStreamIsPlainWhateverCameBefore(predecessor: Predecessor) async throws {
    try await RunningStation.run { running in
      let connection = try await RawClient(running.address)
      try await ask(predecessor, running, on: connection)
      let reply = try await ask(Self.stream, on: connection)
      #expect(reply.status == 200)
      #expect(!reply.saysItIsCompressed)
      #expect(String(decoding: reply.body, as: UTF8.self) == ":ok\n\n")
    }
  }

  @Test func everyRequestIsAnsweredAsIfItWereTheFirst() async throws {
    try await RunningStation.run { running in
      let connection = try await RawClient(running.address)
      // Each after each other, itself too.
      for first in Predecessor.allCases {
        for second in Predecessor.allCases {
          try await ask(first, running, on: connection)
          try await ask(second, running, on: connection)
        }
      }
    }
  }

  @Test func noDeadlineOfAnEarlierRequestEndsAStream() async throws {
    try await RunningStation.run {
      $0.idleTimeout = .milliseconds(20)
    } _: { running in
      let short = "GET /data HTTP/1.1\r\nHost: x\r\n\r\n"
      // In one go, so that no request is late.
      let connection = try await RawClient(running.address)
      try await connection.send(short + short + "GET \(Self.stream) HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n")
      _ = try await connection.text(through: ":ok\n\n")
      try await running.station.wikipedia.listeners(.eventStream, count: 1)
      // Its deadline begins later, and is over already.
      let idle = try await RawClient(running.address)
      try await idle.send(short)
      #expect(try await idle.rest().hasSuffix("[]"))
      running.station.wikipedia.emit(.edit("still here"))
      #expect(try await connection.text(through: "still here").contains("event: message"))
    }
  }
}
