import Foundation
import NIOCore
import NIOHTTP1
import Station

/// The parts of a ``ControlledStation`` that tests use.
final class Control: Interceptor {
  let requests = RequestLog()
  let faults = Faults()
  let canned = CannedResponses()
  let frames = ClientFrames()

  func arrived(_ request: StationRequest) -> StationRequest { requests.record(request) }

  func abandoned(_ request: StationRequest) { requests.recordAbandoned(request) }

  /// Answers with a canned response, with the fault set for the route, or like the services.
  func answer(_ request: StationRequest, _ services: @escaping Services, reply: @escaping @Sendable (Answer) -> Void) {
    if let canned = canned.response(to: request) {
      return reply(.intercepted { canned.write(to: $0) })
    }
    guard let fault = faults.reduce(request.route) else { return services(reply) }
    switch fault {
    case .status(let code): reply(.response(.html(HTTPResponseStatus(statusCode: code))))
    case .htmlPage: reply(.response(.html(.ok)))
    case .apiError(let id, let name, let message):
      reply(.response(.apiError(id: id, name: name, message: message)))
    case .silence where request.route == .eventStream:
      services { answer in
        reply(
          .intercepted { client in
            client.spoil(with: SilentEventStream())
            client.answer(answer)
          })
      }
    case .silence: reply(.intercepted { _ in })
    case .closedConnection: reply(.intercepted { $0.context.close(promise: nil) })
    case .held(let gate): gate.whenOpen { services(reply) }
    case .backoff, .truncatedBody, .notANumber, .byteOrderMark, .gzipWithoutHeader, .uncompressed:
      services { answer in
        guard case .response(let response) = answer else { return reply(answer) }
        let changed = response.changed(by: fault)
        reply(
          .intercepted { client in
            let hasBody = client.head.method != .HEAD && changed.status.mayHaveResponseBody
            if case .truncatedBody = fault, hasBody { client.spoil(with: TruncatedBody()) }
            if case .gzipWithoutHeader = fault { client.spoil(with: HiddenCoding()) }
            client.answer(.response(changed))
          })
      }
    }
  }

  func handshake(_ request: StationRequest, on channel: any Channel) -> EventLoopFuture<HTTPHeaders?> {
    // It is answered by ``answer(_:_:reply:)``, which records it as well.
    let refusal = channel.eventLoop.makeSucceededFuture(HTTPHeaders?.none)
    guard canned.response(to: request) == nil else { return refusal }
    switch faults.peek(.webSocket) {
    case nil, .silence:
      _ = requests.record(request)
      return channel.eventLoop.makeSucceededFuture([:])
    case .held(let gate):
      _ = faults.reduce(.webSocket)
      _ = requests.record(request)
      return Self.wait(for: gate, channel)
    default:
      return refusal
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

  func opened(webSocket channel: any Channel) throws {
    try channel.pipeline.syncOperations.addHandler(FrameRecorder(frames))
    if case .silence = faults.reduce(.webSocket) {
      try channel.pipeline.syncOperations.addHandler(SilentWebSocket())
    }
  }
}

extension UnansweredRequest {
  /// Changes the answer after its compression. A connection that has ended meanwhile has no answer.
  fileprivate func spoil(with handler: any ChannelHandler) { try? addAfterCompression(handler) }
}
