import Foundation
import Model
import NIOPosix
import NetTesting
import Signals
import SignalsTesting
import Testing

@testable import Clients

/// A request that is lost with a kept connection, and what is not taken for one.
@Suite(.timeLimit(.minutes(2))) struct KeptConnectionTests {
  // However busy the machine is, connections are kept from one request to the next.
  private let transport = Transport(
    version: "1", projectURL: "https://example.org/", network: .direct, keepingIdleConnections: 3600)

  private func api(_ server: ScriptedServer) throws -> API {
    API(
      try #require(URL(string: "http://127.0.0.1:\(server.port)/")), transport: transport, clock: TestScheduler())
  }

  /// How a request ends.
  private func end(of call: Call) async throws -> Result<[Int], ServiceError> {
    var listening = Listening(call.json([Int].self))
    let event = try await listening.next()
    if let error = event.error { return .failure(error) }
    let value = try #require(event.value)
    #expect(try await listening.next() == .completed)
    return .success(value)
  }

  /// Answers the first request of each connection; `action` is what becomes of the others.
  private func server(thenDoing action: ScriptedServer.Action) throws -> ScriptedServer {
    try ScriptedServer { $0.number == 1 ? ScriptedServer.answer("[\($0.connection)]") : action }
  }

  @Test(arguments: [ScriptedServer.Action.close(), .reset])
  func aGETThatIsLostWithAKeptConnectionIsRepeatedOnANewOne(action: ScriptedServer.Action) async throws {
    let server = try server(thenDoing: action)
    let api = try api(server)
    #expect(try await end(of: api.get()) == .success([1]))
    #expect(try await end(of: api.get()) == .success([2]))
    #expect(
      server.requests == [
        .init(connection: 1, number: 1), .init(connection: 1, number: 2), .init(connection: 2, number: 1),
      ])
  }

  /// As when a server ends each connection after its answer without a word of it.
  @Test func itIsRepeatedAlsoIfTheNextKeptConnectionIsDeadToo() async throws {
    let both = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: String.self)
    let server = try ScriptedServer { request in
      guard request.number == 1 else { return .close() }
      guard request.connection < 3 else { return ScriptedServer.answer("[3]") }
      if request.connection == 2 { both.succeed(ScriptedServer.text("[0]")) }
      return .wait(both.futureResult)
    }
    let api = try api(server)
    let first = Listening(api.get().json([Int].self))
    #expect(try await end(of: api.get()) == .success([0]))
    var others = first
    #expect(try await others.next().value == [0])
    #expect(try await others.next() == .completed)
    #expect(try await end(of: api.get()) == .success([3]))
    #expect(server.requests.count == 5)
  }

  @Test func aServerThatEndsEachConnectionIsNotAskedForEver() async throws {
    let server = try ScriptedServer {
      $0.connection == 1 && $0.number == 1 ? ScriptedServer.answer("[1]") : .close()
    }
    let api = try api(server)
    #expect(try await end(of: api.get()) == .success([1]))
    guard case .failure(.connectionLost) = try await end(of: api.get()) else {
      Issue.record("no lost connection")
      return
    }
    #expect(server.requests.count == 3)
  }

  @Test(arguments: [ScriptedServer.Action.close(), .reset])
  func whatIsLostOnANewConnectionIsNotRepeated(action: ScriptedServer.Action) async throws {
    let server = try ScriptedServer { _ in action }
    guard case .failure(.connectionLost) = try await end(of: try api(server).get()) else {
      Issue.record("no lost connection")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["H", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1"])
  func anAnswerThatHasBegunIsNotAskedForAgain(text: String) async throws {
    let server = try server(thenDoing: .close(after: text))
    let api = try api(server)
    #expect(try await end(of: api.get()) == .success([1]))
    guard case .failure = try await end(of: api.get()) else {
      Issue.record("half an answer was taken for one")
      return
    }
    #expect(server.requests.count == 2)
  }

  /// What a server did about it nobody knows.
  @Test func aPOSTIsNotRepeated() async throws {
    let server = try server(thenDoing: .close())
    let api = try api(server)
    #expect(try await end(of: api.post("", ["a": 1])) == .success([1]))
    guard case .failure(.connectionLost) = try await end(of: api.post("", ["a": 1])) else {
      Issue.record("no lost connection")
      return
    }
    #expect(server.requests.count == 2)
  }

  @Test func aStreamIsRepeatedLikeAnyOtherGET() async throws {
    let server = try server(thenDoing: .close())
    let api = try api(server)
    #expect(try await end(of: api.get()) == .success([1]))
    var stream = Listening(api.get().stream())
    guard case .head(let head) = try await stream.value() else {
      Issue.record("no head")
      return
    }
    #expect(head.status == 200)
    #expect(server.requests.last == .init(connection: 2, number: 1))
  }
}
