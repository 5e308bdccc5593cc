import Foundation
import NIOCore
import NIOWebSocket

/// One client of the WebSocket feed. Source: RFC 6455.
final class WebSocketSession: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The time in which a client must answer a closing frame.
  private static let closingTimeout = TimeAmount.seconds(5)

  private let feed: WikipediaFeed
  private var reader = FeedReader(position: 0)
  private var subscription: Int?
  private var sentClose = false
  private var closing: Scheduled<Void>?
  /// The answer to the latest ping, while the client does not read. Answering only the latest is allowed (§5.5.3), so a
  /// client that sends pings without reading takes no memory.
  private var owedPong: ByteBuffer?

  init(feed: WikipediaFeed) {
    self.feed = feed
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let eventLoop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
    let subscription = FeedSubscription(kind: .webSocket) { notice in
      eventLoop.execute {
        let (session, context) = bound.value
        session.handle(notice, context)
      }
    }
    let joined = feed.subscribe(subscription)
    self.subscription = joined.id
    reader = joined.1
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    answerPing(context)
    pump(context)
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    leave()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The previous handler has answered a frame that violates the protocol with its code, and closes.
    if !(error is NIOWebSocketError) { context.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    let bytes = frame.unmaskedData
    // §5.1: a server closes the connection if it receives an unmasked frame.
    guard frame.maskKey != nil else {
      return close(code: .protocolError, reason: "frames from a client are masked", context)
    }
    switch frame.opcode {
    case .ping where !sentClose:
      owedPong = bytes
      answerPing(context)
    case .connectionClose:
      guard !sentClose else { return context.close(promise: nil) }
      // §5.5.1: the code is echoed.
      sentClose = true
      let channel = context.channel
      let code = ByteBuffer(bytes: bytes.readableBytesView.prefix(2))
      let echo = WebSocketFrame(fin: true, opcode: .connectionClose, data: code)
      context.writeAndFlush(wrapOutboundOut(echo)).whenComplete { _ in channel.close(promise: nil) }
    default:
      break  // Clients have nothing to say here.
    }
  }

  private func answerPing(_ context: ChannelHandlerContext) {
    guard let bytes = owedPong, !sentClose, context.channel.isWritable else { return }
    owedPong = nil
    write(WebSocketFrame(fin: true, opcode: .pong, data: bytes), context)
  }

  private func handle(_ notice: FeedNotice, _ context: ChannelHandlerContext) {
    guard subscription != nil, !sentClose else { return }
    switch notice {
    case .news: pump(context)
    case .message(.text(let text)):
      write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), context)
    case .message(.frame(let opcode, let isFinal, let bytes)):
      guard let opcode = WebSocketOpcode(encodedWebSocketOpcode: opcode) else { return }
      write(WebSocketFrame(fin: isFinal, opcode: opcode, data: ByteBuffer(bytes: bytes)), context)
    case .message(.close(let code, let reason)):
      close(code: WebSocketErrorCode(codeNumber: Int(code)), reason: reason, context)
    case .disconnect: context.close(promise: nil)
    case .bytes: break
    }
  }

  private func pump(_ context: ChannelHandlerContext) {
    guard subscription != nil, !sentClose else { return }
    while true {
      let (reader, step) = feed.step(reader, isWritable: context.channel.isWritable)
      self.reader = reader
      switch step {
      case .send(let events):
        for text in events.compactMap(WebSocketFormat.encode) {
          let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: text))
          context.write(wrapOutboundOut(frame), promise: nil)
        }
        context.flush()
      case .wait: return
      case .giveUp: return context.close(promise: nil)
      }
    }
  }

  private func write(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  /// Begins the closing handshake, and closes the connection if the client does not answer.
  private func close(code: WebSocketErrorCode, reason: String, _ context: ChannelHandlerContext) {
    guard !sentClose else { return }
    sentClose = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), context)
    let channel = context.channel
    closing = context.eventLoop.scheduleTask(in: Self.closingTimeout) { channel.close(promise: nil) }
  }

  private func leave() {
    closing?.cancel()
    closing = nil
    if let subscription { feed.unsubscribe(subscription) }
    subscription = nil
  }
}
