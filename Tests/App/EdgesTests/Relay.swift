import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NetTesting

/// A server on loopback that hands every byte on to another one.
final class Relay: Sendable {
  enum Front: Sendable {
    /// It speaks TLS, with the certificate for `localhost` in Tests/Samples.
    case tls
    /// It is an HTTP proxy, and says this to every `CONNECT`. Wherever that wants to go, it connects with the same server.
    case proxy(saying: String)
  }

  private let channel: any Channel
  private let asked = Shared<[String]>([])

  init(_ front: Front, to port: Int) throws {
    let asked = asked
    let tls = try Self.tls(of: front)
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
          try pipeline.addHandler(RelayFront(front, port: port) { head in asked.withLock { $0.append(head) } })
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit { channel.close(promise: nil) }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// The heads of the requests to connect.
  var heads: [String] { asked.withLock { $0 } }

  static let certificate = SampleFiles.folder.appending(path: "tls/localhost.pem").path

  private static func tls(of front: Front) throws -> NIOSSLContext? {
    guard case .tls = front else { return nil }
    return try serverTLS()
  }

  /// TLS with the certificate for `localhost`.
  static func serverTLS() throws -> NIOSSLContext {
    let key = try NIOSSLPrivateKey(file: SampleFiles.folder.appending(path: "tls/localhost.key").path, format: .pem)
    let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain, privateKey: .privateKey(key))
    return try NIOSSLContext(configuration: configuration)
  }
}

/// The end of a connection that was made to the relay.
private final class RelayFront: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let front: Relay.Front
  private let port: Int
  private let note: (String) -> Void
  private var head = ""
  private var held = ByteBuffer()
  private var isTunnel = false
  private var back: (any Channel)?

  init(_ front: Relay.Front, port: Int, note: @escaping (String) -> Void) {
    self.front = front
    self.port = port
    self.note = note
  }

  func channelActive(context: ChannelHandlerContext) {
    if case .tls = front { dial(context) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    if case .proxy(let answer) = front, !isTunnel {
      head += String(buffer: buffer)
      guard head.contains("\r\n\r\n") else { return }
      note(head)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
      isTunnel = true
      dial(context)
    } else if let back {
      back.writeAndFlush(buffer, promise: nil)
    } else {
      held.writeImmutableBuffer(buffer)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    back?.close(promise: nil)
    context.fireChannelInactive()
  }

  private func dial(_ context: ChannelHandlerContext) {
    let channel = context.channel
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { back in
        back.eventLoop.makeCompletedFuture { try back.pipeline.syncOperations.addHandler(RelayBack(to: channel)) }
      }
      .connect(host: "127.0.0.1", port: port)
      .assumeIsolated()
      .whenComplete { result in
        guard let back = try? result.get() else { return channel.close(promise: nil) }
        self.back = back
        back.writeAndFlush(self.held, promise: nil)
      }
  }
}

/// The end of the connection that the relay made.
private final class RelayBack: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let front: any Channel

  init(to front: any Channel) { self.front = front }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    front.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    front.close(promise: nil)
    context.fireChannelInactive()
  }
}
