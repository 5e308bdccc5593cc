import NIOCore

/// Measures what an HTTP/2 connection brings besides content, and refuses what no server needs.
///
/// Content is what DATA frames carry. All else is overhead: a few frames for each answer, some for flow control, a PING now
/// and then. A flood is told by its number of frames and by its bytes. The bytes count too because frames of an unknown type
/// go no further than the decoder, which leaves only their bytes to be seen.
struct FloodMeter {
  /// For how long frames and bytes are counted together.
  static let window = TimeAmount.seconds(10)
  /// Frames without content in a window. A hundred requests a second would not need as many.
  static let frameLimit = 1_000
  /// Bytes without content in a window. What is still on its way for a request that was given up counts among them.
  static let byteLimit = 4 << 20
  /// A frame's header (RFC 9113, §4.1).
  static let headerSize = 9

  private var windowEnd = NIODeadline.uptimeNanoseconds(0)
  private var frameCount = 0
  private var byteCount = 0

  /// Bytes have come, whatever they hold.
  mutating func receiveBytes(_ count: Int, at now: NIODeadline) {
    if now >= windowEnd {
      windowEnd = now + Self.window
      frameCount = 0
      byteCount = 0
    }
    byteCount += count
  }

  /// Part of the bytes was a frame with content. A decoder hands out a frame that comes in pieces as several, so the
  /// count may end below what has come.
  mutating func receiveContent(_ count: Int) {
    byteCount = max(0, byteCount - count - Self.headerSize)
  }

  /// Part of the bytes was a frame without content.
  mutating func receiveOverhead() {
    frameCount += 1
  }

  /// Whether there was too much of it.
  var isFlood: Bool { frameCount > Self.frameLimit || byteCount > Self.byteLimit }
}
