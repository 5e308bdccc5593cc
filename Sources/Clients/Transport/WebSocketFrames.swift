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
  /// The signal has got its last event.
  private var hasEnded = false
  /// The last frame has been sent.
  private var isClosing = false

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
        close(.dataInconsistentWithMessage, context)
        end(.malformedAnswer(host: host, detail: "a message is no UTF-8"))
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
      close(.messageTooLarge, context)
      end(.malformedAnswer(host: host, detail: "a message is too large"))
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
      close(.protocolError, context)
      end(.malformedAnswer(host: host, detail: "it breaks the WebSocket protocol"))
    default:
      isClosing = true
      context.close(promise: nil)
      end(ServiceError(transport: error, host: host))
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
    close(code ?? .normalClosure, context)
    switch code {
    case nil, .normalClosure?, .goingAway?:
      hasEnded = true
      observer.sendCompleted()
    default:
      end(.connectionLost(host: host))
    }
  }

  private func end(_ error: ServiceError) {
    guard !hasEnded else { return }
    hasEnded = true
    observer.send(error: error)
  }

  /// Says goodbye, once. The signal must end after this: its end makes the owner send ``Command/leave``.
  private func close(_ code: WebSocketErrorCode, _ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
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
