import Foundation
import Model
import NIOCore
import NIOHTTP1
import Signals
import Text

/// Follows what passes between the clients and the network, for a recording (docs/decisions/recording.md).
///
/// It is called on the event loop, or on the thread of a request, and must return at once.
package protocol WireObserver: Sendable {
  /// An attempt at a request, or a WebSocket's connection, begins; returns its number.
  func began(_ request: WireRequest) -> Int
  /// A part of the answer has arrived; for a WebSocket bytes only, from the server's handshake on.
  func received(_ part: WirePart, by number: Int)
  /// Called at least once for each number; only the first call counts.
  func ended(_ number: Int, _ end: WireEnd)
  /// An answer has been read that takes time to read, on the thread that read it.
  func hasRead()
}

/// How an attempt, or a connection, has ended.
package enum WireEnd: Sendable {
  /// The answer is complete, or the server has closed the connection.
  case complete
  case failed(AttemptFailure)
  /// The client has given it up.
  case cancelled
}

extension SignalProducer where Value == HTTPPart, Error == AttemptFailure {
  /// Shows an observer each attempt: a start of this producer.
  func observed(by observer: (any WireObserver)?, as request: WireRequest) -> Self {
    guard let observer else { return self }
    return SignalProducer { sink, lifetime in
      let number = observer.began(request)
      lifetime.observeEnded { observer.ended(number, .cancelled) }
      lifetime += self.start { event in
        switch event {
        case .value(let part): observer.received(WirePart(part), by: number)
        case .failed(let failure): observer.ended(number, .failed(failure))
        case .completed: observer.ended(number, .complete)
        case .interrupted: observer.ended(number, .cancelled)
        }
        sink.send(event)
      }
    }
  }
}

extension WirePart {
  fileprivate init(_ part: HTTPPart) {
    switch part {
    case .head(let head): self = .head(status: head.status, headers: head.headers.map { ($0.name, $0.value) })
    case .body(let buffer): self = .body(Array(buffer.readableBytesView))
    }
  }
}

/// Shows an observer the bytes that a WebSocket's server sends, and the end of its connection.
///
/// It stands between TLS and HTTP. Not `Sendable`: it lives in one channel's pipeline.
final class WireTap: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let observer: any WireObserver
  private let number: Int
  private let host: SafeText

  init(_ observer: any WireObserver, _ number: Int, host: SafeText) {
    (self.observer, self.number, self.host) = (observer, number, host)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    observer.received(.body(Array(unwrapInboundIn(data).readableBytesView)), by: number)
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    observer.ended(number, .failed(.failed(ServiceError(transport: error, host: host, plainScheme: "ws"))))
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    observer.ended(number, .complete)
    context.fireChannelInactive()
  }
}
