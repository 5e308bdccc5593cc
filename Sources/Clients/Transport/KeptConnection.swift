import NIOCore
import NIOHTTP1

/// Tells a request that was lost on a kept connection from one that a server did not want to answer.
///
/// A server may close a connection that is kept for the next request at the very moment at which that one is sent: it
/// has seen nothing of it, and the request may be sent again (RFC 9110, §9.2.2; RFC 9112, §9.3.1). So an exchange repeats
/// a GET, once, after ``Lost``. What is lost on a new connection is not repeated: there the server itself is in trouble.
///
/// Not `Sendable`: it lives in one channel's pipeline, where it sees the bytes of HTTP/1.1, inside of TLS.
final class KeptConnection: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData

  /// The connection, which had answered before, ended before the first byte of this answer.
  struct Lost: Error {}

  /// Whether there has been an answer on this connection.
  private var isKept = false
  /// Whether a request has been sent of whose answer nothing has come yet.
  private var isWaiting = false

  /// Puts itself into a connection of AsyncHTTPClient, below the HTTP codec.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(KeptConnection(), position: .before(encoder))
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    isWaiting = true
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isKept = true
    isWaiting = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(isKept && isWaiting ? Lost() : error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isKept, isWaiting { context.fireErrorCaught(Lost()) }
    context.fireChannelInactive()
  }

  /// Whether the server has seen nothing of a request that failed like this.
  static func isUnseen(_ error: any Error) -> Bool {
    switch error {
    case is Lost: true
    // The connection was closed between being chosen for a request and taking it.
    case ChannelError.ioOnClosedChannel: true
    default: false
    }
  }
}
