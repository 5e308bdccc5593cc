import NIOCore
import NIOEmbedded
import Testing

@testable import Clients

/// What stands where the socket is: it notes when it is asked for data.
final class NotedReads: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = Never

  /// Milliseconds since the beginning, rounded down.
  var reads: [Int64] = []

  func read(context: ChannelHandlerContext) {
    reads.append(Int64(context.eventLoop.now.uptimeNanoseconds) / 1_000_000)
  }
}

@Suite struct ReadPacingTests {
  private let socket = NotedReads()
  private let channel: EmbeddedChannel

  init() throws {
    channel = EmbeddedChannel(handlers: [socket, ReadPacing()])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/somewhere")).wait()
    // What a channel does by itself once it is active.
    channel.read()
    #expect(socket.reads == [0])
  }

  /// Time passes, then data comes and the channel asks for more, as it does by itself.
  private func data(_ text: String, after pause: Int64) throws {
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(pause))
    try channel.writeInbound(ByteBuffer(string: text))
    channel.read()
  }

  @Test func afterQuietDataIsReadAtOnceAndSoIsWhatFollows() throws {
    try data("a", after: 100)
    #expect(socket.reads == [0, 100])
    #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "a"))
    try data("b", after: 34)
    #expect(socket.reads == [0, 100, 134])
  }

  @Test func theReadAfterWhatFollowedCloselyIsHeld() throws {
    try data("a", after: 100)
    try data("b", after: 1)
    #expect(socket.reads == [0, 100])
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(33))
    #expect(socket.reads == [0, 100])
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(socket.reads == [0, 100, 134])
  }

  @Test func aBusyConnectionIsReadThirtyTimesASecond() throws {
    try data("a", after: 100)
    // A kernel with data in its buffer answers a read at once.
    var answered = socket.reads.count - 1
    for _ in 0..<1000 {
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
      guard socket.reads.count > answered else { continue }
      answered = socket.reads.count
      try data("more", after: 0)
    }
    #expect((29...31).contains(socket.reads.count - 2))
  }

  @Test func afterTheLastDataOneReadIsPassedOnAndThenNothingIsToBeDone() throws {
    try data("a", after: 100)
    try data("b", after: 1)
    channel.embeddedEventLoop.advanceTime(by: .seconds(100))
    #expect(socket.reads == [0, 100, 134])
    // The pause was long enough: at once again.
    try data("c", after: 0)
    #expect(socket.reads.count == 4)
  }

  @Test func muchDataIsReadWithoutAPause() throws {
    try data("a", after: 100)
    let half = String(repeating: "b", count: ReadPacing.batchSize / 2)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    try channel.writeInbound(ByteBuffer(string: half))
    try data(half, after: 0)
    #expect(socket.reads == [0, 100, 101])
    // What is little again waits again.
    try data("c", after: 1)
    #expect(socket.reads == [0, 100, 101])
  }

  @Test func readsThatAreAskedForWhileOneIsHeldAreOne() throws {
    try data("a", after: 100)
    try data("b", after: 1)
    channel.read()
    channel.read()
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(socket.reads == [0, 100, 134])
  }

  @Test func aHeldReadGoesWithItsConnection() throws {
    try data("a", after: 100)
    try data("b", after: 1)
    try channel.close().wait()
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(socket.reads == [0, 100])
  }

  @Test func aReadThatIsHeldWhenTheHandlerLeavesIsPassedOn() throws {
    try data("a", after: 100)
    try data("b", after: 1)
    #expect(socket.reads == [0, 100])
    let pacing = try channel.pipeline.syncOperations.handler(type: ReadPacing.self)
    channel.pipeline.syncOperations.removeHandler(pacing, promise: nil)
    channel.embeddedEventLoop.run()
    #expect(socket.reads == [0, 100, 101])
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(socket.reads == [0, 100, 101])
  }
}
