import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import Clients

@Suite struct StreamPacingTests {
  private let socket = NotedReads()
  private let channel: EmbeddedChannel

  init() throws {
    channel = EmbeddedChannel(
      handlers: [socket, ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)), StreamPacing()])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/somewhere")).wait()
    channel.read()
    try channel.writeOutbound(HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
  }

  /// Time passes, then bytes come and the channel asks for more, as it does by itself.
  private func bytes(_ text: String, after pause: Int64) throws {
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(pause))
    try channel.writeInbound(ByteBuffer(string: text))
    try takeTheSocketsPlace()
    channel.read()
  }

  /// A handler that was added at the front stands where the socket does in the program, so the notes are taken before it.
  private func takeTheSocketsPlace() throws {
    let pipeline = channel.pipeline.syncOperations
    let removed = pipeline.removeHandler(socket)
    channel.embeddedEventLoop.run()
    try removed.wait()
    try pipeline.addHandler(socket, position: .first)
  }

  private func head(_ type: String, status: String = "200 OK") throws {
    try bytes("HTTP/1.1 \(status)\r\ncontent-type: \(type)\r\ntransfer-encoding: chunked\r\n\r\n", after: 100)
  }

  @Test(arguments: ["text/event-stream", "Text/Event-Stream; charset=utf-8"])
  func aBusyEventStreamIsReadThirtyTimesASecond(type: String) throws {
    try head(type)
    #expect(socket.reads == [0, 100])
    try bytes("3\r\n:a\n\r\n", after: 100)
    try bytes("3\r\n:b\n\r\n", after: 1)
    #expect(socket.reads == [0, 100, 200])
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(34))
    #expect(socket.reads == [0, 100, 200, 234])
  }

  @Test(arguments: [("application/json", "200 OK"), ("text/event-stream", "429 Too Many Requests"), ("", "200 OK")])
  func otherAnswersAreReadAtOnce(type: String, status: String) throws {
    try head(type, status: status)
    try bytes("3\r\n:a\n\r\n", after: 1)
    try bytes("3\r\n:b\n\r\n", after: 1)
    #expect(socket.reads == [0, 100, 101, 102])
  }

  @Test func theConnectionsNextAnswerIsReadAtOnce() throws {
    try head("text/event-stream")
    try bytes("3\r\n:a\n\r\n", after: 100)
    try bytes("0\r\n\r\n", after: 1)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    let before = socket.reads.count
    try channel.writeOutbound(HTTPClientRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
    try head("application/json")
    try bytes("3\r\n{}\n\r\n", after: 1)
    try bytes("3\r\n{}\n\r\n", after: 1)
    #expect(socket.reads.count == before + 3)
  }
}
