import Foundation
import Model
import Signals
import SignalsTesting
import Testing
import Text

@testable import Clients

/// A server that breaks HTTP/2, or floods its client: the request ends with a sentence, the connection is given up, and
/// the next request gets a new one.
@Suite(.timeLimit(.minutes(5))) struct HostileHTTP2Tests {
  private let transport: Transport

  init() throws {
    transport = Transport(
      version: "1", projectURL: "https://example.org/",
      network: try NetworkSettings(environment: ["SSL_CERT_FILE": Relay.certificate]), keepingIdleConnections: 3600)
  }

  private func ask(_ server: FrameServer) async throws -> Signal<[Int], ServiceError>.Event {
    let base = try #require(URL(string: "https://localhost:\(server.port)/"))
    var listening = Listening(API(base, transport: transport, clock: TestScheduler()).get().json([Int].self))
    return try await listening.next()
  }

  private func complaint(_ server: FrameServer, _ detail: SafeText) -> Signal<[Int], ServiceError>.Event {
    .failed(.malformedAnswer(host: "localhost:\(server.port)", detail: detail))
  }

  /// The first connection goes wrong as the test says; each other one answers with its number.
  private func server(
    greeting: [FrameServer.Step] = [], answer: (@Sendable (UInt32) -> [FrameServer.Step])? = nil
  ) throws -> FrameServer {
    try FrameServer(
      FrameServer.Script(
        greeting: { connection in [.send([.settings])] + (connection == 1 ? greeting : []) },
        answer: { connection, stream in
          if connection == 1, !greeting.isEmpty { return [] }
          if connection == 1, let answer { return answer(stream) }
          return [.send([.head("200", on: stream), .end("[\(connection)]", on: stream)])]
        }))
  }

  // MARK: Statuses

  @Test(arguments: [
    ("099", "HTTP status 99, which does not exist"),
    ("000", "HTTP status 0, which does not exist"),
    ("-1", "an HTTP status that is no number of three digits"),
    ("1000", "an HTTP status that is no number of three digits"),
    ("x", "an HTTP status that is no number of three digits"),
    ("101", "HTTP status 101, which was not asked for"),
  ])
  func aStatusThatDoesNotExistIsToldAndTheConnectionStaysGood(status: String, detail: String) async throws {
    let server = try FrameServer(
      FrameServer.Script(answer: { _, stream in
        [.send([.head(stream == 1 ? status : "200", on: stream), .end("[\(stream)]", on: stream)])]
      }))
    #expect(try await ask(server).error?.sentence.string.hasSuffix(": \(detail)") == true)
    #expect(try await ask(server) == .value([3]))
    #expect(server.connectionCount == 1)
  }

  /// AsyncHTTPClient takes 101 for the final head, and traps on the next.
  @Test func switchingProtocolsBeforeTheAnswerIsTold() async throws {
    let server = try server { [.send([.head("101", on: $0), .head("200", on: $0), .end("[1]", on: $0)])] }
    #expect(try await ask(server) == complaint(server, "HTTP status 101, which was not asked for"))
  }

  @Test func aHeadWithoutAStatusIsAnError() async throws {
    let server = try server { [.send([.head(nil, on: $0), .end("[1]", on: $0)])] }
    #expect(try await ask(server).error != nil)
  }

  @Test func someInterimHeadsAreNoFault() async throws {
    let server = try server { stream in
      let hints = Array(repeating: RawFrame.head("103", on: stream), count: AnswerHeads.interimLimit)
      return [.send(hints + [.head("200", on: stream), .end("[1]", on: stream)])]
    }
    #expect(try await ask(server) == .value([1]))
  }

  // MARK: Errors of the connection

  @Test func afterAFaultyFrameTheConnectionIsGivenUp() async throws {
    // Not in the greeting: what came with SETTINGS would end the connection before the request is on it, and a request that
    // was never sent is sent again on another one.
    let server = try server { _ in [.send([.dataWithoutStream])] }
    #expect(try await ask(server) == complaint(server, "it breaks the HTTP/2 protocol"))
    #expect(try await ask(server) == .value([2]))
  }

  @Test func afterEmptyDataTheConnectionIsGivenUp() async throws {
    let server = try server { stream in
      let frames: [RawFrame] = (0..<5).map { _ in .emptyData(on: stream) }
      return [.send([.head("200", on: stream)]), .send(frames), .send([.end("[1]", on: stream)])]
    }
    #expect(try await ask(server) == complaint(server, "it breaks the HTTP/2 protocol"))
    #expect(try await ask(server) == .value([2]))
  }

  // MARK: Floods

  @Test(arguments: [
    ("SETTINGS", RawFrame.settings), ("PING", .ping), ("unknown", .unknown), ("WINDOW_UPDATE", .windowUpdate),
    ("PRIORITY", .priority), ("GOAWAY", .goAway),
  ])
  func aFloodBeforeTheAnswerEndsTheConnection(name: String, frame: RawFrame) async throws {
    let server = try server(greeting: [.flood(frame)])
    guard case .malformedAnswer? = try await ask(server).error else {
      Issue.record("the flood of \(name) was not told")
      return
    }
    #expect(try await ask(server) == .value([2]))
    #expect(server.floodSizes.allSatisfy { $0 < FrameServer.floodLimit }, "all of it was taken in")
  }

  @Test(arguments: ["interim heads", "empty DATA", "RST_STREAM", "CONTINUATION", "PUSH_PROMISE", "unknown"])
  func aFloodInPlaceOfTheAnswerEndsTheConnection(name: String) async throws {
    let server = try server { stream in
      switch name {
      case "interim heads": [.flood(.head("103", on: stream))]
      case "empty DATA": [.send([.head("200", on: stream)]), .flood(.emptyData(on: stream))]
      case "RST_STREAM": [.flood(.reset(stream))]
      case "CONTINUATION": [.send([.head("200", on: stream, isWhole: false)]), .flood(.continuation(on: stream))]
      case "PUSH_PROMISE": [.flood(.push(on: stream))]
      default: [.send([.head("200", on: stream)]), .flood(.unknown)]
      }
    }
    #expect(try await ask(server).error != nil)
    #expect(try await ask(server) == .value([2]))
    #expect(server.floodSizes.allSatisfy { $0 < FrameServer.floodLimit }, "all of it was taken in")
  }
}
