import NIOCore
import NIOHTTP1

/// Stands between the HTTP codec and the compressor of one connection.
///
/// It tells the compressor that the client accepts gzip, whatever the client said: Stack Exchange compresses every answer.
/// (It also keeps the compressor from choosing deflate, which it does if both are equally acceptable.)
final class ContentCoding: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The header that stores the client's own `Accept-Encoding` in the meantime.
  static let acceptEncoding = "X-Station-Accept-Encoding"

  /// Whether the compressor compresses the response on its way out. Set before the response is written, and used for that one
  /// only: an event stream, for example, is sent uncompressed.
  var compresses = false

  private let maximumBodySize: Int

  init(maximumBodySize: Int) {
    self.maximumBodySize = maximumBodySize
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    // The pipelining handler delivers a request only after the answer to the last one has been sent.
    compresses = false
    welcomeBody(of: head, context)
    for value in head.headers["Accept-Encoding"] { head.headers.add(name: Self.acceptEncoding, value: value) }
    head.headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  /// Tells a client that asks first (RFC 9110 §10.1.1) to send its body, unless that would be refused. Done here because the
  /// compressor treats every head as an answer.
  private func welcomeBody(of head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let asks =
      head.version == .http1_1 && head.headers[canonicalForm: "Expect"].contains { $0.lowercased() == "100-continue" }
    let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    guard asks, announced <= maximumBodySize else { return }
    let welcome = HTTPResponseHead(version: head.version, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(welcome)), promise: nil)
  }
}
