import NIOCore
import NIOHTTP1

/// How much of an answer is no content: heads, the lines of chunks, trailers.
///
/// Neither the decoder nor AsyncHTTPClient limits a reason phrase, the extensions of a chunk, the blank lines before a head, and how
/// many bytes of lines come with one byte of content. A server could keep a core busy with them until the request's time is over.
struct OverheadCount {
  /// Far more than heads and trailers have, whose fields the decoder limits to 80 kB, and enough for sixty thousand chunks of one
  /// byte.
  static let limit = 256 << 10

  /// The bytes that came without content to justify them.
  private var excess = 0
  private var last: NIODeadline?

  /// Counts bytes from the server. In an endless stream a kilobyte of them each second is no excess, such as its signs of life.
  mutating func add(_ count: Int, at now: NIODeadline) {
    if let last { excess = max(0, excess - Int((now - last).nanoseconds >> 20)) }
    last = now
    excess += count
  }

  /// Counts content, which is among those bytes, and has as many bytes of lines without being limited.
  mutating func take(content count: Int) { excess = max(0, excess - 2 * count) }

  /// An answer is complete.
  mutating func finish() { excess = 0 }

  /// Whether the connection is to be given up.
  var isTooMuch: Bool { excess > Self.limit }
}

/// Ends a connection whose server sends too much that is no content (``OverheadCount``).
///
/// Not `Sendable`: it lives in one connection's pipeline, before the decoder, behind which ``AnswerGuard`` tells it what was
/// content.
final class AnswerOverhead: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// Its name in the pipeline.
  static let name = "overhead"

  private var count = OverheadCount()
  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    count.add(unwrapInboundIn(data).readableBytes, at: context.eventLoop.now)
    // The decoder works on these bytes before this returns.
    context.fireChannelRead(data)
    guard count.isTooMuch else { return }
    hasRefused = true
    context.fireErrorCaught(ProtocolViolation.littleContent)
    context.close(promise: nil)
  }

  /// Takes a decoded part of an answer.
  func take(_ part: HTTPClientResponsePart) {
    switch part {
    case .head: break
    case .body(let bytes): count.take(content: bytes.readableBytes)
    case .end: count.finish()
    }
  }
}
