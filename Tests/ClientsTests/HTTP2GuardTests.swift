import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import Clients

/// The guard of a connection beside NIO's handler, without a network.
@Suite struct HTTP2GuardTests {
  /// Notes the sizes of the pieces that reach NIO's handler.
  private final class Pieces: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    var sizes: [Int] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      sizes.append(unwrapInboundIn(data).readableBytes)
      context.fireChannelRead(data)
    }
  }

  private let channel = EmbeddedChannel()
  private let pieces = Pieces()

  init() throws {
    let pipeline = channel.pipeline.syncOperations
    let http2 = NIOHTTP2Handler(mode: .client)
    try pipeline.addHandler(http2)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try HTTP2Guard.join(channel).wait()
    try pipeline.addHandler(pieces, position: .before(http2))
    try receive(RawFrame.settings.bytes)
  }

  private func receive(_ bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

  private func request(on stream: Int) -> HTTP2Frame {
    HTTP2Frame(
      streamID: HTTP2StreamID(stream),
      payload: .headers(
        .init(
          headers: .init([(":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "host")]),
          endStream: true)))
  }

  /// Opens a stream and has its answer begin, so that DATA may come on it.
  private func open(_ stream: Int) throws {
    try channel.writeOutbound(request(on: stream))
    try receive(RawFrame.head("200", on: UInt32(stream)).bytes)
  }

  @Test func whereNoReadEndsWithAFrameTheDecoderIsEmptiedAllTheSame() throws {
    try open(1)
    let frame = RawFrame(type: 0, stream: 1, payload: Array(repeating: 7, count: 16)).bytes
    // Each read begins and ends within the header of a frame. Unknown ones have no window that would have to be opened.
    let unknown = RawFrame(type: 0xFA, payload: Array(repeating: 7, count: 4_096)).bytes
    try receive(Array(unknown.prefix(4)))
    pieces.sizes = []
    let count = HTTP2Guard.decoderLimit / unknown.count
    for _ in 0..<count { try receive(Array(unknown.dropFirst(4) + unknown.prefix(4))) }
    #expect(pieces.sizes == Array(repeating: unknown.count, count: count), "as it came")
    pieces.sizes = []
    try receive(Array(unknown.dropFirst(4) + frame.prefix(4)))
    #expect(pieces.sizes == Array(repeating: 1, count: unknown.count))
    pieces.sizes = []
    try receive(Array(frame.dropFirst(4) + frame.prefix(4)))
    // The rest of the header and the first byte of the content, which is handed out: the buffer is empty.
    #expect(pieces.sizes == Array(repeating: 1, count: 6) + [19])
    pieces.sizes = []
    try receive(Array(frame.dropFirst(4) + frame.prefix(4)))
    #expect(pieces.sizes == [25])
    #expect(channel.isActive)
  }

  @Test func anErrorOfOneStreamLeavesTheConnectionOpen() throws {
    try open(1)
    try open(3)
    // A content length of 1 (RFC 7541, appendix A, has its name as number 28), and two bytes.
    let head: [UInt8] = [0x08, 3, 0x32, 0x30, 0x30, 0x0F, 0x0D, 1, 0x31]
    try channel.writeOutbound(request(on: 5))
    try receive(RawFrame(type: 1, flags: 4, stream: 5, payload: head).bytes)
    #expect(throws: (any Error).self) { try receive(RawFrame.end("ab", on: 5).bytes) }
    #expect(channel.isActive)
  }

  @Test func anErrorOfTheConnectionClosesItAtOnceAndNothingMoreIsTaken() throws {
    try? receive(RawFrame.dataWithoutStream.bytes)
    #expect(!channel.isActive)
    pieces.sizes = []
    try? receive(RawFrame.ping.bytes)
    #expect(pieces.sizes == [])
  }

  @Test func aFloodIsToldByItsBytesAndAnsweredByNothing() throws {
    let unknown = Array(repeatElement(RawFrame.unknown.bytes, count: 600).joined())
    var reads = 0
    while channel.isActive, reads < 1_000 {
      try receive(unknown)
      reads += 1
    }
    #expect(reads == FloodMeter.byteLimit / unknown.count + 1)
  }

  @Test func aFewFramesWithoutContentNowAndThenAreNoFlood() throws {
    for _ in 0..<20 {
      for _ in 0..<900 { try receive(RawFrame.windowUpdate.bytes) }
      channel.embeddedEventLoop.advanceTime(by: FloodMeter.window)
    }
    #expect(channel.isActive)
  }
}
