import NIOCore
import NIOHTTP1

/// Decides whether a request for a WebSocket is accepted. A refused one is answered like every other request.
enum WebSocketHandshake {
  static func decide(
    _ head: HTTPRequestHead, on channel: any Channel, _ access: AccessPolicy, _ control: Control?
  ) -> EventLoopFuture<HTTPHeaders?> {
    let refusal = channel.eventLoop.makeSucceededFuture(HTTPHeaders?.none)
    guard access.refusal(of: head, reachedAt: channel.localAddress) == nil, let target = RequestTarget(head.uri),
      Route(method: head.method, path: target.path) == .webSocket
    else { return refusal }
    let request = StationRequest(head, target, client: channel.remoteAddress?.ipAddress ?? "unknown")
    switch control?.decide(request) ?? .succeeds {
    case .succeeds: return channel.eventLoop.makeSucceededFuture([:])
    case .succeedsOnce(let gate): return wait(for: gate, channel)
    case .fails: return refusal
    }
  }

  private static func wait(for gate: Gate, _ channel: any Channel) -> EventLoopFuture<HTTPHeaders?> {
    let promise = channel.eventLoop.makePromise(of: HTTPHeaders?.self)
    let pending = Pending<Void> { promise.succeed([:]) }
    gate.whenOpen { pending.give(()) }
    channel.closeFuture.whenComplete { _ in
      pending.forget()
      promise.fail(ChannelError.alreadyClosed)
    }
    return promise.futureResult
  }
}
