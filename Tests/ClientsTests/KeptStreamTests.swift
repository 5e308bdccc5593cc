import Foundation
import Model
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Signals
import SignalsTesting
import Testing

@testable import Clients

/// ``KeptConnectionTests`` for HTTP/2, which the public services speak.
@Suite(.timeLimit(.minutes(1))) struct KeptStreamTests {
  private let transport: Transport

  init() throws {
    transport = Transport(
      version: "1", projectURL: "https://example.org/",
      network: try NetworkSettings(environment: ["SSL_CERT_FILE": Relay.certificate]), keepingIdleConnections: 3600)
  }

  private func ask(_ server: StreamServer) async throws -> Signal<[Int], ServiceError>.Event {
    let base = try #require(URL(string: "https://localhost:\(server.port)/"))
    var listening = Listening(
      API(base, transport: transport, clock: TestScheduler()).get().json([Int].self))
    let event = try await listening.next()
    if event.value != nil { #expect(try await listening.next() == .completed) }
    return event
  }

  @Test func aGETThatIsLostWithAKeptConnectionIsRepeatedOnANewOne() async throws {
    let server = try StreamServer { $0.connection == 1 && $0.number == 2 ? .connection : nil }
    #expect(try await ask(server) == .value([1]))
    #expect(try await ask(server) == .value([2]))
    #expect(
      server.requests == [
        .init(connection: 1, number: 1), .init(connection: 1, number: 2), .init(connection: 2, number: 1),
      ])
  }

  @Test func whatIsLostOnANewConnectionIsNotRepeated() async throws {
    let server = try StreamServer { _ in .connection }
    #expect(try await ask(server).error != nil)
    #expect(server.requests.count == 1)
  }

  /// The connection stands: this is what the server has to say to the request.
  @Test func aStreamThatTheServerEndsIsNotRepeated() async throws {
    let server = try StreamServer { $0.number == 2 ? .stream : nil }
    #expect(try await ask(server) == .value([1]))
    #expect(try await ask(server).error != nil)
    #expect(server.requests.count == 2)
  }
}

/// A server on loopback that speaks HTTP/2, and answers each request with the number of its connection, or ends
/// something without an answer.
private final class StreamServer: Sendable {
  enum End: Error {
    case stream, connection
  }

  typealias Request = ScriptedServer.Request

  private let channel: any Channel
  private let asked = Shared<[Request]>([])
  private let connections = Shared(0)

  init(end: @escaping @Sendable (Request) -> End?) throws {
    let (asked, connections) = (asked, connections)
    let tls = try Relay.serverTLS(speaking: "h2")
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { connection in
        connection.eventLoop.makeCompletedFuture {
          let number = connections.withLock { count in
            count += 1
            return count
          }
          try connection.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          _ = try connection.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
          ) { stream in
            stream.eventLoop.makeCompletedFuture {
              let pipeline = stream.pipeline.syncOperations
              try pipeline.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
              try pipeline.addHandler(
                StreamAnswer {
                  let request = asked.withLock { asked in
                    let count = asked.count { $0.connection == number }
                    asked.append(Request(connection: number, number: count + 1))
                    return asked[asked.count - 1]
                  }
                  return end(request).map { .failure($0) } ?? .success("[\(number)]")
                })
            }
          }
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit { channel.close(promise: nil) }

  var port: Int { channel.localAddress?.port ?? 0 }

  var requests: [Request] { asked.withLock { $0 } }
}

private final class StreamAnswer: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let answer: () -> Result<String, StreamServer.End>

  init(_ answer: @escaping () -> Result<String, StreamServer.End>) { self.answer = answer }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    switch answer() {
    case .success(let text):
      context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http2, status: .ok))), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    case .failure(.stream): context.close(promise: nil)
    case .failure(.connection): context.channel.parent?.close(promise: nil)
    }
  }
}
