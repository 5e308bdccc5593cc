import NIOCore
import NIOHTTP1

/// Stands between the clients of a station and its services. A station that serves people has none; tests have one that
/// records requests, and answers them otherwise than the services.
package protocol Interceptor: AnyObject, Sendable {
  /// The answer of the services to a request, and where to.
  typealias Services = @Sendable (_ reply: @escaping @Sendable (Answer) -> Void) -> Void

  /// A request has arrived completely. Returns it, perhaps with a number.
  func arrived(_ request: StationRequest) -> StationRequest

  /// The client of a request has disconnected before the end of the answer.
  func abandoned(_ request: StationRequest)

  /// Answers a request, immediately, from another thread, or never.
  func answer(_ request: StationRequest, _ services: @escaping Services, reply: @escaping @Sendable (Answer) -> Void)

  /// Decides on a WebSocket handshake that would succeed.
  ///
  /// - Returns: the headers of the answer; `nil` if the request is to be answered like every other one.
  func handshake(_ request: StationRequest, on channel: any Channel) -> EventLoopFuture<HTTPHeaders?>

  /// A WebSocket has been opened, and its session will be the last handler of the channel.
  func opened(webSocket channel: any Channel) throws
}

/// A request whose answer an ``Interceptor`` writes itself. For the connection's event loop.
package struct UnansweredRequest {
  let exchange: HTTPExchange
  let request: StationRequest
  package let head: HTTPRequestHead
  package let context: ChannelHandlerContext

  /// Answers like a station without an interceptor.
  package func answer(_ answer: Answer) { exchange.give(answer, to: request, head, context) }

  /// Returns a head of a response with what belongs to each one.
  package func responseHead(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) -> HTTPResponseHead {
    exchange.responseHead(status, headers, to: head, keepAlive: head.isKeepAlive)
  }

  /// Expects the next request, before the end of the answer to this one is written.
  package func expectNext() { exchange.expectNext(context) }

  /// Whether the body that is written next is compressed.
  package func compress(_ isCompressed: Bool) { exchange.coding.compresses = isCompressed }

  /// Adds a handler that gets what is sent to the client after its compression.
  package func addAfterCompression(_ handler: any ChannelHandler) throws {
    try context.pipeline.syncOperations.addHandler(handler, position: .before(exchange.coding))
  }
}
