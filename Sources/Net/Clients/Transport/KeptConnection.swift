import NIOCore
import NIOHTTP1

/// Distinguishes a request that was lost on a kept connection from one that a server did not answer.
///
/// A server may close an idle connection at the moment the next request is sent on it. It has not seen that request, so the
/// request may be repeated (RFC 9110, §9.2.2; RFC 9112, §9.3.1): after ``Lost``, an exchange repeats a GET, as often as there may be
/// kept connections. A request
/// that is lost on a new connection is not repeated, because then the server itself is in trouble.
///
/// Not `Sendable`: it belongs to one connection's pipeline, where it sees the bytes inside TLS.
final class KeptConnection: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny

  /// The connection had been used before and ended before the first byte of this answer.
  struct Lost: Error {
    /// Completes when the connection is closed. Until then the pool would choose it again.
    let end: EventLoopFuture<Void>
  }

  private var hasAnswered = false
  /// Whether the connection had been used before the request.
  private var isKept = false
  /// Whether a request has been sent and no byte of its answer has come.
  private var isWaiting = false

  /// Adds the handler to a connection of AsyncHTTPClient, below the codec.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(KeptConnection(), position: .before(encoder))
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if !isWaiting {
      isWaiting = true
      isKept = hasAnswered
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasAnswered = true
    isWaiting = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(loss(context) ?? error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let loss = loss(context) { context.fireErrorCaught(loss) }
    context.fireChannelInactive()
  }

  private func loss(_ context: ChannelHandlerContext) -> Lost? {
    isKept && isWaiting ? Lost(end: context.channel.closeFuture) : nil
  }

  /// Returns when a request that failed with this error may be sent again, or `nil` if the server may have seen it.
  static func repetition(after error: any Error, on loop: any EventLoop) -> EventLoopFuture<Void>? {
    switch error {
    case let lost as Lost: lost.end
    // The connection was closed after the pool chose it and before the request was written.
    case ChannelError.ioOnClosedChannel: loop.submit {}
    default: nil
    }
  }
}
