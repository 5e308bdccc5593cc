import Foundation
import Model
import Signals
import SignalsTesting
import Synchronization
import Testing
import Text

@testable import Clients

/// What happens above one attempt, with what takes the network's place.
@Suite struct WireTests {
  /// Answers each attempt with the next outcome.
  private final class OutcomeWire: Wire {
    typealias Outcome = SignalProducer<WirePart, AttemptFailure>

    let clock: TestScheduler
    private let outcomes: Mutex<[Outcome]>
    private let log = Mutex<[WireRequest]>([])

    init(_ clock: TestScheduler, _ outcomes: [Outcome]) {
      self.clock = clock
      self.outcomes = Mutex(outcomes)
    }

    var requests: [WireRequest] { log.withLock { $0 } }
    var reading: any Scheduler { clock }

    func attempt(_ request: WireRequest) -> Outcome {
      log.withLock { $0.append(request) }
      return outcomes.withLock { $0.isEmpty ? .never : $0.removeFirst() }
    }
  }

  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_200_000))

  private func answer(_ status: Int, _ headers: [(name: String, value: String)] = [], _ pieces: String...)
    -> OutcomeWire.Outcome
  {
    SignalProducer([.head(status: status, headers: headers)] + pieces.map { .body(Array($0.utf8)) })
  }

  private let lost = OutcomeWire.Outcome(error: .unseen(.connectionLost(host: "host")))

  /// Returns what comes of a request, and the requests that were sent for it.
  private func result(
    _ outcomes: [OutcomeWire.Outcome], posting: Bool = false, limit: Int = 1_000
  ) -> (body: Result<String, ServiceError>?, sent: [WireRequest]) {
    let wire = OutcomeWire(clock, outcomes)
    let transport = Transport(version: "1", projectURL: "https://example.com", wire: wire)
    var request = HTTPRequest(url: "http://host/data?key=1", headers: [("Accept", "text/plain")])
    if posting { request.method = .POST }
    request.bodyLimit = limit
    let recorder = transport.answer(to: request, on: clock) { answer throws(ServiceError) in
      String(decoding: answer.body, as: UTF8.self)
    }
    .record()
    clock.advance()
    let failure = recorder.ending?.error.map { Result<String, ServiceError>.failure($0) }
    return (recorder.values.first.map { .success($0) } ?? failure, wire.requests)
  }

  @Test func theAnswersPiecesArePutTogether() {
    let (body, sent) = result([answer(200, [], "a", "", "bc")])
    #expect(body == .success("abc"))
    #expect(sent.first?.url == "http://host/data?key=1")
    #expect(sent.first?.header("accept") == "text/plain")
    #expect(sent.first?.header("User-Agent")?.hasPrefix("reactui/1 ") == true)
  }

  @Test func aLargeAnswerIsReadOnTheSchedulerThatTheWireNames() {
    let text = String(repeating: "x", count: 9_000)
    #expect(result([answer(200, [], text)], limit: 10_000).body == .success(text))
  }

  @Test func aRedirectWithinTheServerIsFollowed() {
    let (body, sent) = result([answer(301, [("Location", "/data/")], "moved"), answer(200, [], "here")])
    #expect(body == .success("here"))
    #expect(sent.map(\.url) == ["http://host/data?key=1", "http://host/data/"])
  }

  @Test func aLoopOfRedirectsEnds() {
    let loop = Array(repeating: answer(302, [("Location", "/data")]), count: 20)
    #expect(result(loop).sent.count == Redirect.limit + 1)
  }

  @Test func aRequestThatTheServerHasNotSeenIsSentAgainAsOftenAsThereMayBeKeptConnections() {
    for losses in 1...Transport.connectionsPerServer {
      let (body, sent) = result(Array(repeating: lost, count: losses) + [answer(200, [], "a")])
      #expect(body == .success("a") && sent.count == losses + 1)
    }
    let (failure, tries) = result(Array(repeating: lost, count: 20))
    #expect(failure == .failure(.connectionLost(host: "host")) && tries.count == Transport.connectionsPerServer + 1)
  }

  @Test func aPostIsNotSentTwice() {
    let (failure, tries) = result([lost, answer(200, [], "a")], posting: true)
    #expect(failure == .failure(.connectionLost(host: "host")) && tries.count == 1)
  }

  @Test func aBodyBeyondItsLimitFails() {
    #expect(result([answer(200, [], "12345", "67890")], limit: 10).body == .success("1234567890"))
    let failure = ServiceError.malformedAnswer(host: "host", detail: "too large")
    #expect(result([answer(200, [], "12345", "678901")], limit: 10).body == .failure(failure))
  }

  /// Neither values of a path or a query, nor what is secret, nor the path of the address, which may be a token.
  @Test func aRequestIsToldWithItsHostAndItsMethodsName() throws {
    let (sentences, asked) = Signal<SafeText, Never>.pipe()
    let told = sentences.record()
    let wire = OutcomeWire(clock, [answer(200, [], "{}"), answer(503), answer(200, [], "{}")])
    let transport = Transport(
      version: "1", projectURL: "https://example.com", network: .direct, keepingIdleConnections: 4, wire: wire,
      asked: asked)
    let address = try #require(URL(string: "http://me:s3cret@host:8642/s3cret/data?key=s3cret"))
    let api = API(address, name: "Service", transport: transport, clock: clock)
    let secret = Secret(anything: "s3cret")
    let request = api.get("tags/\("s3cret")/info", ["q": "s3cret"], authorization: .bearer(secret))
    _ = request.json([String: Int].self).record()
    #expect(told.values == ["asks host:8642 (Service) for tags/{}/info"])
    _ = api.post("", ["q": "s3cret"]).json([String: Int].self).record()
    clock.advance()
    #expect(told.values.last == "asks host:8642 (Service)" && told.values.count == 2)
    #expect(wire.requests.count == 2 && wire.requests.allSatisfy { $0.url.contains("s3cret") })
  }

  @Test func aWebSocketIsToldWithItsHost() throws {
    let (sentences, asked) = Signal<SafeText, Never>.pipe()
    let told = sentences.record()
    let transport = Transport(
      version: "1", projectURL: "https://example.com", network: .direct, keepingIdleConnections: 4, asked: asked)
    let url = try #require(URL(string: "ws://me:s3cret@127.0.0.1:1/s3cret?key=s3cret"))
    transport.webSocket(url, pingEvery: 60, on: clock).start().dispose()
    #expect(told.values == ["asks 127.0.0.1:1 over a WebSocket"])
  }
}
