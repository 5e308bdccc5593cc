import NIOCore
import NIOHTTP1

/// Tells a request that was lost on a kept connection from one that a server did not want to answer.
///
/// A server may close an idle connection at the moment the next request is sent on it. It has not seen that request, so
/// the request may be sent again (RFC 9110, §9.2.2; RFC 9112, §9.3.1): after ``Lost``, an exchange repeats a GET once. A
/// request that is lost on a new connection is not repeated, because there the server itself is in trouble.
///
/// Not `Sendable`: it belongs to one channel's pipeline. That is an HTTP/1.1 connection, where it sees the bytes inside
/// TLS, or one stream of an HTTP/2 connection, where it sees frames.
final class KeptConnection: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = NIOAny

  /// The connection, which had answered before, ended before the first byte of this answer.
  struct Lost: Error {
    /// Completes when the connection is closed. Before that, the pool would choose it again.
    let end: EventLoopFuture<Void>
  }

  /// Remembers whether a connection has answered. For HTTP/2 it is in the connection's pipeline, shared by all streams.
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

  /// Adds the handler to an HTTP/1.1 connection of AsyncHTTPClient, below the codec.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
      try pipeline.addHandler(KeptConnection(History()), position: .before(encoder))
    }
  }

  /// Adds the handler to a stream of an HTTP/2 connection. Each request has a stream of its own.
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
    // A server that breaks its protocol is not asked again.
    context.fireErrorCaught(error is ProtocolViolation ? error : loss(context) ?? error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let loss = loss(context) { context.fireErrorCaught(loss) }
    context.fireChannelInactive()
  }

  private func loss(_ context: ChannelHandlerContext) -> Lost? {
    guard isKept, isWaiting else { return nil }
    guard let connection = context.channel.parent else { return Lost(end: context.channel.closeFuture) }
    // A stream that ends while its connection is open was ended by the server, as an answer to this request.
    return connection.isActive ? nil : Lost(end: connection.closeFuture)
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
