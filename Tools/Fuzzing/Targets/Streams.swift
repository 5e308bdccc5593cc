import Foundation
import Model
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Signals
import Synchronization
import Text

@testable import Clients
@testable import Edits
@testable import EditsEdge

// What comes in pieces, cut anywhere.

let streams: [Target] = [
  Target("sse", samples: ["eventstreams"]) { bytes in
    var whole = EventStreamReader(wikis: .all)
    whole.connected(at: .moment, isResumed: false)
    let atOnce = whole.read(bytes, at: .moment)
    var cut = EventStreamReader(wikis: .all)
    cut.connected(at: .moment, isResumed: false)
    var events: [EventStreamReader.Reading] = []
    for piece in bytes.pieces { events += cut.read(piece, at: .moment) }
    // After the server's own error the rest of a piece is not read, wherever the piece ends.
    check(events.elementsEqual(atOnce, by: ==), "the cuts matter")
    _ = cut.resumeID(at: .moment)
    _ = cut.serverPause
    let names = EventStreamReader(wikis: WikiSelection(["enwiki"]), hasHistory: true)
    var other = names
    _ = other.read(bytes, at: .moment)
  },
  Target("gzip", samples: ["stackexchange"], seeds: compressed) { bytes in
    func inflated(_ format: Inflation.Format, _ pieces: [ArraySlice<UInt8>]) -> [UInt8]? {
      guard var inflation = try? Inflation(format) else { return nil }
      var output: [UInt8] = []
      do {
        for piece in pieces {
          try inflation.read(piece) { part throws(Inflation.Failure) in
            guard output.count + part.count <= HTTPRequest.wholeBodyLimit else { throw .tooLarge }
            output += part
          }
        }
      } catch {
        return nil
      }
      return inflation.isComplete ? output : nil
    }
    for format in [Inflation.Format.withHeader, .deflate] {
      let whole = try? Gzip.inflated(bytes, as: format)
      check(inflated(format, bytes.pieces) == whole, "the cuts matter")
    }
    for coding in ["gzip", "deflate", "identity"] {
      let head = HTTPHead(status: 200, headers: ["Content-Encoding": coding])
      let parts = [Clients.HTTPPart.head(head)] + bytes.pieces.map { .body(ByteBuffer(bytes: $0)) }
      SignalProducer<Clients.HTTPPart, ServiceError>(parts).inflatedAsItComes(host: "host").start()
    }
  },
  Target("websocket", seeds: frames) { bytes in
    let channel = EmbeddedChannel()
    let (messages, observer) = Signal<WebSocketMessage, ServiceError>.pipe()
    messages.observeFailed { $0.read() }
    do {
      try channel.pipeline.syncOperations.addHandler(
        ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: Transport.messageSizeLimit)))
      try channel.pipeline.syncOperations.addHandler(
        NIOWebSocketFrameAggregator(
          minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: Transport.messagePieceLimit,
          maxAccumulatedFrameSize: Transport.messageSizeLimit))
      try channel.pipeline.syncOperations.addHandler(WebSocketFrames(observer: observer, host: "host"))
      for piece in bytes.pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
    } catch {}
    _ = try? channel.finish(acceptAlreadyClosed: true)
  },
  Target("handshake", texts: handshakes) { bytes in
    let channel = EmbeddedChannel()
    let (messages, observer) = Signal<WebSocketMessage, ServiceError>.pipe()
    messages.observeFailed { $0.read() }
    let upgrader = NIOWebSocketClientUpgrader(
      requestKey: handshakeKey, maxFrameSize: Transport.messageSizeLimit, automaticErrorHandling: false
    ) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(ReadPacing(), position: .first)
        try channel.pipeline.syncOperations.addHandler(WebSocketFrames(observer: observer, host: "host"))
      }
    }
    let handshake = WebSocketHandshake(
      head: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "host"]),
      observer: observer, host: "host", clock: StillClock())
    do {
      try channel.pipeline.syncOperations.addHTTPClientHandlers(
        leftOverBytesStrategy: .forwardBytes,
        withClientUpgrade: (
          upgraders: [upgrader],
          completionHandler: { $0.pipeline.syncOperations.removeHandler(name: WebSocketHandshake.name, promise: nil) }
        ))
      try channel.pipeline.syncOperations.addHandler(handshake, name: WebSocketHandshake.name)
      channel.pipeline.fireChannelActive()
      for piece in bytes.pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
    } catch {}
    _ = try? channel.finish(acceptAlreadyClosed: true)
  },
  Target("heads", texts: heads) { bytes in
    let channel = EmbeddedChannel()
    do {
      try channel.pipeline.syncOperations.addHTTPClientHandlers()
      let decoder = try channel.pipeline.syncOperations.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try channel.pipeline.syncOperations.addHandler(AnswerGuard(), position: .after(decoder))
      // A decoder expects an answer to each request, and to no more.
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "host"])
      try channel.writeOutbound(HTTPClientRequestPart.head(head))
      try channel.writeOutbound(HTTPClientRequestPart.end(nil))
      for piece in bytes.pieces { try channel.writeInbound(ByteBuffer(bytes: piece)) }
      while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
        guard case .head(let head) = part else { continue }
        let status = Int(head.status.code)
        check((100...999).contains(status) && status != 101, "a status that the client does not know")
        _ = RetryAfter.date(in: head.headers, at: .moment)
        _ = Redirect.target(of: HTTPHead(status: status, headers: head.headers), from: address)
        ServiceError(status: status, headers: head.headers, body: [], host: "host", at: .moment).read()
      }
    } catch {}
    _ = try? channel.finish(acceptAlreadyClosed: true)
  },
]

