import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Testing

@testable import Station

/// What a client may cost that stays and does nothing, in virtual time and without a socket.
@Suite struct PatienceTests {
  private let channel = EmbeddedChannel()
  private let feed = WikipediaFeed(pace: .manual, seed: 1, now: { Date(timeIntervalSince1970: 1_795_176_000) })

  /// Lets the channel speak HTTP.
  private func connect() throws {
    let configuration = Station.Configuration()
    let switchboard = Switchboard(
      configuration: configuration, feed: feed, readings: ReadingStore(configuration: configuration))
    let coding = ContentCoding(maximumBodySize: configuration.maximumBodySize)
    let size = RequestSize(maximumBodySize: configuration.maximumBodySize)
    try channel.pipeline.syncOperations.addHandler(HTTPExchange(switchboard: switchboard, coding: coding, size: size))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  private func ask(keepAlive: Bool = true) throws {
    try send(keepAlive: keepAlive)
    guard case .head(let answer) = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
      Issue.record("no answer")
      return
    }
    #expect(answer.status == .ok)
  }

  private func send(keepAlive: Bool = true) throws {
    // It is answered at once, without the database.
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/data/", headers: ["Connection": keepAlive ? "keep-alive" : "close"])
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    channel.embeddedEventLoop.run()
  }

  /// Says that the channel takes more, or no more.
  private func setWritable(_ isWritable: Bool) {
    channel.isWritable = isWritable
    channel.pipeline.fireChannelWritabilityChanged()
    channel.embeddedEventLoop.run()
  }

  @Test func aConnectionThatIsNotUsedAgainIsClosedAfterAMinute() throws {
    try connect()
    try ask()
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(59_999))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
  }

  @Test func eachRequestLetsTheMinuteBeginAnew() throws {
    try connect()
    for _ in 0..<5 {
      try ask()
      channel.embeddedEventLoop.advanceTime(by: .seconds(59))
      #expect(channel.isActive)
      while try channel.readOutbound(as: HTTPServerResponsePart.self) != nil {}
    }
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func aRequestThatHasBegunHasATimeOfItsOwn() throws {
    try connect()
    try ask()
    channel.embeddedEventLoop.advanceTime(by: .seconds(50))
    let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/data", headers: ["Content-Length": "10"])
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    channel.embeddedEventLoop.advanceTime(by: .seconds(29))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func whoAsksAndDoesNotReadIsAnsweredOnceThereIsRoom() throws {
    try connect()
    setWritable(false)
    try send()
    #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(59))
    setWritable(true)
    #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) != nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(59))
    #expect(channel.isActive)
  }

  @Test func whoAsksAndDoesNotReadIsDisconnectedAfterAMinute() throws {
    try connect()
    setWritable(false)
    try send()
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(59_999))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
    #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
  }

  @Test func whoPingsAndDoesNotReadIsOwedOnePong() throws {
    try channel.pipeline.syncOperations.addHandler(WebSocketSession(feed: feed))
    channel.isWritable = false
    for number in 0..<100 as Range<UInt8> {
      let ping = WebSocketFrame(
        fin: true, opcode: .ping, maskKey: [0, 0, 0, 0], data: ByteBuffer(bytes: [number]))
      try channel.writeInbound(ping)
    }
    #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)

    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    let pong = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(pong.opcode == .pong)
    #expect(Array(pong.data.readableBytesView) == [99])
    #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
    _ = try channel.finish()
  }
}
