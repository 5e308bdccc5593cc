import NIOCore
import NIOHTTP1

/// Whether a request for a WebSocket gets one. What is refused here goes the way of every other request, and gets its
/// answer there.
enum WebSocketHandshake {
  static func decide(
    _ head: HTTPRequestHead, on channel: any Channel, _ access: AccessPolicy, _ switchboard: Switchboard
  ) -> EventLoopFuture<HTTPHeaders?> {
    let refusal = channel.eventLoop.makeSucceededFuture(HTTPHeaders?.none)
    guard access.refusal(of: head, reachedAt: channel.localAddress) == nil, let target = RequestTarget(head.uri),
      Route(method: head.method, path: target.path) == .webSocket
    else { return refusal }
    let request = StationRequest(head, target, client: channel.remoteAddress?.ipAddress ?? "unknown")
    guard switchboard.canned.response(to: request) == nil else { return refusal }
    switch switchboard.faults.peek(.webSocket) {
    case nil, .silence:
      _ = switchboard.requests.record(request)
      return channel.eventLoop.makeSucceededFuture([:])
    case .held(let gate):
      _ = switchboard.faults.take(.webSocket)
      _ = switchboard.requests.record(request)
      let promise = channel.eventLoop.makePromise(of: HTTPHeaders?.self)
      let pending = Pending<Void> { promise.succeed([:]) }
      gate.whenOpen { pending.give(()) }
      channel.closeFuture.whenComplete { _ in
        pending.forget()
        promise.fail(ChannelError.alreadyClosed)
      }
      return promise.futureResult
    default:
      return refusal
    }
  }

  /// Whether the connection that has just been upgraded is to hear nothing.
  static func isSilent(_ switchboard: Switchboard) -> Bool {
    guard case .silence = switchboard.faults.take(.webSocket) else { return false }
    return true
  }
}
