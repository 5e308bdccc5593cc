import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

/// A service that nobody configured: the live one where it can be reached, else the demonstration's.
@Suite(.timeLimit(.minutes(2))) struct FallbackTests {
  private let live: TestBench
  private let demo: TestBench
  /// How often the demonstration was asked for its client.
  private let demosMade = Shared(0)
  /// A person asks to try the live service again.
  private let retries = Signal<Void, Never>.pipe()

  init() throws {
    live = try TestBench()
    demo = try TestBench()
  }

  private func client(_ address: StationAddress, _ origin: Origin) -> StackExchangeClient {
    StackExchangeClient(
      baseURL: address.stackExchangeURL, origin: origin, transport: live.transport, clock: live.clock)
  }

  private func service(live address: StationAddress?, wasReached: Bool = false) -> FallbackQuestionService {
    let demo = client(demo.address, .demo)
    return FallbackQuestionService(
      live: address.map { client($0, .live) },
      demo: { [demosMade] in
        demosMade.withLock { $0 += 1 }
        return demo
      }, wasReached: SignalProducer(value: wasReached), retries: retries.output, clock: live.clock)
  }

  private func listening(_ service: FallbackQuestionService) -> Listening<QuestionPage, ServiceError> {
    Listening(service.questions(QuestionQuery()))
  }

  @Test func aServiceThatAnswersIsLiveAndNoDemonstrationIsStarted() async throws {
    let service = service(live: live.address)
    var request = listening(service)
    #expect(try await request.value().origin == .live)
    live.clock.advance(by: .seconds(3600))
    #expect(demosMade.withLock { $0 } == 0)
  }

  @Test func aServiceThatRefusesTheConnectionIsReplacedAtOnce() async throws {
    let service = service(live: TestBench.closedAddress)
    var request = listening(service)
    #expect(try await request.value().origin == .demo)
    var second = listening(service)
    _ = try await second.value()
    #expect(demosMade.withLock { $0 } == 1)
    #expect(demo.station.requests.count() == 2)
  }

  @Test func aServiceThatWasReachedBeforeNeverGivesWayToTheDemonstration() async throws {
    let service = service(live: TestBench.closedAddress, wasReached: true)
    var request = listening(service)
    #expect(try await request.failure().isUnreachable)
    #expect(demosMade.withLock { $0 } == 0)
  }

  @Test func tagsComeFromWhoeverAnswers() async throws {
    var tags = Listening(service(live: TestBench.closedAddress).tags(containing: "swi", site: "stackoverflow"))
    #expect(try await tags.value().first?.name == "swift")
    #expect(demosMade.withLock { $0 } == 1)
  }

  @Test func commentsComeFromWhoeverAnswers() async throws {
    let service = service(live: TestBench.closedAddress)
    var page = Listening(service.questions(QuestionQuery()))
    let question = try #require(try await page.value().questions.first { $0.answerCount ?? 0 > 2 })
    var asked = Listening(service.detail(of: question.id, site: "stackoverflow"))
    let detail = try await asked.value()
    var listening = Listening(service.comments(on: detail, site: "stackoverflow").promoteError(ServiceError.self))
    let comments = try await listening.value()
    #expect(try comments.ofQuestion.get().comments.allSatisfy { $0.post == question.id })
    #expect(try !comments.ofAnswers.get().comments.isEmpty)
    #expect(demo.station.requests.count(.comments) == 2)
    #expect(live.station.requests.count() == 0)
  }

  @Test func aServiceThatSaysNothingForThreeSecondsIsReplaced() async throws {
    live.station.faults.set(.silence, on: .questions)
    let service = service(live: live.address)
    var request = listening(service)
    _ = try await live.station.requests.next(.questions)
    live.clock.advance(by: .milliseconds(2999))
    #expect(demosMade.withLock { $0 } == 0)
    live.clock.advance(by: .milliseconds(1))
    #expect(try await request.value().origin == .demo)
    _ = try await live.station.requests.nextAbandoned(.questions)
  }

  @Test(arguments: [Fault.status(502), .htmlPage, .apiError(id: 502, name: "throttle_violation", message: "")])
  func aServiceThatAnswersWithAnErrorIsReached(fault: Fault) async throws {
    live.station.faults.set(fault, on: .questions)
    let service = service(live: live.address)
    var request = listening(service)
    _ = try await request.failure()
    #expect(demosMade.withLock { $0 } == 0)
  }

  @Test func anOutageAfterTheServiceWasReachedIsItsOwn() async throws {
    let service = service(live: live.address)
    var first = listening(service)
    _ = try await first.value()
    live.station.faults.set(.closedConnection, on: .questions)
    var second = listening(service)
    guard case .connectionLost = try await second.failure() else {
      Issue.record("no lost connection")
      return
    }
    #expect(demosMade.withLock { $0 } == 0)
  }

  @Test func aRetryTriesTheLiveServiceAgainAndShowsItOnceItAnswers() async throws {
    live.station.faults.set(.closedConnection, on: .questions, times: 1)
    let service = service(live: live.address)
    var first = listening(service)
    #expect(try await first.value().origin == .demo)

    retries.input.send(value: ())
    var second = listening(service)
    #expect(try await second.value().origin == .live)
    #expect(live.station.requests.count() == 2)
    #expect(demo.station.requests.count() == 1)
  }

  @Test func aServiceThatWasNotReachedIsTriedEveryMinuteByItself() async throws {
    live.station.faults.set(.closedConnection, on: .questions, times: 1)
    let service = service(live: live.address)
    #expect(!service.isStandIn.value)
    var first = listening(service)
    #expect(try await first.value().origin == .demo)
    #expect(service.isStandIn.value)
    var changes = Listening(SignalProducer(service.changes))
    live.clock.advance(by: .seconds(59))
    #expect(live.station.requests.count() == 1)
    live.clock.advance(by: .seconds(1))
    try await changes.value()
    #expect(!service.isStandIn.value)
    var second = listening(service)
    #expect(try await second.value().origin == .live)
    live.clock.advance(by: .seconds(300))
    #expect(live.station.requests.count() == 3, "nothing is tried any more")
  }

  /// Two tabs ask one after the other while the network comes up slowly.
  @Test func whatTheDemonstrationAnswersAfterTheLiveServiceWasHeardOfIsAskedAnew() async throws {
    let service = service(live: live.address)
    live.station.faults.set(.silence, on: .questions, times: 1)
    var first = listening(service)
    _ = try await live.station.requests.next(.questions)
    live.clock.advance(by: .seconds(1))
    let (liveGate, demoGate) = (Gate(), Gate())
    live.station.faults.set(.held(liveGate), on: .questions, times: 1)
    demo.station.faults.set(.held(demoGate), on: .questions)
    var second = listening(service)
    _ = try await live.station.requests.next(.questions)

    live.clock.advance(by: .seconds(2))
    _ = try await demo.station.requests.next(.questions)
    liveGate.open()
    #expect(try await second.value().origin == .live)
    demoGate.open()
    #expect(try await first.value().origin == .live)
    #expect(live.station.requests.count() == 3)
  }

  @Test func withoutALiveServiceTheDemonstrationAnswersFromTheStart() async throws {
    let service = service(live: nil)
    #expect(service.origin == .demo)
    #expect(demosMade.withLock { $0 } == 0, "nothing is started before it is needed")
    retries.input.send(value: ())
    var request = listening(service)
    #expect(try await request.value().origin == .demo)
  }

  @Test func aDemonstrationThatCannotStartIsAnError() async throws {
    struct NoPort: Error {}
    let service = FallbackQuestionService(live: nil, demo: { throw NoPort() }, clock: live.clock)
    var request = listening(service)
    guard case .unreachable = try await request.failure() else {
      Issue.record("no error")
      return
    }
  }
}
