import AsyncHTTPClient
import Foundation
import NIOCore
import StationTesting
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(2))) struct FaultTests {
  private static let questions = "/2.3/questions?site=stackoverflow&pagesize=5"
  private static let day = "/data/?start=2026-11-19T12:00:00Z&stop=2026-11-20T12:00:00Z&step=120000"

  /// The answer to a request, byte for byte, once the connection is closed.
  private func raw(_ path: String, _ running: RunningStation) async throws -> (head: String, body: [UInt8]) {
    let client = try await RawClient(running.address)
    try await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    let head = try await client.text(through: "\r\n\r\n")
    return (head.lowercased(), try await client.restOfBytes())
  }

  @Test func aStatusComesWithAPageOfHTML() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.status(502), on: .questions)
      let reply = try await running.get(Self.questions)
      #expect(reply.status == 502)
      #expect(reply.headers["Content-Type"] == ["text/html; charset=utf-8"])
      running.station.faults.set(.htmlPage, on: .readings)
      let page = try await running.get(Self.day)
      #expect(page.status == 200)
      #expect(page.body.hasPrefix("<!DOCTYPE html>"))
    }
  }

  @Test func aFaultLastsAsLongAsItIsSetFor() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.status(503), on: .questions, times: 2)
      running.station.faults.set(.status(500), on: .readings)
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await running.get(Self.questions).status) }
      #expect(statuses == [503, 503, 200])
      #expect(try await running.get(Self.day).status == 500)
      running.station.faults.clear()
      #expect(try await running.get(Self.day).status == 200)
    }
  }

  @Test func anAPIErrorAndABackoffLookAsTheServiceSendsThem() async throws {
    try await RunningStation.run { running in
      let faults = running.station.faults
      faults.set(.apiError(id: 502, name: "throttle_violation", message: "too many requests"), on: .questions, times: 1)
      let refused = try await running.get(Self.questions)
      #expect(refused.status == 400)
      #expect(try refused.object["error_id"] as? Int == 502)
      faults.set(.backoff(seconds: 10), on: .questions, times: 1)
      let paused = try await running.get(Self.questions)
      #expect(try paused.object["backoff"] as? Int == 10)
      #expect(try paused.items.count == 5)
      #expect(try await running.get(Self.questions).object["backoff"] == nil)
    }
  }

  @Test(arguments: [questions, day])
  func aTruncatedBodyIsHalfOfWhatItsHeadAnnounces(path: String) async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.truncatedBody, on: path == Self.day ? .readings : .questions)
      let (head, body) = try await raw(path, running)
      let line = try #require(head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") })
      let announced = try #require(Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)))
      #expect(announced > 100)
      #expect(body.count == announced / 2)
    }
  }

  @Test func gzipCanComeWithoutItsHeaderAndTheHeaderlessBodyWithoutGzip() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.gzipWithoutHeader, on: .questions)
      let unnamed = try await raw(Self.questions, running)
      #expect(!unnamed.head.contains("content-encoding"))
      #expect(unnamed.body.starts(with: [0x1F, 0x8B]))
      running.station.faults.set(.uncompressed, on: .questions)
      let plain = try await raw(Self.questions, running)
      #expect(!plain.head.contains("content-encoding"))
      #expect(plain.body.starts(with: Array("{".utf8)))
    }
  }

  @Test func aByteOrderMarkStandsInFrontAndANaNInTheMiddle() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.byteOrderMark, on: .readings)
      #expect(try await raw(Self.day, running).body.starts(with: [0xEF, 0xBB, 0xBF] + Array("[{".utf8)))
      running.station.faults.set(.notANumber, on: .readings)
      let body = try await running.get(Self.day).body
      #expect(body.contains(#""temperature":NaN"#))
      #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: Data(body.utf8)) }
    }
  }

  @Test func aClosedConnectionHasNotAByteOfAnAnswer() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.closedConnection, on: .answers)
      let client = try await RawClient(running.address)
      try await client.send("GET /2.3/questions/1/answers HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.rest() == "")
    }
  }

  @Test func whoGivesUpOnASilentStationIsSeenToLeave() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.silence, on: .questions)
      let client = try await RawClient(running.address)
      try await client.send("GET \(Self.questions) HTTP/1.1\r\nHost: x\r\n\r\n")
      let request = try await running.station.requests.next(.questions)
      try await client.close()
      #expect(try await running.station.requests.nextAbandoned().number == request.number)
    }
  }

  @Test func aSilentStreamOpensAndSaysNothing() async throws {
    try await RunningStation.run { running in
      running.station.faults.set(.silence, on: .eventStream, times: 1)
      let silent = try await RawClient(running.address)
      try await silent.send("GET /v2/stream/recentchange HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\n\r\n")
      _ = try await silent.text(through: ":ok")
      let loud = try await running.events()
      try await running.station.wikipedia.listeners(.eventStream, count: 2)
      running.station.wikipedia.emit(.edit("heard by one"))
      #expect(try await loud.next()?.title == "heard by one")
      running.station.wikipedia.disconnect(.eventStream)
      #expect(try await !silent.rest().contains("heard"))
    }
  }

  @Test func aHeldAnswerComesWhenItIsLetGo() async throws {
    try await RunningStation.run { running in
      let gate = Gate()
      running.station.faults.set(.held(gate), on: .questions)
      async let reply = running.get(Self.questions)
      _ = try await running.station.requests.next(.questions)
      gate.open()
      #expect(try await reply.items.count == 5)
      #expect(try await running.get(Self.questions).status == 200)
    }
  }

  @Test func requestsAreCountedAndKeptInTheirOrder() async throws {
    try await RunningStation.run { running in
      async let next = running.station.requests.next(.readings)
      _ = try await running.get(Self.questions, headers: ["Accept-Encoding": "br", "X-Test": "1"])
      _ = try await running.get(Self.day)
      #expect(try await next.query["step"] == "120000")
      let log = running.station.requests
      #expect(log.count() == 2)
      #expect(log.count(.questions) == 1)
      #expect(log.recent.map(\.number) == [1, 2])
      let request = try await log.next()
      #expect(request.path == "/2.3/questions")
      #expect(request.header("accept-encoding") == "br")
      #expect(request.header("x-test") == "1")
    }
  }

  @Test func waitingForARequestEndsWithItsTask() async throws {
    try await RunningStation.run { running in
      let waiting = Task { try await running.station.requests.next() }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      _ = try await running.get(Self.day)
      #expect(try await running.station.requests.next().route == .readings)
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct CannedResponseTests {
  @Test func aCannedResponseGoesOutAsItIsUntilItIsCleared() async throws {
    try await RunningStation.run { running in
      let canned = CannedResponse(
        status: 418, headers: [("Content-Type", "text/x-tea"), ("X-Pot", "1")], text: "short")
      running.station.responses.serve(canned, at: "/data/")
      let reply = try await running.get("/data?start=1")
      #expect(reply.status == 418)
      #expect(reply.headers["X-Pot"] == ["1"])
      #expect(reply.body == "short")
      running.station.responses.clear("/data")
      #expect(try await running.get("/data").body == "[]")
    }
  }

  @Test func whatIsAnnouncedAsGzipIsCompressedOnce() async throws {
    try await RunningStation.run { running in
      let gzip = [(name: "content-encoding", value: "gzip")]
      running.station.responses.serve(CannedResponse(headers: gzip, text: #"{"items":[]}"#), at: "/plain")
      #expect(try await running.get("/plain").body == #"{"items":[]}"#)

      // What the station itself has compressed, served again.
      let raw = try await RawClient(running.address)
      try await raw.send("GET /plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      _ = try await raw.text(through: "\r\n\r\n")
      let compressed = try await raw.restOfBytes()
      #expect(compressed.starts(with: [0x1F, 0x8B]))
      running.station.responses.serve(CannedResponse(headers: gzip, body: compressed), at: "/gzip")
      #expect(try await running.get("/gzip").body == #"{"items":[]}"#)
    }
  }

  @Test func anAnswerCanDependOnTheRequestAndLeaveItToTheStation() async throws {
    try await RunningStation.run { running in
      running.station.responses.serve(at: "/2.3/questions") { request in
        request.query["page"] == "2" ? CannedResponse(text: #"{"items":[],"has_more":false}"#) : nil
      }
      let second = try await running.get("/2.3/questions?site=stackoverflow&page=2")
      #expect(try second.items.isEmpty)
      let first = try await running.get("/2.3/questions?site=stackoverflow")
      #expect(try first.items.count == 30)
    }
  }

  @Test func chunksArriveOneByOneAndTheEndCanBeMissing() async throws {
    try await RunningStation.run { running in
      let euro = Array("€".utf8)
      var canned = CannedResponse(chunks: [Array(euro.prefix(1)), Array(euro.suffix(2))])
      running.station.responses.serve(canned, at: "/chunks")
      #expect(try await running.get("/chunks").body == "€")

      canned.ending = .closedEarly
      running.station.responses.serve(canned, at: "/cut")
      await #expect(throws: (any Error).self) { try await running.get("/cut") }

      canned.ending = .never
      running.station.responses.serve(canned, at: "/open")
      let raw = try await RawClient(running.address)
      try await raw.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await raw.text(through: "2\r\n").contains("chunked"))
      try await raw.close()
      #expect(try await running.station.requests.nextAbandoned().path == "/open")
    }
  }

  @Test func aHandshakeCanBeAnsweredByHand() async throws {
    try await RunningStation.run { running in
      running.station.responses.serve(CannedResponse(status: 404, text: "<html>"), at: "/wiki")
      let client = try await WebSocketClient(running.address)
      #expect(client.head.hasPrefix("HTTP/1.1 404 "))
    }
  }
}
