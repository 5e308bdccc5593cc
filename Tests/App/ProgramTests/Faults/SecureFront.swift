import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// What speaks TLS in front of a server that does not, at a port of 127.0.0.1.
///
/// Its certificate is for 127.0.0.1, from an authority that a program trusts whose `SSL_CERT_FILE` is ``authority``.
final class SecureFront: Sendable {
  private static let certificates = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Certificates").standardizedFileURL

  static let authority = certificates.appending(path: "authority.pem").path

  let port: Int
  private let channel: any Channel

  /// - Parameter target: The server's port, at 127.0.0.1.
  init(to target: Int) throws {
    let chain = try NIOSSLCertificate.fromPEMFile(Self.certificates.appending(path: "valid.pem").path)
    let key = try NIOSSLPrivateKey(file: Self.certificates.appending(path: "valid.key.pem").path, format: .pem)
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { client in
        client.eventLoop.makeCompletedFuture {
          try client.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }
        .flatMap {
          ClientBootstrap(group: client.eventLoop)
            .channelInitializer { server in
              server.eventLoop.makeCompletedFuture {
                try server.pipeline.syncOperations.addHandler(PassingOn(to: client))
              }
            }
            .connect(host: "127.0.0.1", port: target)
        }
        .flatMapThrowing { try client.pipeline.syncOperations.addHandler(PassingOn(to: $0)) }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }
}

/// Passes on what one connection reads to another one, and its end.
private final class PassingOn: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let other: any Channel

  init(to other: any Channel) { self.other = other }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    other.writeAndFlush(unwrapInboundIn(data), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    other.close(promise: nil)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
