import Model
import NIOCore
import NIOHTTP1
import Signals
import Text

/// Sends the request for the upgrade, and reports why the server refuses it.
///
/// Not `Sendable`: it lives in one channel's pipeline.
final class WebSocketHandshake: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  /// Its name in the pipeline.
  static let name = "handshake"

  private let head: HTTPRequestHead
  private let observer: Signal<WebSocketMessage, ServiceError>.Observer
  private let host: SafeText
  private let clock: any DateScheduler

  init(
    head: HTTPRequestHead, observer: Signal<WebSocketMessage, ServiceError>.Observer, host: SafeText,
    clock: any DateScheduler
  ) {
    self.head = head
    self.observer = observer
    self.host = host
    self.clock = clock
  }

  /// Through a proxy, the connection is already established.
  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { send(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    send(context)
    context.fireChannelActive()
  }

  private func send(_ context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Only an answer other than an upgrade arrives here.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data) else { return }
    observer.send(error: refusal(head))
    context.close(promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is WebSocketFrames.Command {
      // The connection is no longer needed; a ping before the end of the handshake has no meaning.
      if case WebSocketFrames.Command.leave = event { context.close(promise: nil) }
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    observer.send(error: failure(error))
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    observer.send(error: .connectionLost(host: host))
    context.fireChannelInactive()
  }

  private func refusal(_ head: HTTPResponseHead) -> ServiceError {
    let status = Int(head.status.code)
    return (200..<300).contains(status)
      ? .malformedAnswer(host: host, detail: "no WebSocket there")
      : ServiceError(status: status, headers: head.headers, host: host, at: clock.currentDate)
  }

  private func failure(_ error: any Error) -> ServiceError {
    error is NIOHTTPClientUpgradeError
      ? .malformedAnswer(host: host, detail: "wrong WebSocket handshake")
      : ServiceError(transport: error, host: host, plainScheme: "ws")
  }
}
