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

/// A question with its answers, which are a request of their own for each hundred.
@Suite(.timeLimit(.minutes(2))) struct OpenQuestionClientTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  /// The first event of the answer to a request for questions.
  private func first() async throws -> Signal<QuestionPage, ServiceError>.Event {
    var listening = Listening(bench.questions.questions(QuestionQuery()))
    return try await listening.next()
  }

  @Test func anOpenQuestionIsTwoRequests() async throws {
    let page = try #require(try await first().value)
    let listed = try #require(page.questions.first { $0.answerCount ?? 0 > 1 && $0.acceptedAnswerID != nil })
    var listening = Listening(bench.questions.detail(of: listed.id, site: "stackoverflow"))
    let detail = try await listening.value()
    #expect(detail.question.id == listed.id)
    #expect(detail.question.body?.isEmpty == false)
    #expect(detail.answers.count == listed.answerCount)
    #expect(detail.answers.first?.id == listed.acceptedAnswerID)
    let scores = try detail.answers.dropFirst().map { try #require($0.score) }
    #expect(scores == scores.sorted(by: >))
    #expect(detail.quotaRemaining == 297)
    #expect(detail.quotaMax == 300)
    #expect(bench.station.requests.count() == 3)
    #expect(bench.station.requests.recent.dropFirst().allSatisfy { $0.query["filter"] == "withbody" })
  }

  @Test func aQuestionThatIsGoneIsNotFound() async throws {
    var listening = Listening(bench.questions.detail(of: 987_654_321, site: "stackoverflow"))
    #expect(try await listening.failure() == .notFound("question 987654321"))
    #expect(bench.station.requests.count(.answers) == 0)
  }

  @Test func answersAreReadToTheLastPageWithinReason() async throws {
    let id = try await servedQuestion { page in
      #"{"items":[{"answer_id":\#(page),"score":\#(page)}],"has_more":true}"#
    }
    var listening = Listening(bench.questions.detail(of: id, site: "stackoverflow"))
    #expect(try await listening.value().answers.map(\.id) == [5, 4, 3, 2, 1])
    #expect(bench.station.requests.count(.answers) == 5)
  }

  @Test(arguments: [(#","quota_remaining":7,"quota_max":30"#, 7, 30), ("", 298, 300)])
  func theQuotaIsThatOfTheLatestAnswerThatTellsIt(quota: String, remaining: Int, max: Int) async throws {
    let id = try await servedQuestion { page in
      page == 1
        ? #"{"items":[{"answer_id":1}],"has_more":true\#(quota)}"# : #"{"items":[{"answer_id":2}],"has_more":false}"#
    }
    var listening = Listening(bench.questions.detail(of: id, site: "stackoverflow"))
    let detail = try await listening.value()
    #expect(detail.quotaRemaining == remaining)
    #expect(detail.quotaMax == max)
  }

  @Test func aPauseAskedForBetweenPagesEndsTheReading() async throws {
    let id = try await servedQuestion { page in
      #"{"items":[{"answer_id":\#(page)}],"has_more":true,"backoff":5}"#
    }
    var listening = Listening(bench.questions.detail(of: id, site: "stackoverflow"))
    #expect(try await listening.value().answers.map(\.id) == [1])
    #expect(bench.station.requests.count(.answers) == 1)
  }

  /// Makes the station answer for one question, with these pages of answers.
  private func servedQuestion(answers: @escaping @Sendable (Int) -> String) async throws -> Question.ID {
    let page = try #require(try await first().value)
    let id = try #require(page.questions.first).id
    bench.station.responses.serve(at: "/2.3/questions/\(id)/answers") { request in
      request.query["page"].flatMap { Int($0) }.map { CannedResponse(text: answers($0)) }
    }
    return id
  }

  @Test func answersThatFailLeaveTheQuestion() async throws {
    let page = try #require(try await first().value)
    bench.station.faults.set(.status(500), on: .answers)
    var listening = Listening(bench.questions.detail(of: try #require(page.questions.first).id, site: "stackoverflow"))
    let detail = try await listening.value()
    #expect(detail.question.body?.isEmpty == false && detail.answers.isEmpty && !detail.hasAllAnswers)
    let isStatus = if case .httpStatus(500, _, _) = detail.answersTrouble { true } else { false }
    #expect(isStatus)
    #expect(detail.quotaRemaining == 298, "that of the question's own request")
  }

  @Test func furtherAnswersThatFailLeaveThoseBeforeThem() async throws {
    let id = try await servedQuestion { page in
      page == 1 ? #"{"items":[{"answer_id":1}],"has_more":true}"# : #"{"error":"log in first"}"#
    }
    var listening = Listening(bench.questions.detail(of: id, site: "stackoverflow"))
    let detail = try await listening.value()
    #expect(detail.answers.map(\.id) == [1] && !detail.hasAllAnswers)
    #expect(detail.answersTrouble != nil)
  }

  @Test func whatHoldsUpAnswersHoldsUpNoQuestion() async throws {
    let client = bench.questions
    let id = try await servedQuestion { _ in #"{"items":[{"answer_id":1}],"backoff":10}"# }
    for isPaused in [false, true] {
      var listening = Listening(client.detail(of: id, site: "stackoverflow"))
      let detail = try await listening.value()
      #expect(detail.question.body?.isEmpty == false)
      #expect((detail.answersTrouble?.pauseEnd != nil) == isPaused)
    }
    #expect(bench.station.requests.count(.answers) == 1)
  }
}
