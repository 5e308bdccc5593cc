import NIOCore

/// Reads a busy connection in batches: while bytes keep coming, thirty times a second instead of once for each arrival.
///
/// What a thread costs is being woken, and a feed may send a thousand times a second. What comes between two reads
/// waits in the kernel's buffer. ("data": bytes arrive; "read": they are taken out.)
///
/// ```
/// data:  a···········bcdefghijkl···············m
/// read:  a···········b·····[c–i]·····[j–l]·····m
/// ```
///
/// Bytes that come after some quiet are read at once, and nothing has to wake up for them a second time: only when they
/// followed their predecessors closely is the next read held. So an event now and then has neither delay nor timer. Nor
/// is a read held after one that brought much: that was a batch already, and the kernel has not room for everything.
///
/// It stands first in the pipeline, where all reads pass on their way to the socket, and is to be added after the
/// handshakes, whose messages follow each other closely and are waited for. A connection's end is not held up: the
/// kernel tells of it whether a read is asked for or not. Not `Sendable`: it lives in one channel's pipeline.
final class ReadPacing: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = Never

  /// As often as what is shown of a feed is brought up to date, at most: there an event waits for its turn anyway.
  static let interval = TimeAmount.nanoseconds(1_000_000_000 / 30)

  /// Bytes that are a batch, however they came. A socket's buffer begins with room for two to four times as many
  /// (`tcp_rmem` in tcp(7)), and when it is full, the sender has to wait.
  static let batchSize = 1 << 15

  /// When the socket was last asked for data; `nil` before the first time.
  private var askedAt: NIODeadline?
  /// Bytes that came since then.
  private var byteCount = 0
  /// Until when the next read is held; `nil` when it is not to be.
  private var heldUntil: NIODeadline?
  /// The read that is held.
  private var heldRead: Scheduled<Void>?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let now = context.eventLoop.now
    if let askedAt, now - askedAt < Self.interval { heldUntil = now + Self.interval }
    byteCount += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    // One that is held already will do for all.
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

  /// Nobody asks for data any more.
  func channelInactive(context: ChannelHandlerContext) {
    heldRead?.cancel()
    heldRead = nil
    context.fireChannelInactive()
  }
}
