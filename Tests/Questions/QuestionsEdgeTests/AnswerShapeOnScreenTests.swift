import Foundation
import Model
import NetTesting
import PaneKit
import Signals
import Station
import StationTesting
import Testing
import Text

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

/// What an answer of another shape does to what is shown and kept: through the real client and the panes' view models.
@Suite(.timeLimit(.minutes(2))) struct AnswerShapeOnScreenTests {
  private let bench: TestBench
  private let scheduler = QueueScheduler(name: "AnswerShapeOnScreenTests")

  init() throws { bench = try TestBench() }

  private func serve(_ body: String, status: Int = 200, at path: String) {
    bench.station.responses.serve(CannedResponse(status: status, text: body), at: path)
  }

  /// The first state that is as wanted; waits for it.
  private func state<State: Sendable>(
    of property: Property<State>, where isWanted: @escaping @Sendable (State) -> Bool
  ) async throws -> State {
    var listening = Listening(property.producer.first(where: isWanted))
    return try await listening.value()
  }

  private func perform(_ act: @escaping @Sendable () -> Void) { scheduler.schedule(act) }

  /// Waits until what a state that was seen brings with it is done.
  private func settle() async {
    await withCheckedContinuation { continuation in perform { continuation.resume() } }
  }

  private func stackOverflow(_ cache: KeptQuestions) -> StackOverflowViewModel {
    StackOverflowViewModel(service: bench.questions, cache: cache, scheduler: scheduler)
  }

  @Test(arguments: AnswerShapeTests.shapeless)
  func aListStaysOnTheScreenAndInTheCache(body: String) async throws {
    let cache = KeptQuestions()
    let model = stackOverflow(cache)
    serve(#"{"items":[{"question_id":1,"title":"One"},{"question_id":2,"title":"Two"}]}"#, at: "/2.3/questions")
    perform { model.start() }
    let before = try await state(of: model.state) { $0.list.questions.count == 2 }
    #expect(before.list.trouble == nil)

    serve(body, at: "/2.3/questions")
    perform { model.send(.refresh) }
    let after = try await state(of: model.state) { $0.list.trouble != nil }
    guard case .malformedAnswer = after.list.trouble?.error else {
      Issue.record("\(String(describing: after.list.trouble)) is not malformed")
      return
    }
    #expect(after.list.questions == before.list.questions)
    await settle()
    #expect(
      cache.lists.map(\.page.questions).map { $0.map(\.id) } == [[1, 2]], "it was kept once, and nothing after it")
  }

  @Test(arguments: AnswerShapeTests.shapeless)
  func aQuestionAndItsAnswersStayOnTheScreenAndInTheCache(body: String) async throws {
    let cache = KeptQuestions()
    let model = stackOverflow(cache)
    let question = #"{"items":[{"question_id":1,"title":"One","body":"text","answer_count":1}]}"#
    serve(question, at: "/2.3/questions")
    serve(question, at: "/2.3/questions/1")
    serve(#"{"items":[{"answer_id":11,"body":"answer"}]}"#, at: "/2.3/questions/1/answers")
    perform { model.start() }
    _ = try await state(of: model.state) { !$0.list.questions.isEmpty }
    perform { model.send(.inTab(.open)) }
    _ = try await state(of: model.state) { $0.reading?.detail != nil }

    serve(body, at: "/2.3/questions/1/answers")
    perform { model.send(.refresh) }
    let withoutAnswers = try await state(of: model.state) { $0.reading?.detail?.answersTrouble != nil }
    #expect(withoutAnswers.reading?.detail?.answers.map(\.id) == [11])
    #expect(withoutAnswers.reading?.detail?.hasAllAnswers == true && withoutAnswers.reading?.trouble == nil)

    serve(body, at: "/2.3/questions/1")
    perform { model.send(.refresh) }
    let withoutQuestion = try await state(of: model.state) { $0.reading?.trouble != nil }
    #expect(withoutQuestion.reading?.detail?.question.body?.isEmpty == false)
    #expect(withoutQuestion.reading?.detail?.answers.map(\.id) == [11])
    await settle()
    #expect(cache.details.allSatisfy { $0.detail.answers.map(\.id) == [11] && $0.detail.hasAllAnswers })
    #expect(cache.details.count == 2)
  }

  @Test func answersThatFailLeaveTheQuestionAndAreAskedForAgain() async throws {
    let cache = KeptQuestions()
    let model = stackOverflow(cache)
    let question = #"{"items":[{"question_id":1,"title":"One","body":"text","answer_count":1}]}"#
    serve(question, at: "/2.3/questions")
    serve(question, at: "/2.3/questions/1")
    serve("busy", status: 503, at: "/2.3/questions/1/answers")
    perform { model.start() }
    _ = try await state(of: model.state) { !$0.list.questions.isEmpty }
    perform { model.send(.inTab(.open)) }
    let first = try await state(of: model.state) { $0.reading?.detail != nil }
    #expect(first.reading?.detail?.question.body?.isEmpty == false)
    guard case .httpStatus(503, _, _) = first.reading?.detail?.answersTrouble else {
      Issue.record("\(String(describing: first.reading?.detail?.answersTrouble)) is not what was answered")
      return
    }
    #expect(first.reading?.trouble == nil)
    await settle()
    #expect(cache.details.map(\.detail.hasAllAnswers) == [false], "what came is kept, and that the answers did not")

    serve(#"{"items":[{"answer_id":11,"body":"answer"}]}"#, at: "/2.3/questions/1/answers")
    perform { model.send(.refresh) }
    let second = try await state(of: model.state) { $0.reading?.detail?.answers.isEmpty == false }
    #expect(second.reading?.detail?.answersTrouble == nil)
    await settle()
    #expect(cache.details.last?.detail.hasAllAnswers == true)
  }
}

/// A cache that notes what is to be kept, and has nothing.
private final class KeptQuestions: QuestionCache {
  private let keptLists = Shared<[CachedQuestions]>([])
  private let keptDetails = Shared<[CachedDetail]>([])

  var lists: [CachedQuestions] { keptLists.withLock { $0 } }
  var details: [CachedDetail] { keptDetails.withLock { $0 } }

  func questions(of feed: QuestionFeed, from server: QuestionServer) -> SignalProducer<CachedQuestions?, Never> {
    SignalProducer(value: nil)
  }
  func keep(_ questions: CachedQuestions, of feed: QuestionFeed) { keptLists.withLock { $0.append(questions) } }
  func detail(of question: QuestionKey) -> SignalProducer<CachedDetail?, Never> { SignalProducer(value: nil) }
  func keep(_ detail: CachedDetail, site: String) { keptDetails.withLock { $0.append(detail) } }
}
