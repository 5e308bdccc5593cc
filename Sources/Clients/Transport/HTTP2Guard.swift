import NIOCore
import NIOHTTP2
import NIOSSL
import Text

/// Ends an HTTP/2 connection that has failed or is flooded.
///
/// After an error of the connection, NIO's handler says so to the server (GOAWAY) and leaves the rest to others, but
/// AsyncHTTPClient does not end the connection: its requests wait, and all that still comes is kept. A flood of frames that
/// NIO does not count is taken in without end (docs/upstream.md). So the connection is closed here, at once and without TLS's
/// goodbye, for which a server may let its clients wait.
///
/// ```
/// socket ─ TLS ─ Bytes ─ NIOHTTP2Handler ─ Frames ─ … ─ streams: HTTP2StreamGuard
/// ```
///
/// AsyncHTTPClient lets it join when the server's first SETTINGS have come. Not `Sendable`: it belongs to one connection.
final class HTTP2Guard {
  /// Why the connection was ended here; `nil` while it was not.
  private(set) var violation: ProtocolViolation?
  private var meter = FloodMeter()
  /// How many frames NIO's handler has handed out.
  private var frameCount = 0
  /// Whether NIO's handler has taken leave of the server.
  private var hasSentGoAway = false

  /// Bytes after which the decoder's buffer is emptied.
  static let decoderLimit = 1 << 18
  /// Bytes of the largest frame that NIO's handler allows a server, with its header.
  static let largestFrame = 16_384 + FloodMeter.headerSize

  /// Adds the handlers to an HTTP/2 connection.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
      let connection = HTTP2Guard()
      try pipeline.addHandler(Bytes(connection), position: .before(http2))
      try pipeline.addHandler(Frames(connection), position: .after(http2))
    }
  }

  /// Ends the connection. Its streams tell the reason to their requests.
  fileprivate func end(_ channel: any Channel, _ violation: ProtocolViolation) {
    guard self.violation == nil else { return }
    self.violation = violation
    let pipeline = channel.pipeline.syncOperations
    if let tls = try? pipeline.context(handlerType: NIOSSLClientHandler.self) {
      tls.close(promise: nil)
    } else {
      pipeline.close(promise: nil)
    }
  }

  private func endIfFlooded(_ channel: any Channel) {
    if meter.isFlood { end(channel, ProtocolViolation(detail: "a flood of HTTP/2 frames without content")) }
  }

  /// Sees the bytes on their way to and from NIO's handler.
  private final class Bytes: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Bytes that have come since the decoder's buffer was known to be empty.
    private var byteCount = 0
    /// How many of them have been passed on one by one.
    private var singleCount = 0
    fileprivate let connection: HTTP2Guard

    init(_ connection: HTTP2Guard) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard connection.violation == nil else { return }
      var buffer = unwrapInboundIn(data)
      connection.meter.receiveBytes(buffer.readableBytes, at: context.eventLoop.now)
      byteCount += buffer.readableBytes
      if byteCount > HTTP2Guard.decoderLimit { passSingly(&buffer, context) }
      if buffer.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(buffer)) }
      connection.endIfFlooded(context.channel)
    }

    /// Passes bytes on one by one until they make a frame, or as many as the largest frame has. After a frame, the
    /// decoder's buffer is empty then, and goes back to its beginning, which it does at no other time: where no read ends
    /// with a frame, it would keep all that ever came.
    private func passSingly(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) {
      let frameCount = connection.frameCount
      while connection.frameCount == frameCount, singleCount < HTTP2Guard.largestFrame,
        let byte = buffer.readSlice(length: 1)
      {
        singleCount += 1
        context.fireChannelRead(wrapInboundOut(byte))
      }
      if connection.frameCount > frameCount || singleCount == HTTP2Guard.largestFrame {
        (byteCount, singleCount) = (0, 0)
      }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .byteBuffer(let buffer) = unwrapOutboundIn(data), Self.isGoAway(buffer) {
        connection.hasSentGoAway = true
      }
      context.write(data, promise: promise)
    }

    /// Whether bytes are a GOAWAY frame without a text, as NIO's handler writes it: each frame begins in a buffer of its
    /// own. No body of a request begins with zeros.
    private static func isGoAway(_ buffer: ByteBuffer) -> Bool {
      buffer.readableBytes == 17 && buffer.readableBytesView.starts(with: [0, 0, 8, 7, 0, 0, 0, 0, 0])
    }
  }

  /// Sees the frames that NIO's handler has found to be right, and its errors.
  fileprivate final class Frames: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    fileprivate let connection: HTTP2Guard

    init(_ connection: HTTP2Guard) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard connection.violation == nil else { return }
      connection.frameCount += 1
      if case .data(let content) = unwrapInboundIn(data).payload, content.data.readableBytes > 0 {
        connection.meter.receiveContent(content.data.readableBytes)
      } else {
        connection.meter.receiveOverhead()
        connection.endIfFlooded(context.channel)
        guard connection.violation == nil else { return }
      }
      context.fireChannelRead(data)
    }

    /// An error of one stream alone is that stream's.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if connection.hasSentGoAway {
        connection.end(context.channel, ProtocolViolation(detail: "it breaks the HTTP/2 protocol"))
      }
      context.fireErrorCaught(error)
    }
  }
}

/// Refuses heads of HTTP/2 answers that the codec or AsyncHTTPClient does not expect, and tells a request why its
/// connection was ended (``HTTP2Guard``).
///
/// Not `Sendable`: it lives in one stream's pipeline, below the codec, which traps on a negative status.
final class HTTP2StreamGuard: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload

  private let connection: HTTP2Guard?
  private var heads = AnswerHeads()
  private var hasRefused = false

  private init(_ connection: HTTP2Guard?) { self.connection = connection }

  /// Adds the handler to a stream of an HTTP/2 connection.
  static func join(_ stream: any Channel) -> EventLoopFuture<Void> {
    stream.eventLoop.makeCompletedFuture {
      let connection = try stream.parent?.pipeline.syncOperations.handler(type: HTTP2Guard.Frames.self).connection
      try stream.pipeline.syncOperations.addHandler(HTTP2StreamGuard(connection), position: .first)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    // Trailers have no status. NIO's handler has made sure that a head has one.
    if case .headers(let content) = unwrapInboundIn(data), let status = content.headers.first(name: ":status") {
      do throws(ProtocolViolation) {
        try heads.check(status)
      } catch {
        hasRefused = true
        context.fireErrorCaught(error)
        // A flood goes on, whatever becomes of its stream.
        if error == .tooManyHeads, let connection, let parent = context.channel.parent {
          connection.end(parent, error)
        } else {
          context.close(promise: nil)
        }
        return
      }
    }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let violation = connection?.violation, !hasRefused { context.fireErrorCaught(violation) }
    context.fireChannelInactive()
  }
}
