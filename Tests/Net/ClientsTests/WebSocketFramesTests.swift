import Model
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Signals
import Synchronization
import Testing

@testable import Clients

/// The client's side of a connection to a server that does not read.
@Suite struct WebSocketFramesTests {
  private let channel = EmbeddedChannel()

  init() throws {
    let (_, observer) = Signal<WebSocketMessage, ServiceError>.pipe()
    try channel.pipeline.syncOperations.addHandler(WebSocketFrames(observer: observer, host: "host"))
  }

  private func ping(_ text: String) throws {
    try channel.writeInbound(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(string: text)))
  }

  /// What was sent since the last time.
  private func sent() throws -> [String] {
    var texts: [String] = []
    while let frame = try channel.readOutbound(as: WebSocketFrame.self) {
      #expect(frame.opcode == .pong)
      texts.append(String(buffer: frame.data))
    }
    return texts
  }

  @Test func eachPingIsAnsweredWhileTheServerReads() throws {
    for text in ["a", "b"] { try ping(text) }
    #expect(try sent() == ["a", "b"])
  }

  @Test func ofThePingsOfAServerThatDoesNotReadTheLastIsAnsweredOnce() throws {
    channel.isWritable = false
    for number in 0..<1000 { try ping("\(number)") }
    #expect(try sent() == [])
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    #expect(try sent() == ["999"])
    channel.pipeline.fireChannelWritabilityChanged()
    try ping("again")
    #expect(try sent() == ["again"])
  }
}
