import NIOCore
import NIOHTTP1

/// The gate in front of the handlers that answer. It answers a request that ``AccessPolicy`` refuses with the refusal, and
/// closes the connection.
///
/// A WebSocket handshake is decided by the same policy before it arrives here. A refused handshake arrives as an ordinary
/// request.
final class AccessHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let policy: AccessPolicy
  private let configuration: Station.Configuration
  /// The rest of a refused request is read and discarded, so that the client sees the refusal.
  private var isRefused = false

  init(policy: AccessPolicy, configuration: Station.Configuration) {
    self.policy = policy
    self.configuration = configuration
  }

  // `HTTPExchange` still waits for a request, and its deadline closes the connection of a client that never ends this one.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .end where isRefused:
      context.close(promise: nil)
    case _ where isRefused:
      break
    case .head(let head):
      guard let refusal = policy.refusal(of: head, reachedAt: context.localAddress) else {
        return context.fireChannelRead(data)
      }
      isRefused = true
      write(refusal.response, to: head, context)
    default:
      context.fireChannelRead(data)
    }
  }

  private func write(_ response: Response, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let body = response.body
    var responseHead = HTTPResponseHead(version: head.version, status: response.status, headers: response.headers)
    responseHead.headers.add(name: "Content-Length", value: String(body.readableBytes))
    responseHead.headers.add(name: "Date", value: Timestamp(configuration.now()).httpDate)
    responseHead.headers.add(name: "Connection", value: "close")
    context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
    if head.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
