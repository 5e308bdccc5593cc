import Glibc
import NIOCore
import NIOPosix
import NetTesting
import Synchronization

/// A server on loopback that speaks as a test writes it, down to how a connection ends.
final class ScriptedServer: Sendable {
  enum Action: Sendable {
    /// An answer in full, after which the connection is kept.
    case answer(String)
    /// An answer in full when that is there, after which the connection is kept.
    case wait(EventLoopFuture<String>)
    /// Some bytes, or none, then the end of the connection.
    case close(after: String = "")
    /// The connection is reset.
    case reset
  }

  /// A request: on which connection, and which one there; both count from 1.
  struct Request: Sendable, Hashable {
    var connection: Int
    var number: Int
  }

  typealias Script = @Sendable (Request) -> Action

  private let channel: any Channel
  private let asked = Shared<[Request]>([])
  private let connections = Shared(0)

  init(_ script: @escaping Script) throws {
    let (asked, connections) = (asked, connections)
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let number = connections.withLock { count in
            count += 1
            return count
          }
          try channel.pipeline.syncOperations.addHandler(
            ScriptedConnection(number: number) { request in
              asked.withLock { $0.append(request) }
              return script(request)
            })
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit { channel.close(promise: nil) }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// What has been asked so far.
  var requests: [Request] { asked.withLock { $0 } }

  /// `200 OK` with this body.
  static func answer(_ body: String) -> Action {
    .answer(text(body))
  }

  static func text(_ body: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}

private final class ScriptedConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let number: Int
  private let act: ScriptedServer.Script
  private var received = ""
  private var requests = 0

  init(number: Int, act: @escaping ScriptedServer.Script) {
    self.number = number
    self.act = act
  }

  /// A request ends with its head; what comes after a head, such as a body, is left unread.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += String(buffer: unwrapInboundIn(data))
    guard received.contains("\r\n\r\n") else { return }
    received = ""
    requests += 1
    switch act(ScriptedServer.Request(connection: number, number: requests)) {
    case .answer(let text): write(text, context)
    case .wait(let text):
      let channel = context.channel
      text.whenSuccess { channel.writeAndFlush(ByteBuffer(string: $0), promise: nil) }
    case .close(let text):
      write(text, context)
      context.close(promise: nil)
    case .reset:
      // To end a connection that does not linger is to reset it.
      let socket = context.channel as? any SocketOptionProvider
      _ = socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
      context.close(promise: nil)
    }
  }

  private func write(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }
}
