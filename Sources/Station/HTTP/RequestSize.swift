import NIOCore

/// Disconnects a client whose request takes far more bytes than its content may have.
///
/// The decoder limits neither the extensions of a chunk nor how many chunks of one byte make a body, and a client could keep the
/// event loop busy with them until the request's time is over.
final class RequestSize: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let limit: Int
  /// The bytes since the end of the last request.
  private var count = 0

  /// - Parameter maximumBodySize: The greatest size of a request's content.
  init(maximumBodySize: Int) { limit = 2 * maximumBodySize + (256 << 10) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard count <= limit else { return }
    count += unwrapInboundIn(data).readableBytes
    // A request that ends in these bytes is told of before this returns.
    context.fireChannelRead(data)
    if count > limit { context.close(promise: nil) }
  }

  /// A request is complete.
  func startAgain() { count = 0 }
}
