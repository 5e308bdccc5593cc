import NIOCore
import NIOHTTP1

/// Reads a busy event stream in batches, as a WebSocket is (``ReadPacing``), once its head says that it is one. Other answers
/// are complete after a few reads, and a person waits for them.
///
/// Not `Sendable`: it lives in one connection's pipeline, between the decoder and AsyncHTTPClient's own handler.
final class StreamPacing: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  /// The handler that delays reads while a stream arrives.
  private var pacing: ReadPacing?

  /// Adds the handler to a connection of AsyncHTTPClient.
  static func join(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.addAfterDecoder { StreamPacing() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if head.status == .ok, head.headers.mediaType == ServerSentEvents.mediaType { begin(context) }
    case .body: break
    case .end: end(context)
    }
    context.fireChannelRead(data)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard pacing == nil else { return }
    let pacing = ReadPacing()
    // Below TLS, because its records are what is read. A connection that is about to close takes no handler, and needs none.
    guard (try? context.pipeline.syncOperations.addHandler(pacing, position: .first)) != nil else { return }
    self.pacing = pacing
  }

  /// The connection may carry another answer afterwards.
  private func end(_ context: ChannelHandlerContext) {
    guard let pacing else { return }
    self.pacing = nil
    context.pipeline.syncOperations.removeHandler(pacing, promise: nil)
  }
}

extension HTTPHeaders {
  /// The type of the body without its parameters (RFC 9110, §8.3.1), in lower case; empty if it is not given.
  package var mediaType: String { first(name: "Content-Type")?.prefix { $0 != ";" && $0 != " " }.lowercased() ?? "" }
}
