import NIOCore
import NIOPosix

@testable import Station

/// A TCP connection that sends what it is told to, however wrong, and keeps what comes back.
final class RawClient: Sendable {
  struct Received: Sendable {
    var bytes: [UInt8] = []
    var isClosed = false
  }

  private let channel: any Channel
  private let received: Watched<Received>

  init(_ address: StationAddress) async throws {
    let received = Watched(Received())
    self.received = received
    channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Collector(received: received))
        }
      }
      .connect(host: address.host, port: address.port).get()
  }

  private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    let received: Watched<Received>

    init(received: Watched<Received>) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = Array(unwrapInboundIn(data).readableBytesView)
      received.update { $0.bytes += bytes }
    }

    func channelInactive(context: ChannelHandlerContext) {
      received.update { $0.isClosed = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }

  /// Whether the client reads at all; one that does not fills the station's buffers.
  func setReading(_ isReading: Bool) async throws {
    try await channel.setOption(.autoRead, value: isReading).get()
  }

  func send(_ text: String) async throws {
    try await send(bytes: Array(text.utf8))
  }

  func send(bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
  }

  func close() async throws {
    try await channel.close()
  }

  /// Takes what has come up to and including a marker; waits for it.
  func text(through marker: String) async throws -> String {
    let marker = Array(marker.utf8)
    return try await received.wait { received in
      guard let range = received.bytes.firstRange(of: marker) else { return nil }
      defer { received.bytes.removeFirst(range.upperBound) }
      return String(decoding: received.bytes[..<range.upperBound], as: UTF8.self)
    }
  }

  /// Takes so many bytes; waits for them.
  func bytes(_ count: Int) async throws -> [UInt8] {
    try await received.wait { received in
      guard received.bytes.count >= count else { return nil }
      defer { received.bytes.removeFirst(count) }
      return Array(received.bytes.prefix(count))
    }
  }

  /// Everything up to the end of the connection; waits for that.
  func rest() async throws -> String {
    String(decoding: try await restOfBytes(), as: UTF8.self)
  }

  func restOfBytes() async throws -> [UInt8] {
    try await received.wait { received in
      guard received.isClosed else { return nil }
      defer { received.bytes = [] }
      return received.bytes
    }
  }
}
