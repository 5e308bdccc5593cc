import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing
import Text

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

@Suite(.timeLimit(.minutes(2))) struct StackExchangeClientTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func first(
    _ query: QuestionQuery = QuestionQuery(), of client: StackExchangeClient? = nil
  ) async throws -> Signal<QuestionPage, ServiceError>.Event {
    var listening = Listening((client ?? bench.questions).questions(query))
    return try await listening.next()
  }

  @Test func aListIsOneRequest() async throws {
    var listening = Listening(bench.questions.questions(QuestionQuery(QuestionFeed(tags: ["ios"]))))
    let page = try await listening.value()
    #expect(!page.questions.isEmpty)
    #expect(page.questions.allSatisfy { $0.tags.contains("ios") })
    #expect(page.quotaMax == 300)
    #expect(try await listening.next() == .completed)
    #expect(bench.station.requests.count() == 1)
  }

  @Test func whatIsAskedForArrivesAsItWasMeant() async throws {
    _ = try await first(QuestionQuery(QuestionFeed(site: "unix.meta", tags: ["c++", "c#"]), page: 7))
    let request = try #require(bench.station.requests.recent.first)
    #expect(
      request.query == [
        "order": "desc", "sort": "hot", "site": "unix.meta", "pagesize": "30", "page": "7", "tagged": "c++;c#",
      ])
    #expect(request.header("User-Agent") == bench.transport.userAgent)
    #expect(request.header("Accept-Encoding") == "gzip")
  }

  @Test func aPageIsAsLargeAsItIsAskedFor() async throws {
    var ids: [[Int]] = []
    for (page, size) in [(1, 30), (2, 30), (1, 60), (1, 100)] {
      var listening = Listening(bench.questions.questions(QuestionQuery(page: page, pageSize: size)))
      ids.append(try await listening.value().questions.map(\.id))
    }
    #expect(ids[0].count == 30)
    #expect(ids[2] == ids[0] + ids[1], "a page of sixty is two of thirty")
    #expect(ids[3].starts(with: ids[2]))
    #expect(bench.station.requests.recent.compactMap { $0.query["pagesize"] }.contains("100"))
  }

  @Test(arguments: [Origin.live, .demo]) func everyAnswerSaysWhereItComesFrom(origin: Origin) async throws {
    let client = StackExchangeClient(
      baseURL: bench.address.stackExchangeURL, origin: origin, transport: bench.transport, clock: bench.clock)
    let provenance =
      origin == .demo ? Provenance.demonstration : .server(QuestionServer(bench.address.stackExchangeURL))
    #expect(client.provenance == provenance && client.origin == origin)
    var page = Listening(client.questions(QuestionQuery()))
    let questions = try await page.value()
    #expect(questions.provenance == provenance)
    var detail = Listening(client.detail(of: try #require(questions.questions.first).id, site: "stackoverflow"))
    #expect(try await detail.value().provenance == provenance)
    var sites = Listening(client.sites())
    #expect(try await sites.value().provenance == provenance)
    var kept = Listening(client.questions(QuestionQuery(.kept())))
    #expect(try await kept.value().provenance == provenance)
  }

  @Test func anAnswerBelongsToAQuestion() async throws {
    var list = Listening(bench.questions.questions(QuestionQuery()))
    let question = try #require(try await list.value().questions.first { ($0.answerCount ?? 0) > 1 })
    var detail = Listening(bench.questions.detail(of: question.id, site: "stackoverflow"))
    for answer in try await detail.value().answers {
      var found = Listening(bench.questions.question(ofAnswer: answer.id, site: "stackoverflow"))
      #expect(try await found.value() == question.id)
    }
    for text in [#"{"items":[]}"#, #"{"items":[{"answer_id":5}]}"#, #"{"items":[{"answer_id":6,"question_id":7}]}"#] {
      bench.station.responses.serve(CannedResponse(text: text), at: "/2.3/answers/5")
      var none = Listening(bench.questions.question(ofAnswer: 5, site: "stackoverflow"))
      _ = try await none.failure()
    }
  }

  @Test func withoutATagNoneIsAskedFor() async throws {
    _ = try await first()
    #expect(bench.station.requests.recent.first?.query["tagged"] == nil)
  }

  @Test func eachStartIsARequestAndNoStartIsNone() async throws {
    let producer = bench.questions.questions(QuestionQuery())
    #expect(bench.station.requests.count() == 0)
    for _ in 0..<3 {
      var listening = Listening(producer)
      _ = try await listening.value()
    }
    #expect(bench.station.requests.count() == 3)
  }

  @Test func aDisposedStartCancelsItsRequest() async throws {
    bench.station.faults.set(.silence, on: .questions)
    var listening = Listening(bench.questions.questions(QuestionQuery()))
    _ = try await bench.station.requests.next(.questions)
    listening.dispose()
    #expect(try await listening.next() == .interrupted)
    _ = try await bench.station.requests.nextAbandoned(.questions)
  }

  @Test(arguments: [Fault.gzipWithoutHeader, .uncompressed, .byteOrderMark])
  func howAnAnswerIsPackedMakesNoDifference(fault: Fault) async throws {
    let plain = try #require(try await first().value)
    bench.station.faults.set(fault, on: .questions)
    let packed = try #require(try await first().value)
    #expect(packed.questions == plain.questions)
  }

  @Test(arguments: [
    (Fault.status(502), "HTTP 502"), (.status(404), "nothing at this address"), (.htmlPage, "HTML instead of JSON"),
    (.truncatedBody, "closed the connection too early"), (.closedConnection, "closed the connection too early"),
    (.apiError(id: 400, name: "bad_parameter", message: "site"), "Refused: site (bad_parameter)"),
    (.apiError(id: 404, name: "no_method", message: "no method by this name"), "Refused: no method by this name"),
    (
      .apiError(id: 503, name: "temporarily_unavailable", message: "Down for maintenance"),
      "Stack Exchange is in trouble: Down for maintenance"
    ),
    (.apiError(id: 500, name: "internal_error", message: ""), "Stack Exchange is in trouble: try again later"),
    (
      .apiError(id: 502, name: "throttle_violation", message: "too many requests from this IP"),
      "Too many requests: wait a while before the next one"
    ),
    (
      .apiError(id: 502, name: "throttle_violation", message: "Violation of backoff parameter"),
      "Too many requests: Violation of backoff parameter"
    ),
  ])
  func whatGoesWrongIsAnErrorWithASentence(fault: Fault, sentence: String) async throws {
    bench.station.faults.set(fault, on: .questions)
    let error = try #require(try await first().error)
    #expect(error.sentence.string.contains(sentence), "\(error.sentence)")
  }

  @Test func anAnswerThatDoesNotComeIsGivenUp() async throws {
    bench.station.faults.set(.silence, on: .questions)
    var listening = Listening(bench.questions.questions(QuestionQuery()))
    _ = try await bench.station.requests.next(.questions)
    bench.clock.advance(by: .seconds(30))
    guard case .timedOut(_, 30) = try await listening.failure() else {
      Issue.record("no timeout")
      return
    }
    _ = try await bench.station.requests.nextAbandoned(.questions)
  }

  @Test func aServerThatIsNotThereIsNamed() async throws {
    let address = TestBench.closedAddress
    let client = StackExchangeClient(
      baseURL: address.stackExchangeURL, transport: bench.transport, clock: bench.clock)
    let error = try #require(try await first(of: client).error)
    #expect(error.sentence.string == "No connection to 127.0.0.1:\(address.port): connection refused")
  }

  @Test func afterTheEndNothingIsSent() async throws {
    bench.transport.shutdown()
    #expect(try await first().error != nil)
    #expect(bench.station.requests.count() == 0)
  }

  // MARK: Pauses

  @Test func aBackoffIsHeldAgainstThatMethodUntilItIsOver() async throws {
    let client = bench.questions
    bench.station.faults.set(.backoff(seconds: 10), on: .questions, times: 1)
    #expect(try await first(of: client).value?.questions.isEmpty == false)

    let until = TestBench.start.addingTimeInterval(12)
    let pause = Pause(until: until, by: "Stack Exchange", heard: TestBench.start)
    #expect(try await first(of: client) == .failed(.pauseRequested(pause)))
    bench.clock.advance(by: .milliseconds(11_999))
    #expect(try await first(of: client) == .failed(.pauseRequested(pause)))
    #expect(bench.station.requests.count(.questions) == 1)

    var detail = Listening(client.detail(of: 1, site: "stackoverflow"))
    _ = try await detail.next()
    #expect(bench.station.requests.count(.question) == 1)

    bench.clock.advance(by: .milliseconds(1))
    #expect(try await first(of: client).value != nil)
    #expect(bench.station.requests.count(.questions) == 2)
  }

  /// Has the station answer the next request with an error in the API's form.
  private func refuse(_ fields: String) {
    let isFirst = Shared(true)
    bench.station.responses.serve(at: "/2.3/questions") { _ in
      let mustRefuse = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return mustRefuse ? CannedResponse(status: 400, text: "{\(fields)}") : nil
    }
  }

  @Test(arguments: [
    #""error_id":400,"error_name":"bad_parameter","error_message":"ids""#,
    #""error_id":503,"error_name":"temporarily_unavailable","error_message":"maintenance""#,
    #""error_id":502,"error_name":"throttle_violation","error_message":"Violation of backoff parameter""#,
  ])
  func theBackoffOfAnErrorCounts(fields: String) async throws {
    let client = bench.questions
    refuse(fields + #","backoff":100"#)
    let error = try #require(try await first(of: client).error)
    let until = TestBench.start.addingTimeInterval(102)
    if case .throttled(let pause) = error { #expect(pause.asked == until) }
    for _ in 0..<6 { #expect(try await first(of: client).error?.pauseEnd == until) }
    #expect(bench.station.requests.count() == 1)
    bench.clock.advance(to: until)
    #expect(try await first(of: client).value != nil)
  }

  @Test func aThrottleThatDoesNotSayHowLongIsAMinuteForEverything() async throws {
    let client = bench.questions
    refuse(#""error_id":502,"error_name":"throttle_violation","error_message":"too many requests from this IP""#)
    let error = try #require(try await first(of: client).error)
    #expect(error == .throttled(Pause(until: nil, by: "Stack Exchange", heard: TestBench.start)))
    bench.clock.advance(by: .milliseconds(59_999))
    #expect(try await first(of: client).error == error)
    var detail = Listening(client.detail(of: 1, site: "stackoverflow"))
    #expect(try await detail.failure() == error)
    #expect(bench.station.requests.count() == 1)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try await first(of: client).value != nil)
  }

  @Test func aBackoffOfYearsIsAnHourAndToldWithItsDate() async throws {
    let client = bench.questions
    bench.station.faults.set(.backoff(seconds: 1_000_000_000), on: .questions, times: 1)
    _ = try await first(of: client)
    let error = try #require(try await first(of: client).error)
    #expect(error.sentence(clock: .utc) == "Stack Exchange asked to wait until 29 Jul 2058 20:26:42")
    bench.clock.advance(by: .milliseconds(3_599_999))
    #expect(try await first(of: client).error == error)
    bench.clock.advance(by: .milliseconds(1))
    #expect(try await first(of: client).value != nil)
    #expect(bench.station.requests.count() == 2)
  }

  @Test func aPersonMayTryOnceAMinuteEvenSo() async throws {
    let pauseOverride = Signal<Void, Never>.pipe()
    let client = StackExchangeClient(
      baseURL: bench.address.stackExchangeURL, pauseOverride: pauseOverride.output, transport: bench.transport,
      clock: bench.clock)
    bench.station.faults.set(.backoff(seconds: 600), on: .questions, times: 2)
    _ = try await first(of: client)
    pauseOverride.input.send(value: ())
    #expect(try await first(of: client).error != nil, "the service asked for it only just now")
    bench.clock.advance(by: .seconds(60))
    #expect(try await first(of: client).error != nil, "nobody wants it")
    pauseOverride.input.send(value: ())
    #expect(try await first(of: client).value != nil)
    pauseOverride.input.send(value: ())
    #expect(try await first(of: client).error != nil)
    #expect(bench.station.requests.count() == 2)
  }

  @Test func aThrottleThatSaysHowLongHoldsForEverything() async throws {
    let client = bench.questions
    let message = "too many requests from this IP, more requests available in 1524 seconds"
    bench.station.faults.set(
      .apiError(id: 502, name: "throttle_violation", message: message), on: .questions, times: 1)
    let until = TestBench.start.addingTimeInterval(1_524)
    let error = ServiceError.throttled(Pause(until: until, by: "Stack Exchange", heard: TestBench.start))
    #expect(try await first(of: client) == .failed(error))
    #expect(try await first(of: client) == .failed(error))
    var detail = Listening(client.detail(of: 1, site: "stackoverflow"))
    #expect(try await detail.next() == .failed(error))
    #expect(bench.station.requests.count() == 1)
    bench.clock.advance(to: until)
    #expect(try await first(of: client).value != nil)
  }

  @Test(arguments: [(429, "120"), (503, "120"), (429, "Fri, 20 Nov 2026 18:42:00 GMT")])
  func aRetryAfterOfTheGatewayIsHeldAgainstWhatComesNext(status: Int, retryAfter: String) async throws {
    let client = bench.questions
    bench.station.responses.serve(
      CannedResponse(status: status, headers: [(name: "Retry-After", value: retryAfter)], text: "<html>"),
      at: "/2.3/questions")
    let until = TestBench.start.addingTimeInterval(120)
    let pause = Pause(until: until, by: "Stack Exchange", heard: TestBench.start)
    let expected: ServiceError = status == 429 ? .throttled(pause) : .pauseRequested(pause)
    for _ in 0..<2 { #expect(try await first(of: client) == .failed(expected)) }
    #expect(bench.station.requests.count() == 1)
    bench.station.responses.clear()
    bench.clock.advance(to: until)
    #expect(try await first(of: client).value != nil)
  }
}
