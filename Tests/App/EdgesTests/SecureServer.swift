import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import NetTesting

@testable import Clients

/// A server behind TLS, at a port of 127.0.0.1, that would rather speak HTTP/2 and answers every request alike.
final class SecureServer: Sendable {
  /// What it proves its name with; Tests/Certificates has them, and says what they are.
  enum Certificate: String, Sendable {
    case valid, expired, elsewhere, stranger
  }

  let port: Int
  /// The heads of the requests, in the order of their coming.
  let requests = Shared<[HTTPRequestHead]>([])
  /// What was agreed on with each client (ALPN, RFC 7301); `nil` for no agreement.
  let protocols = Shared<[String?]>([])
  private let channel: any Channel

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Certificates")
    .standardizedFileURL

  static func file(_ name: String) -> String { folder.appending(path: name).path }

  /// A transport that trusts the authority of the tests and nobody else.
  static func trustingTransport() -> Transport {
    Transport(
      version: "1.2", projectURL: "https://example.org/reactui",
      network: NetworkSettings(environment: ["SSL_CERT_FILE": file("authority.pem")]))
  }

  /// - Parameter newest: the newest version of TLS that it speaks; `nil` for the newest there is.
  init(
    _ certificate: Certificate, newest: TLSVersion? = nil, type: String, body: String
  ) async throws {
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(Self.file("\(certificate).pem")).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: Self.file("\(certificate).key.pem"), format: .pem)))
    tls.applicationProtocols = ["h2", "http/1.1"]
    tls.maximumTLSVersion = newest
    let context = try NIOSSLContext(configuration: tls)
    let (requests, protocols) = (requests, protocols)
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: context))
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(Answering(type: type, body: body, requests: requests))
          try pipeline.addHandler(
            AgreedProtocol(protocols), position: .after(try pipeline.handler(type: NIOSSLServerHandler.self)))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }
}

/// Notes what was agreed on in TLS's handshake.
private final class AgreedProtocol: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let protocols: Shared<[String?]>

  init(_ protocols: Shared<[String?]>) { self.protocols = protocols }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted(let negotiatedProtocol)? = event as? TLSUserEvent {
      protocols.withLock { $0.append(negotiatedProtocol) }
    }
    context.fireUserInboundEventTriggered(event)
  }
}

/// Answers each request with the same body.
private final class Answering: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let type: String
  private let body: String
  private let requests: Shared<[HTTPRequestHead]>

  init(type: String, body: String, requests: Shared<[HTTPRequestHead]>) {
    self.type = type
    self.body = body
    self.requests = requests
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): requests.withLock { $0.append(head) }
    case .body: break
    case .end:
      let headers = HTTPHeaders([("Content-Type", type), ("Content-Length", "\(body.utf8.count)")])
      let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
