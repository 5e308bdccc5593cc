import Model
import NIOCore
import NIOWebSocket
import Signals
import Text

/// The client's side of RFC 6455 once the handshake is done: passes text on, answers pings, closes in good order.
///
/// It stands behind a frame aggregator, so messages are whole. Not `Sendable`: it lives in one channel's pipeline.
final class WebSocketFrames: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// What the owner asks for, as a user event through the pipeline.
  enum Command: Sendable {
    case ping
    case leave
  }

  private let observer: Signal<WebSocketMessage, ServiceError>.Observer
  private let host: SafeText
  private var hasEnded = false

  init(observer: Signal<WebSocketMessage, ServiceError>.Observer, host: SafeText) {
    self.observer = observer
    self.host = host
  }

  func handlerAdded(context: ChannelHandlerContext) {
    observer.send(value: .opened)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasEnded else { return }
    var frame = unwrapInboundIn(data)
    if let key = frame.maskKey { frame.data.webSocketUnmask(key) }
    switch frame.opcode {
    case .text:
      if frame.data.readableBytesView.isValidUTF8 {
        observer.send(value: .text(frame.data))
      } else {
        end(.malformedAnswer(host: host, detail: "a message is no UTF-8"))
        close(.dataInconsistentWithMessage, context)
      }
    case .ping:
      send(.pong, frame.data, context)
    case .pong:
      observer.send(value: .alive)
    case .connectionClose:
      closed(frame.data, context)
    default:
      break  // binary messages are not part of the feed
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case Command.ping:
      send(.ping, context.channel.allocator.buffer(capacity: 0), context)
    case Command.leave:
      hasEnded = true
      close(.normalClosure, context)
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      end(.malformedAnswer(host: host, detail: "a message is too large"))
      close(.messageTooLarge, context)
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
      end(.malformedAnswer(host: host, detail: "it breaks the WebSocket protocol"))
      close(.protocolError, context)
    default:
      end(ServiceError(transport: error, host: host))
      context.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.connectionLost(host: host))
    context.fireChannelInactive()
  }

  /// The server's close frame is answered with the same code, which ends the connection.
  private func closed(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
    var data = data
    let code = data.readWebSocketErrorCode()
    hasEnded = true
    switch code {
    case nil, .normalClosure?, .goingAway?: observer.sendCompleted()
    default: observer.send(error: .connectionLost(host: host))
    }
    close(code ?? .normalClosure, context)
  }

  private func end(_ error: ServiceError) {
    guard !hasEnded else { return }
    hasEnded = true
    observer.send(error: error)
  }

  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    var data = context.channel.allocator.buffer(capacity: 2)
    data.write(webSocketErrorCode: code)
    send(.connectionClose, data, context)
    context.close(promise: nil)
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
    // A client's frames are masked with a fresh key each (RFC 6455, section 5.3).
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}

extension ByteBufferView {
  var isValidUTF8: Bool {
    withContiguousStorageIfAvailable { String(validating: $0, as: UTF8.self) != nil } ?? false
  }
}
