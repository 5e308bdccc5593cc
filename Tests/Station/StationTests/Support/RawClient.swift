import Foundation
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

  /// - Parameter receiveBuffer: what the kernel keeps of bytes that are not read, instead of megabytes.
  init(_ address: StationAddress, receiveBuffer: Int? = nil) async throws {
    let received = Watched(Received())
    self.received = received
    var bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    if let receiveBuffer { bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: receiveBuffer) }
    channel =
      try await bootstrap
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

  /// The connection ended before what was waited for; the bytes that are left.
  struct EndOfConnection: Error {
    let rest: String
  }

  /// Takes what has come up to and including a marker; waits for it.
  func text(through marker: String) async throws -> String {
    // Foundation's search, for it stays fast in a debug build.
    let bytes = try await take { received in Data(received.bytes).range(of: Data(marker.utf8))?.upperBound }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes so many bytes; waits for them.
  func bytes(_ count: Int) async throws -> [UInt8] {
    try await take { received in received.bytes.count >= count ? count : nil }
  }

  private func take(_ count: @escaping @Sendable (Received) -> Int?) async throws -> [UInt8] {
    let result: Result<[UInt8], EndOfConnection> = try await received.wait { received in
      guard let count = count(received) else {
        let rest = String(decoding: received.bytes, as: UTF8.self)
        return received.isClosed ? .failure(EndOfConnection(rest: rest)) : nil
      }
      defer { received.bytes.removeFirst(count) }
      return .success(Array(received.bytes.prefix(count)))
    }
    return try result.get()
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
