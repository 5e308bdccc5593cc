import NIOCore
import NIOHTTP1

/// Stands between the HTTP codec and the compressor of one connection.
///
/// It tells the compressor that the client accepts gzip, whatever the client said: Stack Exchange compresses every answer.
/// (It also keeps the compressor from choosing deflate, which it does if both are equally acceptable.) The compressor's
/// output can be spoilt on its way out.
final class ContentCoding: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The header that stores the client's own `Accept-Encoding` in the meantime.
  static let acceptEncoding = "X-Station-Accept-Encoding"

  /// The treatment of a response on its way out. It is sent uncompressed unless set otherwise; an event stream, for example.
  struct Treatment {
    /// Whether the compressor compresses it.
    var compresses = false
    /// Whether its `Content-Encoding` is left out.
    var hidesCoding = false
    /// Whether its body is cut in half, and the connection closed there.
    var truncates = false
  }

  /// Set before the response is written, and used for that one only.
  var treatment = Treatment()

  private let maximumBodySize: Int
  /// The response being cut, until it is complete.
  private var cut: (head: HTTPResponseHead, body: ByteBuffer)?

  init(maximumBodySize: Int) {
    self.maximumBodySize = maximumBodySize
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    // The pipelining handler delivers a request only after the answer to the last one has been sent.
    treatment = Treatment()
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

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if treatment.hidesCoding { head.headers.remove(name: "Content-Encoding") }
      guard treatment.truncates else { return context.write(wrapOutboundOut(.head(head)), promise: promise) }
      cut = (head, ByteBuffer())
      promise?.fail(ChannelError.outputClosed)
    case .body(.byteBuffer(let part)) where cut != nil:
      cut?.body.writeImmutableBuffer(part)
      promise?.fail(ChannelError.outputClosed)
    case .end where cut != nil:
      truncate(context)
      promise?.fail(ChannelError.outputClosed)
    case let part:
      context.write(wrapOutboundOut(part), promise: promise)
    }
  }

  /// Announces the whole body and sends half of it.
  private func truncate(_ context: ChannelHandlerContext) {
    guard var (head, body) = cut else { return }
    cut = nil
    head.headers.remove(name: "Transfer-Encoding")
    head.headers.replaceOrAdd(name: "Content-Length", value: String(body.readableBytes))
    let half = body.readSlice(length: body.readableBytes / 2) ?? body
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(half)))).whenComplete { _ in channel.close(promise: nil) }
  }
}
