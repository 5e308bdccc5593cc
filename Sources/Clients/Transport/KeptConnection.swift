import NIOCore
import NIOHTTP1

/// Tells a request that was lost on a kept connection from one that a server did not want to answer.
///
/// A server may close a connection that is kept for the next request at the very moment at which that one is sent: it
/// has seen nothing of it, and the request may be sent again (RFC 9110, §9.2.2; RFC 9112, §9.3.1). So an exchange repeats
/// a GET, once, after ``Lost``. What is lost on a new connection is not repeated: there the server itself is in trouble.
///
/// Not `Sendable`: it lives in one channel's pipeline. That is a connection of HTTP/1.1, where it sees the bytes inside of
/// TLS, or one stream of HTTP/2, where it sees frames.
final class KeptConnection: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny

  /// The connection, which had answered before, ended before the first byte of this answer.
  struct Lost: Error {
    /// When it is gone, also from the pool, which would choose it again before that.
    let end: EventLoopFuture<Void>
  }

  /// What is known of a connection; of HTTP/2, in the connection's own pipeline, for all its streams.
  private final class History: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    var hasAnswered = false
  }

  private let history: History
  /// Whether there had been an answer on this connection when the request was sent.
  private var isKept = false
  /// Whether a request has been sent of whose answer nothing has come yet.
  private var isWaiting = false

  private init(_ history: History) { self.history = history }

  /// Puts itself into a connection of AsyncHTTPClient that speaks HTTP/1.1, below the codec.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(KeptConnection(History()), position: .before(encoder))
    }
  }

  /// Puts itself into a stream of an HTTP/2 connection, of which each request has its own.
  static func joinStream(_ stream: any Channel) -> EventLoopFuture<Void> {
    stream.eventLoop.makeCompletedFuture {
      guard let connection = stream.parent?.pipeline.syncOperations else { return }
      let history: History
      if let known = try? connection.handler(type: History.self) {
        history = known
      } else {
        history = History()
        try connection.addHandler(history)
      }
      try stream.pipeline.syncOperations.addHandler(KeptConnection(history), position: .first)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if !isWaiting {
      isWaiting = true
      isKept = history.hasAnswered
    }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    history.hasAnswered = true
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
    guard isKept, isWaiting else { return nil }
    guard let connection = context.channel.parent else { return Lost(end: context.channel.closeFuture) }
    // A stream may end by itself, and that is the server's answer.
    return connection.isActive ? nil : Lost(end: connection.closeFuture)
  }

  /// When a request that failed like this may be sent again; `nil` where the server may have seen it.
  static func repetition(after error: any Error, on loop: any EventLoop) -> EventLoopFuture<Void>? {
    switch error {
    case let lost as Lost: lost.end
    // The connection was closed between being chosen for a request and taking it.
    case ChannelError.ioOnClosedChannel: loop.submit {}
    default: nil
    }
  }
}
