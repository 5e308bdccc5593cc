import Foundation
import NIOCore
import NIOHTTP1
import Text

/// Passes each request to the service that answers it.
final class Switchboard: Sendable {
  let configuration: Station.Configuration
  /// `nil` in a station that serves people.
  let interceptor: (any Interceptor)?
  let feed: WikipediaFeed
  private let stackExchange: StackExchangeAPI
  private let conAir: ConAirAPI

  init(
    configuration: Station.Configuration, feed: WikipediaFeed, readings: ReadingStore,
    interceptor: (any Interceptor)? = nil
  ) {
    self.configuration = configuration
    self.interceptor = interceptor
    self.feed = feed
    stackExchange = StackExchangeAPI(configuration: configuration)
    conAir = ConAirAPI(readings: readings, configuration: configuration)
  }

  /// Answers a request, immediately or from another thread; never if an interceptor does not.
  func answer(_ request: StationRequest, body: ByteBuffer, reply: @escaping @Sendable (Answer) -> Void) {
    guard let interceptor else { return serve(request, body: body, reply: reply) }
    interceptor.answer(request, { [self] reply in serve(request, body: body, reply: reply) }, reply: reply)
  }

  /// Lets no request wait for another program any more: it is answered now, if only with a refusal.
  func endWaits() { conAir.endWaits() }

  /// Waits for the requests being processed.
  func drain() {
    stackExchange.drain()
    conAir.drain()
  }

  /// Answers with the services.
  private func serve(_ request: StationRequest, body: ByteBuffer, reply: @escaping @Sendable (Answer) -> Void) {
    let takesReadings = configuration.acceptsReadings
    let allowed = request.route != .newReadings ? ["GET", "HEAD"] : takesReadings ? ["POST"] : []
    let isKnown = request.route != .other || request.path == "/" || request.path.begins(with: "/2.3/")
    guard isKnown else {
      return reply(.response(.text(.notFound, "There is nothing at this address; / has a list of what there is.")))
    }
    guard allowed.contains(request.method) else {
      let methods = request.path == "/data" && takesReadings ? "GET, HEAD, POST" : "GET, HEAD"
      let sentence = "\(request.method) is not possible here; \(methods) would be."
      return reply(.response(.text(.methodNotAllowed, sentence, headers: ["Allow": methods])))
    }
    switch request.route {
    case .questions, .question, .answers, .comments, .selectedQuestions, .search, .tags, .sites:
      stackExchange.answer(request) { reply(.response($0)) }
    case .page: stackExchange.page(request) { reply(.response($0)) }
    case .readings: conAir.means(request) { reply(.response($0)) }
    case .metrics: conAir.metrics { reply(.response($0)) }
    case .newReadings: conAir.store(request, body) { reply(.response($0)) }
    case .eventStream: reply(EventStreamSession.answer(to: request))
    case .mediaWiki: reply(.response(MediaWikiAPI(feed: feed, now: configuration.now).answer(request)))
    case .revision: reply(.response(RevisionAPI(feed: feed).answer(request)))
    case .webSocket:
      let sentence = "This address speaks WebSocket only."
      reply(.response(.text(.upgradeRequired, sentence, headers: ["Upgrade": "websocket", "Connection": "upgrade"])))
    case .other where request.path == "/":
      conAir.sensors { [contents] in reply(.response(.text(.ok, "\(contents)\n\n\($0)"))) }
    case .other: reply(.response(StackExchangeAPI.response(to: .noMethod)))
    }
  }

  private var contents: String {
    """
    The reactui station.

    GET  /2.3/questions                 questions, as the Stack Exchange API has them
    GET  /2.3/questions/{id}            one question
    GET  /2.3/questions/{id}/answers    its answers
    GET  /2.3/questions/{id}/comments   its comments, which are invented
    GET  /2.3/answers/{id}              one answer
    GET  /2.3/answers/{id}/comments     its comments
    GET  /2.3/questions/unanswered      questions without an answer that somebody voted for
    GET  /2.3/questions/no-answers      questions without any answer
    GET  /2.3/questions/featured        questions with a bounty
    GET  /2.3/search/advanced           a search in titles and bodies
    GET  /questions/{id}                one question, as a page for a browser
    GET  /v2/stream/recentchange        Wikipedia's changes as Server-Sent Events; with commas after it also
                                        mediawiki.page_change.v1, mediawiki.revision-tags-change and
                                        mediawiki.page_revert_risk_prediction_change.v1
         /wiki                          Wikipedia's changes over a WebSocket
    GET  /w/api.php                     the last quarter of an hour of them, as MediaWiki lists recent changes
    GET  /w/rest.php/v1/revision/…      the text that each of them changed, which is invented
    GET  /data/?start=…&stop=…&step=…   mean temperatures of one sensor, step in milliseconds
         &sensor=…                      of this one
    GET  /metrics                       the newest temperature of each sensor, for Prometheus\
    \(configuration.acceptsReadings ? Self.posting : "")
    """
  }

  private static let posting = """

    POST /data                          a reading {"sensor": name, "ts": ISO 8601, "temperature": °C}, or an array
                                        of them; without a sensor it has no name, without a ts it is of now
    """
}
