import NIOCore
import NIOHTTP1

/// Decides whether a request for a WebSocket is accepted. A refused one is answered like every other request.
enum WebSocketHandshake {
  static func decide(
    _ head: HTTPRequestHead, on channel: any Channel, _ access: AccessPolicy, _ interceptor: (any Interceptor)?
  ) -> EventLoopFuture<HTTPHeaders?> {
    let refusal = channel.eventLoop.makeSucceededFuture(HTTPHeaders?.none)
    guard access.refusal(of: head, reachedAt: channel.localAddress) == nil, let target = RequestTarget(head.uri),
      Route(method: head.method, path: target.path) == .webSocket
    else { return refusal }
    let request = StationRequest(head, target, client: channel.remoteAddress?.ipAddress ?? "unknown")
    return interceptor?.handshake(request, on: channel) ?? channel.eventLoop.makeSucceededFuture([:])
  }
}
