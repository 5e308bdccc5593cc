import NIOCore

/// A frame that a WebSocket client sent.
public struct WebSocketClientFrame: Sendable, Hashable {
  /// RFC 6455 §5.2: 1 text, 2 binary, 8 close, 9 ping, 10 pong.
  public let opcode: UInt8
  /// Unmasked.
  public let bytes: [UInt8]

  /// The code of a closing frame.
  public var closeCode: UInt16? {
    opcode == 8 && bytes.count >= 2 ? UInt16(bytes[0]) << 8 | UInt16(bytes[1]) : nil
  }
}

/// The last frames that WebSocket clients sent to a ``ControlledStation``. No test needs more.
final class ClientFrames: Sendable {
  private let frames = Watched<[WebSocketClientFrame]>([])

  func record(_ opcode: UInt8, _ bytes: ByteBuffer) {
    let frame = WebSocketClientFrame(opcode: opcode, bytes: Array(bytes.readableBytesView))
    frames.update { $0 = $0.suffix(99) + [frame] }
  }

  func next() async throws -> WebSocketClientFrame {
    try await frames.wait { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

extension WikipediaFeed {
  /// Returns the oldest frame of a WebSocket client that this method has not returned yet; waits for one to arrive.
  ///
  /// Only the feed of a ``ControlledStation`` stores them.
  public func nextClientFrame() async throws -> WebSocketClientFrame {
    guard let clientFrames else { preconditionFailure("no frames are kept by a station that nobody controls") }
    return try await clientFrames.next()
  }
}
