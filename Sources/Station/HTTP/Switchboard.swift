import Foundation
import NIOCore
import NIOHTTP1

/// Brings each request to what answers it: a canned response, the fault set for its route, or the service itself.
final class Switchboard: Sendable {
  let configuration: Station.Configuration
  let requests = RequestLog()
  let faults = Faults()
  let canned = CannedResponses()
  let feed: WikipediaFeed
  private let stackExchange: StackExchangeAPI
  private let conAir: ConAirAPI

  init(configuration: Station.Configuration, feed: WikipediaFeed, readings: ReadingStore) {
    self.configuration = configuration
    self.feed = feed
    stackExchange = StackExchangeAPI(configuration: configuration)
    conAir = ConAirAPI(readings: readings, configuration: configuration)
  }

  /// Answers a request, at once or from another thread; never for a fault that swallows the answer.
  func answer(_ request: StationRequest, body: ByteBuffer, reply: @escaping @Sendable (Answer) -> Void) {
    if let canned = canned.response(to: request) {
      return reply(.response(Response(canned)))
    }
    guard let fault = faults.take(request.route) else {
      return answerRightly(request, body: body, reply: reply)
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
      gate.whenOpen { [self] in answerRightly(request, body: body, reply: reply) }
    case .backoff(let seconds):
      answerRightly(request, body: body, backoff: seconds, reply: reply)
    case .truncatedBody, .notANumber, .byteOrderMark, .gzipWithoutHeader, .uncompressed:
      answerRightly(request, body: body) { answer in
        guard case .response(let response) = answer else { return reply(answer) }
        reply(.response(response.broken(by: fault)))
      }
    }
  }

  /// Waits for the requests that are being worked on.
  func drain() {
    stackExchange.drain()
    conAir.drain()
  }

  private func answerRightly(
    _ request: StationRequest, body: ByteBuffer, backoff: Int? = nil, reply: @escaping @Sendable (Answer) -> Void
  ) {
    let allowed = request.route == .newReadings ? ["POST"] : ["GET", "HEAD"]
    let isKnown = request.route != .other || request.path == "/" || request.path.hasPrefix("/2.3/")
    guard isKnown else {
      return reply(.response(.text(.notFound, "There is nothing at this address; / has a list of what there is.")))
    }
    guard allowed.contains(request.method) else {
      let methods = request.path == "/data" ? "GET, HEAD, POST" : allowed.joined(separator: ", ")
      let sentence = "\(request.method) is not possible here; \(methods) would be."
      return reply(.response(.text(.methodNotAllowed, sentence, headers: ["Allow": methods])))
    }
    switch request.route {
    case .questions, .question, .answers, .search:
      stackExchange.answer(request, backoff: backoff) { reply(.response($0)) }
    case .readings: conAir.means(request) { reply(.response($0)) }
    case .newReadings: conAir.store(body) { reply(.response($0)) }
    case .eventStream: reply(EventStreamSession.answer(to: request))
    case .webSocket:
      let sentence = "This address speaks WebSocket only."
      reply(.response(.text(.upgradeRequired, sentence, headers: ["Upgrade": "websocket", "Connection": "upgrade"])))
    case .other where request.path == "/": reply(.response(.text(.ok, Self.contents)))
    case .other: reply(.response(StackExchangeAPI.response(to: .noMethod)))
    }
  }

  private static let contents = """
    The reactui station.

    GET  /2.3/questions                 questions, as the Stack Exchange API has them
    GET  /2.3/questions/{id}            one question
    GET  /2.3/questions/{id}/answers    its answers
    GET  /2.3/search/advanced           a search in titles and bodies
    GET  /v2/stream/recentchange        Wikipedia's changes as Server-Sent Events
         /wiki                          Wikipedia's changes over a WebSocket
    GET  /data/?start=…&stop=…&step=…   mean temperatures, step in milliseconds
    POST /data                          a reading {"ts": ISO 8601, "temperature": °C}, or an array of them
    """
}
