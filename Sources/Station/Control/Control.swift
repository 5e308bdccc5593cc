import NIOCore
import NIOHTTP1

/// The parts of a ``ControlledStation`` that tests use. A station that serves people has none: then nothing stands between a
/// request and its answer, and no request is recorded.
final class Control: Sendable {
  let requests = RequestLog()
  let faults = Faults()
  let canned = CannedResponses()

  /// Answers instead of the switchboard: with a canned response, with the fault set for the route, or like the switchboard.
  func answer(
    _ request: StationRequest, body: ByteBuffer, instead switchboard: Switchboard,
    reply: @escaping @Sendable (Answer) -> Void
  ) {
    if let canned = canned.response(to: request) {
      return reply(.response(Response(canned)))
    }
    guard let fault = faults.take(request.route) else {
      return switchboard.answerRightly(request, body: body, reply: reply)
    }
    switch fault {
    case .status(let code): reply(.response(.html(HTTPResponseStatus(statusCode: code))))
    case .htmlPage: reply(.response(.html(.ok)))
    case .apiError(let id, let name, let message):
      reply(.response(StackExchangeAPI.response(to: APIError(id: id, name: name, message: message))))
    case .silence:
      reply(request.route == .eventStream ? .eventStream(EventStreamOpening(isSilent: true)) : .silence)
    case .closedConnection: reply(.hangUp)
    case .held(let gate):
      gate.whenOpen { switchboard.answerRightly(request, body: body, reply: reply) }
    case .backoff(let seconds):
      switchboard.answerRightly(request, body: body, backoff: seconds, reply: reply)
    case .truncatedBody, .notANumber, .byteOrderMark, .gzipWithoutHeader, .uncompressed:
      switchboard.answerRightly(request, body: body) { answer in
        guard case .response(let response) = answer else { return reply(answer) }
        reply(.response(response.broken(by: fault)))
      }
    }
  }

  /// The outcome of a WebSocket handshake that would succeed.
  enum Handshake {
    case succeeds
    case succeedsOnce(Gate)
    /// It is answered as an ordinary request, by ``answer(_:body:instead:reply:)``.
    case fails
  }

  /// Decides on a WebSocket handshake, and records it unless the ordinary request does.
  func decide(_ request: StationRequest) -> Handshake {
    guard canned.response(to: request) == nil else { return .fails }
    switch faults.peek(.webSocket) {
    case nil, .silence:
      _ = requests.record(request)
      return .succeeds
    case .held(let gate):
      _ = faults.take(.webSocket)
      _ = requests.record(request)
      return .succeedsOnce(gate)
    default:
      return .fails
    }
  }

  /// Returns whether the WebSocket just opened is to receive nothing.
  func takeSilence() -> Bool {
    guard case .silence = faults.take(.webSocket) else { return false }
    return true
  }
}
