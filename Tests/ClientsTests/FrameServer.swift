import NIOCore
import NIOPosix
import NIOSSL

@testable import Clients

/// A frame of HTTP/2 as it is on the wire (RFC 9113, §4.1), of whatever kind, right or wrong.
struct RawFrame: Sendable {
  var type: UInt8
  var flags: UInt8 = 0
  var stream: UInt32 = 0
  var payload: [UInt8] = []

  var bytes: [UInt8] {
    var bytes = Self.bytes(UInt32(payload.count))
    bytes.removeFirst()
    bytes.append(type)
    bytes.append(flags)
    bytes += Self.bytes(stream)
    bytes += payload
    return bytes
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  static let settings = RawFrame(type: 4)
  static let ping = RawFrame(type: 6, payload: Array(repeating: 7, count: 8))
  static let unknown = RawFrame(type: 0xFA, payload: Array(repeating: 7, count: 100))
  static let windowUpdate = RawFrame(type: 8, payload: bytes(1))
  static let priority = RawFrame(type: 2, stream: 1, payload: bytes(0) + [1])
  static let goAway = RawFrame(type: 7, payload: bytes(0x7FFF_FFFF) + bytes(0))
  /// DATA belongs to a stream, and 0 is none: an error of the connection.
  static let dataWithoutStream = RawFrame(type: 0, payload: [7])

  static func emptyData(on stream: UInt32) -> RawFrame { RawFrame(type: 0, stream: stream) }
  static func reset(_ stream: UInt32) -> RawFrame { RawFrame(type: 3, stream: stream, payload: bytes(8)) }
  static func continuation(on stream: UInt32) -> RawFrame { RawFrame(type: 9, stream: stream) }
  static func push(on stream: UInt32) -> RawFrame {
    RawFrame(type: 5, flags: 4, stream: stream, payload: bytes(2) + [0x82, 0x84, 0x87])
  }

  /// A head with this status, as a literal that HPACK does not index (RFC 7541, §6.2.2); `nil` for a head without one.
  static func head(_ status: String?, on stream: UInt32, isWhole: Bool = true) -> RawFrame {
    let field: [UInt8] = status.map { [0x08, UInt8($0.utf8.count)] + Array($0.utf8) } ?? []
    let type = Array("application/json".utf8)
    return RawFrame(
      type: 1, flags: isWhole ? 4 : 0, stream: stream, payload: field + [0x0F, 0x10, UInt8(type.count)] + type)
  }

  /// The last piece of a body.
  static func end(_ text: String, on stream: UInt32) -> RawFrame {
    RawFrame(type: 0, flags: 1, stream: stream, payload: Array(text.utf8))
  }
}

/// A server on loopback that speaks HTTP/2 as a test writes it, frame by frame.
final class FrameServer: Sendable {
  enum Step: Sendable {
    case send([RawFrame])
    /// Sends a frame again and again, up to ``floodLimit`` bytes, then closes the connection. A client that reads all of
    /// it has not defended itself.
    case flood(RawFrame)
  }

  /// What happens on connections that are counted from 1.
  struct Script: Sendable {
    /// What is sent before any request, the client's preface having come.
    var greeting: @Sendable (_ connection: Int) -> [Step] = { _ in [.send([.settings])] }
    /// What is sent for a request on a stream.
    var answer: @Sendable (_ connection: Int, _ stream: UInt32) -> [Step] = { _, _ in [] }
  }

  /// Many times what is let through.
  static let floodLimit = 10 * FloodMeter.byteLimit

  private let channel: any Channel
  private let connections = Shared(0)
  private let floods = Shared<[Int]>([])

  init(_ script: Script) throws {
    let (connections, floods) = (connections, floods)
    let tls = try Relay.serverTLS(speaking: "h2")
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { connection in
        connection.eventLoop.makeCompletedFuture {
          let number = connections.withLock { count in
            count += 1
            return count
          }
          let pipeline = connection.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLServerHandler(context: tls))
          try pipeline.addHandler(
            FrameConnection(number, script) { sent in floods.withLock { $0.append(sent) } })
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  deinit { channel.close(promise: nil) }

  var port: Int { channel.localAddress?.port ?? 0 }

  /// How many connections were made.
  var connectionCount: Int { connections.withLock { $0 } }

  /// The bytes of each flood that went out before the connection ended.
  var floodSizes: [Int] { floods.withLock { $0 } }
}

private final class FrameConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let number: Int
  private let script: FrameServer.Script
  private let noteFlood: (Int) -> Void
  private var received = ByteBuffer()
  private var hasGreeted = false
  /// Many of the frame that is sent again and again.
  private var flood: ByteBuffer?
  private var sent = 0

  init(_ number: Int, _ script: FrameServer.Script, noteFlood: @escaping (Int) -> Void) {
    self.number = number
    self.script = script
    self.noteFlood = noteFlood
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.writeImmutableBuffer(unwrapInboundIn(data))
    if !hasGreeted, received.readSlice(length: 24) != nil {
      hasGreeted = true
      run(script.greeting(number), context)
    }
    while hasGreeted, let length = received.getInteger(at: received.readerIndex, as: UInt32.self).map({ Int($0 >> 8) }),
      let frame = received.readBytes(length: 9 + length)
    {
      let stream = frame[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      switch frame[3] {
      case 4 where frame[4] == 0: run([.send([RawFrame(type: 4, flags: 1)])], context)
      case 1: run(script.answer(number, stream), context)
      default: break
      }
    }
  }

  private func run(_ steps: [FrameServer.Step], _ context: ChannelHandlerContext) {
    for step in steps {
      switch step {
      case .send(let frames):
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: frames.flatMap(\.bytes))), promise: nil)
      case .flood(let frame):
        let bytes = frame.bytes
        flood = ByteBuffer(bytes: Array(repeatElement(bytes, count: 1 + 65_536 / bytes.count).joined()))
        pour(context)
      }
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { pour(context) }
  }

  private func pour(_ context: ChannelHandlerContext) {
    while let flood, context.channel.isActive, context.channel.isWritable {
      guard sent < FrameServer.floodLimit else { return context.close(promise: nil) }
      sent += flood.readableBytes
      context.writeAndFlush(wrapOutboundOut(flood), promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if flood != nil { noteFlood(sent) }
    flood = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
