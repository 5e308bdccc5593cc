import NIOCore

/// Reads a busy connection in batches: while bytes keep arriving, thirty times a second instead of at each arrival.
///
/// Waking a thread is what costs time, and a feed may send a thousand times a second. Bytes that arrive between two reads
/// wait in the kernel's buffer. ("data": bytes arrive; "read": they are read.)
///
/// ```
/// data:  a···········bcdefghijkl···············m
/// read:  a···········b·····[c–i]·····[j–l]·····m
/// ```
///
/// Bytes that arrive after a pause are read immediately, without a timer: only if they followed others closely is the next
/// read delayed. So occasional events have neither delay nor timer. A read is not delayed either after one with many bytes:
/// that was a batch already, and the kernel's buffer is limited.
///
/// It is the first handler in the pipeline, which all reads pass on their way to the socket, and must be added after the
/// handshakes, whose messages follow each other closely and are waited for. The end of a connection is not delayed: the
/// kernel reports it in any case. Not `Sendable`: it lives in one channel's pipeline.
final class ReadPacing: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = Never

  /// The highest rate at which the display of a feed is updated: events wait for that anyway.
  static let interval = TimeAmount.nanoseconds(1_000_000_000 / 30)

  /// The number of bytes that count as a batch, however they arrived. A socket's buffer initially has room for two to four
  /// times as many (`tcp_rmem` in tcp(7)), and when it is full, the sender has to wait.
  static let batchSize = 1 << 15

  /// When data was last requested from the socket; `nil` before the first time.
  private var askedAt: NIODeadline?
  /// The bytes received since then.
  private var byteCount = 0
  /// Until when the next read is delayed; `nil` if it is not.
  private var heldUntil: NIODeadline?
  /// The delayed read.
  private var heldRead: Scheduled<Void>?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let now = context.eventLoop.now
    if let askedAt, now - askedAt < Self.interval { heldUntil = now + Self.interval }
    byteCount += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    // One delayed read serves all requests.
    guard heldRead == nil else { return }
    guard let heldUntil, byteCount < Self.batchSize else { return pass(context) }
    heldRead = context.eventLoop.assumeIsolated().scheduleTask(deadline: heldUntil) { self.pass(context) }
  }

  private func pass(_ context: ChannelHandlerContext) {
    heldUntil = nil
    heldRead = nil
    askedAt = context.eventLoop.now
    byteCount = 0
    context.read()
  }

  /// A read that is held when the handler leaves is not delayed any longer.
  func handlerRemoved(context: ChannelHandlerContext) {
    guard let heldRead else { return }
    heldRead.cancel()
    pass(context)
  }

  /// There are no further reads.
  func channelInactive(context: ChannelHandlerContext) {
    heldRead?.cancel()
    heldRead = nil
    context.fireChannelInactive()
  }
}
