import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Station
import StationTesting
import Testing
import Text

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

/// What becomes of the key: sent in one place, dropped when it is refused, and never seen again.
@Suite(.timeLimit(.minutes(2))) struct StackExchangeKeyTests {
  private static let canary = "s3cret+key((4"
  private let bench: TestBench
  private let client: StackExchangeClient
  /// What a person was told.
  private let told = Shared<[String]>([])

  init() throws {
    bench = try TestBench()
    client = StackExchangeClient(
      baseURL: bench.address.stackExchangeURL, key: SecretSupply(Secret(Self.canary)), transport: bench.transport,
      clock: bench.clock)
    client.notices.observeValues { [told] notice in told.withLock { $0.append(notice.string) } }
  }

  private func ask() async throws -> Signal<QuestionPage, ServiceError>.Event {
    var listening = Listening(client.questions(QuestionQuery()))
    return try await listening.next()
  }

  private var keysSent: [String?] { bench.station.requests.recent.map { $0.header("Authorization") } }

  /// Answers each request that carries a key like this; the station answers the others.
  private func refuseKey(_ status: Int, _ json: String) {
    bench.station.responses.serve(at: "/2.3/questions") { request in
      request.header("Authorization") == nil ? nil : CannedResponse(status: status, text: json)
    }
  }

  @Test func itIsAHeaderAndNoParameter() async throws {
    #expect(try await ask().value?.quotaMax == 10_000)
    let request = try #require(bench.station.requests.recent.first)
    #expect(request.header("Authorization") == "Bearer \(Self.canary)")
    #expect(!request.query.contains { $0.key == "key" || $0.value.contains("s3cret") })
    #expect(told.withLock { $0 } == [])
  }

  @Test(arguments: [
    (400, #"{"error_id":400,"error_name":"bad_parameter","error_message":"`key` doesn't match a known application"}"#),
    (400, #"{"error_id":403,"error_message":"no"}"#),
    (401, "<html>"),
    (403, #"{"error_id":406,"error_name":"access_token_compromised","error_message":"gone"}"#),
  ])
  func aRefusedKeyIsToldOnceAndDropped(status: Int, json: String) async throws {
    refuseKey(status, json)
    #expect(client.keyTrouble == nil)
    for _ in 0..<3 { #expect(try await ask().value?.quotaMax == 300) }
    #expect(client.keyTrouble == "Stack Exchange refused it")
    #expect(keysSent == ["Bearer \(Self.canary)", nil, nil, nil])
    #expect(told.withLock { $0 } == ["Stack Exchange refused the key: going on without it"])
  }

  @Test func twoRequestsThatAreRefusedAtOnceAreToldOnce() async throws {
    refuseKey(401, "")
    var first = Listening(client.questions(QuestionQuery(QuestionFeed(tags: ["ios"]))))
    var second = Listening(client.questions(QuestionQuery(QuestionFeed(tags: ["ruby"]))))
    #expect(try await first.next().value != nil)
    #expect(try await second.next().value != nil)
    #expect(told.withLock { $0.count } == 1)
  }

  @Test(arguments: [
    #"{"error_id":400,"error_name":"bad_parameter","error_message":"pagesize"}"#,
    #"{"error_id":502,"error_name":"throttle_violation","error_message":"too many"}"#, "<html>",
  ])
  func anErrorThatIsNotAboutTheKeyIsNotAskedForAgain(json: String) async throws {
    refuseKey(400, json)
    #expect(try await ask().error != nil)
    #expect(keysSent == ["Bearer \(Self.canary)"])
    #expect(told.withLock { $0 } == [])
  }

  @Test func aRequestWaitsForTheKeyAndGoesOnWithoutOneThatIsNotToBeHad() async throws {
    let (readings, reading) = Signal<Secret, SecretError>.pipe()
    let client = client(SecretSupply(SignalProducer(readings), name: "the Stack Exchange key", clock: TestScheduler()))
    var listening = Listening(client.questions(QuestionQuery()))
    #expect(keysSent == [])
    reading.send(error: SecretError("pass ended with status 1"))
    #expect(try await listening.next().value?.quotaMax == 300)
    #expect(keysSent == [nil])
    #expect(client.keyTrouble == "pass ended with status 1")
    #expect(told.withLock { $0 } == ["pass ended with status 1; going on without the Stack Exchange key"])
  }

  @Test func aKeyThatWasRotatedIsReadAgain() async throws {
    let clock = TestScheduler()
    let keys = Shared(["old", "old", "new"])
    let reading = SignalProducer<String, SecretError> { keys.withLock { $0.removeFirst() } }
    let client = client(
      SecretSupply(reading.compactMap { Secret($0) }, name: "the Stack Exchange key", clock: clock))
    func ask() async throws -> Int? {
      var listening = Listening(client.questions(QuestionQuery()))
      return try await listening.next().value?.quotaMax
    }
    #expect(try await ask() == 10_000)
    bench.station.responses.serve(at: "/2.3/questions") { request in
      request.header("Authorization") == "Bearer old" ? CannedResponse(status: 401, text: "") : nil
    }
    clock.advance(by: .seconds(60))
    #expect(try await ask() == 300)
    #expect(told.withLock { $0 } == ["Stack Exchange refused the key: going on without it"])
    clock.advance(by: .seconds(59))
    #expect(try await ask() == 300, "not more than once a minute")
    clock.advance(by: .seconds(1))
    #expect(try await ask() == 10_000)
    #expect(try await ask() == 10_000)
    #expect(keysSent.map { $0 ?? "-" }.joined(separator: " ") == "Bearer old Bearer old - - Bearer new Bearer new")
  }

  private func client(_ key: SecretSupply) -> StackExchangeClient {
    let client = StackExchangeClient(
      baseURL: bench.address.stackExchangeURL, key: key, transport: bench.transport, clock: bench.clock)
    client.notices.observeValues { [told] notice in told.withLock { $0.append(notice.string) } }
    return client
  }

  @Test func whatIsRefusedWithoutTheKeyTooDoesNotSpeakAgainstIt() async throws {
    bench.station.faults.set(
      .apiError(id: 403, name: "access_denied", message: "page above 25 requires an access token"), on: .questions,
      times: 2)
    #expect(try await ask().error != nil)
    #expect(try await ask().value?.quotaMax == 10_000)
    #expect(told.withLock { $0 } == [])
  }

  /// A server may write the key in more ways than one, and a request without the key fails alike.
  @Test(arguments: [
    canary, "S3CRET+KEY((4", "s3cret%2Bkey%28%284", "s3cret key((4", "s3cret&#43;key&#40;(4", #"s3cret\u002bkey((4"#,
  ])
  func aServerThatRepeatsItIsNotRepeated(written: String) async throws {
    bench.station.responses.serve(
      CannedResponse(
        status: 400,
        text: #"{"error_id":400,"error_name":"bad \#(written)","error_message":"`\#(written)` is no key"}"#),
      at: "/2.3/questions")
    let error = try #require(try await ask().error)
    let clock = ClockTime.utc
    for text in [error.sentence.string, error.shortSentence(clock: clock).string, String(reflecting: error)] {
      #expect(!text.lowercased().contains("s3cret"), "\(text)")
    }
    #expect(error.sentence.string.contains("is no key"))
  }
}
