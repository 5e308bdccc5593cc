import NIOCore
import NIOWebSocket
import Station

/// A frame that a WebSocket client sent.
public struct WebSocketClientFrame: Sendable, Hashable {
  /// RFC 6455 §5.2: 1 text, 2 binary, 8 close, 9 ping, 10 pong.
  public let opcode: UInt8
  /// Unmasked.
  public let bytes: [UInt8]

  public init(opcode: UInt8, bytes: [UInt8]) { (self.opcode, self.bytes) = (opcode, bytes) }

  /// The code of a closing frame.
  public var closeCode: UInt16? {
    opcode == 8 && bytes.count >= 2 ? UInt16(bytes[0]) << 8 | UInt16(bytes[1]) : nil
  }
}

/// The last frames that WebSocket clients sent to a ``ControlledStation``. No test needs more.
final class ClientFrames: Sendable {
  private let frames = Watched<[WebSocketClientFrame]>([])

  fileprivate func record(_ opcode: UInt8, _ bytes: ByteBuffer) {
    let frame = WebSocketClientFrame(opcode: opcode, bytes: Array(bytes.readableBytesView))
    frames.update { $0 = $0.suffix(99) + [frame] }
  }

  func next() async throws -> WebSocketClientFrame {
    try await frames.wait { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

/// Records the frames of one client.
final class FrameRecorder: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  private let frames: ClientFrames

  init(_ frames: ClientFrames) { self.frames = frames }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    frames.record(UInt8(webSocketOpcode: frame.opcode), frame.unmaskedData)
    context.fireChannelRead(data)
  }
}

/// Lets no text message through to the client.
final class SilentWebSocket: ChannelOutboundHandler {
  typealias OutboundIn = WebSocketFrame

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard unwrapOutboundIn(data).opcode != .text else {
      promise?.succeed()
      return
    }
    context.write(data, promise: promise)
  }
}
