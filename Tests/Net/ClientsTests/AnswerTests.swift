import Dispatch
import Foundation
import Model
import NIOPosix
import NetTesting
import Station
import StationTesting
import Testing

@testable import Clients

/// Whole answers: how they are read, and what is too much of them.
@Suite(.timeLimit(.minutes(2))) struct AnswerTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func serve(_ body: [UInt8], coding: String? = nil, at path: String = "/answer") {
    let headers = coding.map { [(name: "Content-Encoding", value: $0)] } ?? []
    bench.station.responses.serve(CannedResponse(headers: headers, body: body), at: path)
  }

  private func request(_ path: String = "/answer") -> HTTPRequest {
    HTTPRequest(url: "http://127.0.0.1:\(bench.address.port)\(path)")
  }

  private func count() -> Listening<Int, ServiceError> {
    Listening(
      bench.transport.answer(to: request(), on: bench.clock) { answer throws(ServiceError) in
        try answer.decoded([Attempt<Int>].self).count
      })
  }

  private func complaint() async throws -> String? {
    var listening = count()
    guard case .malformedAnswer(_, let detail) = try await listening.failure() else { return nil }
    return detail.string
  }

  // MARK: Time

  @Test func theTimeToReadAnAnswerCounts() async throws {
    serve(json(ofSize: 5_000))
    let isReading = AsyncStream.makeStream(of: Void.self)
    let mayGoOn = DispatchSemaphore(value: 0)
    defer { mayGoOn.signal() }
    var listening = Listening(
      bench.transport.answer(to: request(), on: bench.clock) { _ throws(ServiceError) in
        isReading.continuation.yield()
        mayGoOn.wait()
      })
    for await _ in isReading.stream { break }
    bench.clock.advance(by: .seconds(30))
    #expect(try await listening.failure() == .timedOut(host: request().host, seconds: 30))
  }

  @Test func noAnswerWaitsForAnotherToBeRead() async throws {
    serve(json(ofSize: 5_000))
    let isReading = AsyncStream.makeStream(of: Void.self)
    let mayGoOn = DispatchSemaphore(value: 0)
    var slow = Listening(
      bench.transport.answer(to: request(), on: bench.clock) { _ throws(ServiceError) in
        isReading.continuation.yield()
        mayGoOn.wait()
        return "slow"
      })
    for await _ in isReading.stream { break }
    var quick = Listening(bench.transport.answer(to: request(), on: bench.clock) { _ in "quick" })
    #expect(try await quick.value() == "quick")
    mayGoOn.signal()
    #expect(try await slow.value() == "slow")
  }

  /// What takes less time than to wake a thread is done on the event loop, and nothing more: neither a large answer nor a
  /// small one that inflates to a large one.
  @Test(arguments: [(4_096, nil, true), (4_097, nil, false), (4_096, "gzip", true), (100_000, "gzip", false)])
  func onlyASmallAnswerIsReadOnTheEventLoop(size: Int, coding: String?, isOnLoop: Bool) async throws {
    serve(json(ofSize: size), coding: coding)
    var listening = Listening(
      bench.transport.answer(to: request(), on: bench.clock) { _ in MultiThreadedEventLoopGroup.currentEventLoop != nil
      })
    #expect(try await listening.value() == isOnLoop)
  }

  // MARK: Size

  /// So many bytes of JSON, in few values.
  private func json(ofSize size: Int) -> [UInt8] {
    Array("[\"".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: size - 4) + Array("\"]".utf8)
  }

  @Test(arguments: [nil, "gzip"])
  func anAnswerMayBeSoLargeAndNoLarger(coding: String?) async throws {
    serve(json(ofSize: HTTPRequest.wholeBodyLimit), coding: coding)
    var listening = count()
    #expect(try await listening.value() == 1)
    serve(json(ofSize: HTTPRequest.wholeBodyLimit + 1), coding: coding)
    #expect(try await complaint() == "too large")
  }

  @Test func whatUnfoldsToMillionsOfValuesIsNotDecoded() async throws {
    let bomb = Array("[".utf8) + [[UInt8]](repeating: Array("{},".utf8), count: 2_000_000).joined() + Array("{}]".utf8)
    serve(bomb, coding: "gzip")
    #expect(try await complaint() == "too many values")
  }

  @Test func piecesOfAnyNumberAreOneBody() async throws {
    let body = Array("[1,2,3]".utf8)
    bench.station.responses.serve(CannedResponse(chunks: body.map { [$0] }), at: "/answer")
    var listening = count()
    #expect(try await listening.value() == 3)
  }

  // MARK: Compression

  /// `[{"ts":"2026-11-22T00:00:00Z","temperature":21.5}]` in zlib's format (RFC 1950).
  private static let deflated = "eNqLrlYqKVayUjIyMDLTNTTUNTIKMTCwAqMoJR2lktTcgtSixJLSolQlKyNDPdPaWABHgg2k"

  @Test(arguments: ["deflate", "Deflate"])
  func deflateIsReadWithItsHeaderAndWithout(coding: String) async throws {
    let deflated = [UInt8](try #require(Data(base64Encoded: Self.deflated)))
    // Two bytes of header in front, four of checksum behind.
    for body in [deflated, Array(deflated.dropFirst(2).dropLast(4))] {
      serve(body, coding: coding)
      var listening = count()
      #expect(try await listening.value() == 1)
    }
  }

  @Test func deflateThatIsCutOrDamagedIsSaidToBe() async throws {
    let deflated = [UInt8](try #require(Data(base64Encoded: Self.deflated)))
    serve(Array(deflated.dropLast(10)), coding: "deflate")
    #expect(try await complaint() == "cut off in the middle")
    serve(Array("no compression at all".utf8), coding: "deflate")
    #expect(try await complaint() == "damaged compression")
    serve([0x78], coding: "deflate")
    #expect(try await complaint() == "cut off in the middle")
    // An error, for one, may come without a body, and with its server's usual headers.
    serve([], coding: "deflate")
    #expect(try await complaint() == "nothing in it")
  }
}
