import Model
import NIOCore
import NIOWebSocket
import Signals
import Text

/// The client's side of RFC 6455 after the handshake: passes text on, answers pings, closes properly.
///
/// It comes after a frame aggregator, so messages are complete. Not `Sendable`: it lives in one channel's pipeline.
final class WebSocketFrames: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// A request of the owner, sent as a user event through the pipeline.
  enum Command: Sendable {
    case ping
    case leave
  }

  private let observer: Signal<WebSocketMessage, ServiceError>.Observer
  private let host: SafeText
  /// Whether the last frame has been sent, and the last event has been or is about to be.
  private var hasEnded = false
  /// The answer to the latest ping, while the server does not read. Answering only the latest is allowed (RFC 6455, §5.5.3),
  /// so a server that sends pings without reading takes no memory.
  private var owedPong: ByteBuffer?

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
        end(.dataInconsistentWithMessage, context, .malformedAnswer(host: host, detail: "a message is not UTF-8"))
      }
    case .ping:
      owedPong = frame.data
      answerPing(context)
    case .pong:
      observer.send(value: .alive)
    case .connectionClose:
      endAsAsked(frame.data, context)
    default:
      break  // the feed has no binary messages
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    answerPing(context)
    context.fireChannelWritabilityChanged()
  }

  private func answerPing(_ context: ChannelHandlerContext) {
    guard let data = owedPong, !hasEnded, context.channel.isWritable else { return }
    owedPong = nil
    send(.pong, data, context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case Command.ping:
      send(.ping, context.channel.allocator.buffer(capacity: 0), context)
    case Command.leave:
      end(.normalClosure, context, nil)
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      end(.messageTooLarge, context, .malformedAnswer(host: host, detail: "a message is too large"))
    case NIOWebSocketFrameAggregator.Error.tooManyFragments:
      end(.messageTooLarge, context, .malformedAnswer(host: host, detail: "a message is in too many pieces"))
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error:
      end(.protocolError, context, .malformedAnswer(host: host, detail: "breaks the WebSocket protocol"))
    default:
      end(nil, context, ServiceError(transport: error, host: host, plainScheme: "ws"))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(nil, context, .connectionLost(host: host))
    context.fireChannelInactive()
  }

  /// Answers the server's close frame with its code.
  private func endAsAsked(_ data: ByteBuffer, _ context: ChannelHandlerContext) {
    var data = data
    switch data.readWebSocketErrorCode() {
    case nil: end(.normalClosure, context, nil)
    case .normalClosure?: end(.normalClosure, context, nil)
    case .goingAway?: end(.goingAway, context, nil)
    case let code?: end(code, context, .connectionLost(host: host))
    }
  }

  /// Ends the connection, once: the close frame if it can still be sent, then the last event, then the connection.
  private func end(_ code: WebSocketErrorCode?, _ context: ChannelHandlerContext, _ error: ServiceError?) {
    guard !hasEnded else { return }
    hasEnded = true
    if let code {
      var data = context.channel.allocator.buffer(capacity: 2)
      data.write(webSocketErrorCode: code)
      send(.connectionClose, data, context)
    }
    if let error { observer.send(error: error) } else { observer.sendCompleted() }
    context.close(promise: nil)
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext) {
    // A client's frames are masked, each with a new key (RFC 6455, section 5.3).
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}

extension ByteBufferView {
  var isValidUTF8: Bool {
    withContiguousStorageIfAvailable { (try? UTF8Span(validating: $0.span)) != nil } ?? false
  }
}