private let address = URL(filePath: "/")

/// A time that stands still, and nothing ever due.
private final class StillClock: DateScheduler {
  var currentDate: Date { .moment }
  func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? { nil }
  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> (any Disposable)? { nil }
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> (any Disposable)? { nil }
}

private let handshakeKey = "dGhlIHNhbXBsZSBub25jZQ=="

private let handshakes = [
  "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n\u{1}\u{2}{}",
  "HTTP/1.1 101 x\r\nupgrade: WebSocket\r\nconnection: keep-alive, upgrade\r\nsec-websocket-accept: x\r\n\r\n",
  "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nContent-Length: 2\r\n\r\nno",
  "HTTP/1.0 200 OK\r\n\r\n<html>",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
]

private let heads = [
  "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 099 x\r\nContent-Length: 2\r\n\r\n{}",
  "HTTP/1.1 -1 x\r\n\r\n", "HTTP/1.1 000 x\r\n\r\n", "HTTP/1.1 1000 x\r\n\r\n", "HTTP/1.1 101 x\r\n\r\n",
  "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n",
  "HTTP/1.1 301 Moved\r\nLocation: /b?c=d\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 307 x\r\nLocation: https://example.org:99999/\r\n\r\n",
  "HTTP/1.1 429 x\r\nRetry-After: Fri, 20 Nov 2026 12:00:00 GMT\r\n\r\n",
  "HTTP/1.1 503 x\r\nRetry-After: 99999999999\r\n\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nffffffffffffffff\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: a\r\n\r\n0\r\na: b\r\n\r\n",
  "HTTP/1.0 200\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 304 x\r\n\r\n", "ICY 200 OK\r\n\r\n",
]

private let frames: [[UInt8]] = [
  [0x81, 2, 0x7B, 0x7D], [0x89, 1, 0x61], [0x8A, 0], [0x88, 2, 0x03, 0xE8], [0x88, 1, 3], [0x88, 0],
  [0x01, 1, 0x7B, 0x80, 1, 0x7D], [0x01, 1, 0x7B, 0x89, 0, 0x80, 1, 0x7D], [0x82, 1, 0xFF],
  [0x81, 0x7E, 0, 2, 0x7B, 0x7D], [0x81, 0x7F, 0, 0, 0, 0, 0, 0, 0, 2, 0x7B, 0x7D],
  [0x81, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x81, 0x82, 1, 2, 3, 4, 0x7A, 0x7F],
  [0xC1, 1, 0x61], [0x83, 0], [0x09, 0], [0x80, 0], [0x81, 1, 0xFF],
]

private let compressed: [[UInt8]] = [
  // Two empty texts in gzip, one after the other.
  [
    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0,
    0, 0, 0, 0, 0,
  ],
  // {} in zlib's format, and bare.
  [0x78, 0x9C, 0xAB, 0xAE, 0x05, 0x00, 0x01, 0x75, 0x00, 0xF9], [0xAB, 0xAE, 0x05, 0x00],
  // With a name, a comment and more in gzip's header.
  [0x1F, 0x8B, 8, 0x1F, 0, 0, 0, 0, 0, 3, 1, 0, 0x61, 0x61, 0, 0x62, 0, 0, 0, 3, 0],
]
