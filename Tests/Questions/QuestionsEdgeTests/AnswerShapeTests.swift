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

/// An answer with status 200 that is not what was asked for is an error, whatever was asked for.
@Suite(.timeLimit(.minutes(2))) struct AnswerShapeTests {
  private let bench: TestBench
  private let client: StackExchangeClient

  init() throws {
    bench = try TestBench()
    client = bench.questions
  }

  /// Bodies that are JSON and no list of items.
  static let shapeless = [
    "{}", #"{"error":"log in first"}"#, #"{"items":null}"#, #"{"items":{}}"#, #"{"items":"none"}"#,
    #"{"items":[{"id":1}]}"#, #"{"items":[7,null,{}]}"#, #"{"total":26}"#, #"{"has_more":false,"quota_remaining":9}"#,
  ]

  private func serve(_ body: String, at path: String) {
    bench.station.responses.serve(CannedResponse(text: body), at: path)
  }

  private func expectMalformed(_ error: ServiceError) {
    guard case .malformedAnswer = error else {
      Issue.record("\(error) is not malformed")
      return
    }
  }

  @Test(arguments: shapeless)
  func whatHasNoItemsIsNoList(body: String) async throws {
    serve(body, at: "/2.3/questions")
    var listening = Listening(client.questions(QuestionQuery()))
    expectMalformed(try await listening.failure())
  }

  @Test(arguments: shapeless)
  func whatHasNoItemsIsNoQuestion(body: String) async throws {
    serve(body, at: "/2.3/questions/7")
    var listening = Listening(client.detail(of: 7, site: "stackoverflow"))
    expectMalformed(try await listening.failure())
  }

  @Test(arguments: shapeless)
  func whatHasNoItemsIsNoAnswers(body: String) async throws {
    serve(#"{"items":[{"question_id":7}]}"#, at: "/2.3/questions/7")
    serve(body, at: "/2.3/questions/7/answers")
    var listening = Listening(client.detail(of: 7, site: "stackoverflow"))
    let detail = try await listening.value()
    #expect(detail.question.id == 7 && detail.answers.isEmpty && !detail.hasAllAnswers)
    expectMalformed(try #require(detail.answersTrouble))
  }

  @Test(arguments: shapeless)
  func whatHasNoItemsIsNoCommentsTagsOrSites(body: String) async throws {
    for path in ["questions/7/comments", "tags", "sites"] { serve(body, at: "/2.3/" + path) }
    var comments = Listening(client.comments(ofQuestion: 7, site: "stackoverflow", page: nil))
    expectMalformed(try await comments.failure())
    var tags = Listening(client.tags(containing: "a", site: "stackoverflow"))
    expectMalformed(try await tags.failure())
    var sites = Listening(client.sites())
    expectMalformed(try await sites.failure())
  }

  @Test func noItemsAreAnAnswer() async throws {
    serve(#"{"items":[],"has_more":false}"#, at: "/2.3/questions")
    var listening = Listening(client.questions(QuestionQuery()))
    #expect(try await listening.value().questions.isEmpty)
  }

  @Test func anotherQuestionIsNotTheOneThatWasAskedFor() async throws {
    serve(#"{"items":[{"question_id":8}]}"#, at: "/2.3/questions/7")
    var listening = Listening(client.detail(of: 7, site: "stackoverflow"))
    expectMalformed(try await listening.failure())
    #expect(bench.station.requests.count(.answers) == 0)
  }

  @Test(arguments: [
    (#"{"items":[{"id":1}]}"#, "unreadable questions"), (#"{"items":[1,2]}"#, "none of 2 questions can be read"),
    (#"{"items":{}}"#, "JSON of an unknown shape"),
  ])
  func whyAnAnswerIsNoneIsSaid(body: String, detail: String) async throws {
    serve(body, at: "/2.3/questions")
    var listening = Listening(client.questions(QuestionQuery()))
    #expect(try await listening.failure().sentence.string.hasSuffix(": \(detail)"))
  }

  // MARK: What is left out

  @Test func itemsThatCannotBeReadAreLeftOutAndToldOnceUntilThereAreMore() async throws {
    let told = Shared<[String]>([])
    client.notices.observeValues { notice in told.withLock { $0.append(notice.string) } }
    func ask(_ items: String) async throws -> [Int] {
      serve(#"{"items":[\#(items)]}"#, at: "/2.3/questions")
      var listening = Listening(client.questions(QuestionQuery()))
      return try await listening.value().questions.map(\.id)
    }
    #expect(try await ask(#"{"question_id":1},{"question_id":2}"#) == [1, 2])
    #expect(told.withLock { $0 } == [])
    #expect(try await ask(#"{"question_id":1},{"id":2},{"question_id":3}"#) == [1, 3])
    #expect(told.withLock { $0 } == ["Stack Exchange: 1 of 3 questions cannot be read and is left out"])
    #expect(try await ask(#"{"question_id":1},5"#) == [1])
    #expect(try await ask(#"{"question_id":1}"#) == [1])
    #expect(try await ask(#"{"question_id":1},5"#) == [1])
    #expect(told.withLock { $0.count } == 1, "it is known")
    #expect(try await ask(#"{"question_id":1},5,null"#) == [1])
    #expect(told.withLock { $0.last } == "Stack Exchange: 2 of 3 questions cannot be read and are left out")
  }
}
