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

/// Comments, asked for with all answers in one request.
@Suite(.timeLimit(.minutes(2))) struct CommentTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  /// A question of the demonstration with answers.
  private func detail() async throws -> QuestionDetail {
    var page = Listening(bench.questions.questions(QuestionQuery()))
    let question = try #require(try await page.value().questions.first { $0.answerCount ?? 0 > 2 })
    var detail = Listening(bench.questions.detail(of: question.id, site: "stackoverflow"))
    return try await detail.value()
  }

  @Test func aQuestionsAndItsAnswersCommentsAreTwoRequests() async throws {
    let detail = try await detail()
    let before = bench.station.requests.count()
    var listening = Listening(
      bench.questions.comments(on: detail, site: "stackoverflow").promoteError(ServiceError.self))
    let comments = try await listening.value()
    let (question, answers) = (try comments.ofQuestion.get(), try comments.ofAnswers.get())
    #expect(bench.station.requests.count() == before + 2)
    #expect(bench.station.requests.count(.comments) == 2)
    #expect(question.comments.allSatisfy { $0.post == detail.question.id })
    #expect(answers.comments.allSatisfy { comment in detail.answers.contains { $0.id == comment.post } })
    #expect(!(question.comments + answers.comments).isEmpty)
    #expect((question.comments + answers.comments).allSatisfy { !$0.body.isEmpty && $0.creationDate != nil })
    let dates = answers.comments.compactMap(\.creationDate)
    #expect(dates == dates.sorted())
    #expect(answers.quotaMax == 300)
    var again = Listening(bench.questions.comments(on: detail, site: "stackoverflow").promoteError(ServiceError.self))
    #expect(
      try await again.value().ofAnswers.get().comments == answers.comments, "they are invented the same each time")
  }

  @Test func whatFailsIsToldAndTheOtherIsThere() async throws {
    let detail = try await detail()
    bench.station.faults.set(.status(500), on: .comments, times: 1)
    var listening = Listening(
      bench.questions.comments(on: detail, site: "stackoverflow").promoteError(ServiceError.self))
    let comments = try await listening.value()
    let failures = [comments.ofQuestion, comments.ofAnswers].filter { (try? $0.get()) == nil }
    #expect(failures.count == 1)
    #expect(failures.allSatisfy { if case .failure(.httpStatus(500, _, _)) = $0 { true } else { false } })
  }

  @Test func noAnswersAreNoRequest() async throws {
    var listening = Listening(bench.questions.comments(ofAnswers: [], site: "stackoverflow", page: nil))
    #expect(try await listening.value() == PostComments())
    #expect(bench.station.requests.count() == 0)
  }

  @Test func aCommentOfADeletedAccountHasNoAuthor() throws {
    let json = """
      {"items": [
        {"comment_id": 1, "post_id": 7, "owner": {}, "body": "see <code>x</code> &amp; <b>y</b>"},
        {"comment_id": 2, "post_id": 7, "score": 3, "creation_date": 1700000000},
        {"comment_id": 3, "post_id": 7, "owner": {"display_name": "a &amp; b"}}, {"post_id": 7}
      ], "has_more": false}
      """
    let payload = try JSONDecoder().decode(StackExchangePayload<CommentPayload>.self, from: Data(json.utf8))
    let comments = payload.items.map { Comment($0, base: nil) }
    #expect(comments.map(\.id) == [1, 2, 3])
    #expect(comments.map(\.author) == [nil, nil, "a & b"])
    #expect(comments.map(\.score) == [nil, 3, nil])
    let runs: [RichText.Run] = [
      .init("see "), .init("x", style: .code), .init(" & "), .init("y", style: .bold),
    ]
    #expect(comments[0].body.blocks == [.paragraph(runs)])
  }

  @Test func relativeLinksStandOnThePostsPageAndCommentsWithoutTextAreLeftOut() async throws {
    let links = ##"<a href=\"/help/tagging\">a</a> <a href=\"#c1\">b</a> <a href=\"//x.org/\">c</a>"##
    let items = [
      #"{"comment_id":1,"post_id":7,"body":"\#(links)"}"#, #"{"comment_id":2,"post_id":7}"#,
      #"{"comment_id":3,"post_id":7,"body":""}"#, #"{"comment_id":4,"post_id":7,"body":" <b> </b> "}"#,
      #"{"comment_id":"5","post_id":"7","score":"2","body":"text"}"#,
    ]
    for path in ["questions/7/comments", "answers/7/comments"] {
      bench.station.responses.serve(
        CannedResponse(text: #"{"items":[\#(items.joined(separator: ","))]}"#), at: "/2.3/" + path)
    }
    let page = URL(string: "https://unix.stackexchange.com/questions/7/why")
    let detail = QuestionDetail(question: Question(id: 7, title: "", link: page), answers: [Answer(id: 7)])
    var listening = Listening(
      bench.questions.comments(on: detail, site: "unix").promoteError(ServiceError.self))
    let comments = try await listening.value()
    for answer in [comments.ofQuestion, comments.ofAnswers] {
      let comments = try answer.get().comments
      #expect(comments.map(\.id) == [1, 5])
      #expect(comments.map(\.score) == [nil, 2])
      #expect(
        comments[0].body.links.map(\.target) == [
          "https://unix.stackexchange.com/help/tagging", "https://unix.stackexchange.com/questions/7/why#c1",
          "https://x.org/",
        ])
    }
    var nowhere = Listening(bench.questions.comments(ofQuestion: 7, site: "unix", page: nil))
    #expect(try await nowhere.value().comments[0].body.links.map(\.target) == ["https://x.org/"])
  }
}
