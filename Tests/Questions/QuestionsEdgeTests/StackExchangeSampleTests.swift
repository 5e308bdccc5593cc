import Foundation
import Model
import NIOHTTP1
import NetTesting
import Testing
import Text

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

/// Each payload of Tests/Samples/stackexchange, decoded without a server.
@Suite struct StackExchangeSampleTests {
  private static let now = Date(timeIntervalSince1970: 1_795_200_000)

  static func entries() throws -> [SampleFiles.Entry] { try SampleFiles.entries(of: "stackexchange") }

  private func answer(_ entry: SampleFiles.Entry) throws -> HTTPAnswer {
    let bytes = try SampleFiles.bytes(entry.file)
    let body = Gzip.isGzip(bytes) ? try Gzip.inflated(bytes) : bytes
    return HTTPAnswer(status: entry.http?.status ?? 200, headers: HTTPHeaders(), body: body, host: "sample")
  }

  private func page(_ file: String) throws -> QuestionPage {
    let entry = try #require(try Self.entries().first { $0.file == "stackexchange/" + file })
    return QuestionPage(
      try answer(entry).content(StackExchangePayload<QuestionPayload>.self, at: Self.now), from: .live)
  }

  @Test(
    arguments: try entries().filter { $0.expect?.error == nil && !$0.file.contains("answer") && !$0.isWithoutItems })
  func aPageOfQuestionsIsWhatIsExpected(entry: SampleFiles.Entry) throws {
    let expect = try #require(entry.expect)
    let payload = try answer(entry).content(StackExchangePayload<QuestionPayload>.self, at: Self.now)
    let page = QuestionPage(payload, from: .live)
    if let count = expect.count { #expect(page.questions.count == count) }
    if let hasMore = expect.hasMore { #expect(page.hasMore == hasMore) }
    if let remaining = expect.quotaRemaining { #expect(page.quotaRemaining == remaining) }
    if let backoff = expect.backoffS { #expect(payload.backoff == backoff) }
    if let reason = expect.closedReason { #expect(page.questions.map(\.closedReason) == [SafeText(oneLine: reason)]) }
    if let closed = expect.closedIds {
      #expect(page.questions.filter { $0.closedReason != nil }.map(\.id) == closed)
    }
    if let names = expect.displayNames { #expect(page.questions.map { $0.asker?.string } == names) }
    if let titles = expect.decodedTitles {
      try #require(page.questions.count == titles.count)
      for (question, title) in zip(page.questions, titles) {
        // Expected is the text before it is made safe.
        if let title { #expect(question.title == SafeText(title: title)) }
      }
    }
    for code in expect.renderedMustNotContainCodepoints ?? [] {
      let scalar = try #require(UInt32(code.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init))
      #expect(!page.questions.contains { $0.title.string.unicodeScalars.contains(scalar) })
    }
  }

  @Test(arguments: try entries().filter { $0.expect?.error != nil })
  func aFailureSaysWhichItIs(entry: SampleFiles.Entry) throws {
    let expect = try #require(entry.expect)
    let error = #expect(throws: ServiceError.self) {
      try answer(entry).content(StackExchangePayload<QuestionPayload>.self, at: Self.now)
    }
    switch expect.error {
    case "throttle":
      guard case .throttled(let pause) = error else {
        Issue.record("\(String(describing: error)) is no throttle")
        return
      }
      let seconds = expect.retryAfterS.map { TimeInterval($0) }
      #expect(pause.asked == seconds.map { Self.now.addingTimeInterval($0) })
      #expect(pause.end(at: Self.now) == Self.now.addingTimeInterval(min(seconds ?? 60, 3_600)))
      #expect(pause.words == (entry.file.contains("backoff_violation") ? "Violation of backoff parameter" : nil))
    case "upstream":
      #expect(error == .httpStatus(502, host: "sample"))
    case let name?:
      guard case .refused(let refusal, _) = error else {
        Issue.record("\(String(describing: error)) is no refusal")
        return
      }
      #expect(refusal.string == name)
    case nil:
      Issue.record("no error is expected")
    }
  }

  /// The filter `total`, which the program never asks for, leaves out all but a number: that is no empty list.
  @Test func aTotalIsNoList() throws {
    let entry = try #require(try Self.entries().first { $0.isWithoutItems })
    #expect(throws: ServiceError.self) {
      try answer(entry).content(StackExchangePayload<QuestionPayload>.self, at: Self.now)
    }
  }

  @Test func answersWithoutBodyAreRead() throws {
    let file = "stackexchange/real_answers_no_body_items_only.json"
    let entry = try #require(try Self.entries().first { $0.file == file })
    let payload = try answer(entry).content(StackExchangePayload<AnswerPayload>.self, at: Self.now)
    let answers = payload.items.map { Answer($0, base: nil) }
    #expect(answers.count == entry.expect?.count)
    #expect(answers.count(where: \.isAccepted) == entry.expect?.accepted)
    #expect(answers.allSatisfy { $0.body.isEmpty && $0.author != nil })
  }

  @Test func itemsThatShiftBetweenPagesAreKnownByTheirID() throws {
    let pages = try (1...3).map { try page("page_\($0)_of_3.json") }
    let ids = pages.flatMap(\.questions).uniqued(by: \.id).map(\.id)
    let entry = try #require(try Self.entries().first { $0.file.hasSuffix("page_1_of_3.json") })
    #expect(Set(ids) == Set(try #require(entry.expect?.uniqueIdsAfterAllPages)))
  }

  @Test func theAcceptedAnswerComesFirstWhateverItsScore() throws {
    let entry = try #require(try Self.entries().first { $0.file.hasSuffix("question_detail_rich_html.json") })
    let payload = try answer(entry).content(StackExchangePayload<QuestionPayload>.self, at: Self.now)
    let detail = QuestionDetail(try #require(payload.items.first), answers: [])
    #expect(detail.answers.count == entry.expect?.answers)
    #expect(detail.question.acceptedAnswerID == entry.expect?.acceptedAnswerId)
    #expect(detail.answers.map(\.id) == [79_100_001, 79_100_002])
    #expect(detail.answers.map { $0.author?.string } == ["Jon \"J\" Skeet", "user123"])
    #expect(detail.answers.first?.body.outline == "Yes:\n| print(\"ok\")")
  }

  @Test func answersThatComeTwiceAreShownOnceInTheOrderOfTheirScore() throws {
    let json = #"""
      {"items":[{"answer_id":1,"score":2},{"answer_id":2,"score":9},{"answer_id":1,"score":2},{"answer_id":3,"score":2},
      {"answer_id":4,"score":-1,"is_accepted":true}]}
      """#
    let answers = try LenientJSON.decode(StackExchangePayload<AnswerPayload>.self, from: Array(json.utf8)).items
    let question = try LenientJSON.decode(QuestionPayload.self, from: Array(#"{"question_id":7}"#.utf8))
    #expect(QuestionDetail(question, answers: answers).answers.map(\.id) == [4, 2, 1, 3])
  }

  @Test func fieldsOfAnotherTypeThanPromisedAreAsGoodAsMissing() throws {
    let json = #"""
      {"has_more":"yes","quota_max":1e400,"quota_remaining":[],"backoff":"10","items":[
      {"question_id":1,"title":null,"tags":["a",7,null],"score":"3","owner":[],"link":"javascript:x","body":3,
       "creation_date":1e999,"answers":{}},
      {"title":"without id"}, 5, null,
      {"question_id":99999999999999999999,"title":"id out of range"}]}
      """#
    let payload = try LenientJSON.decode(StackExchangePayload<QuestionPayload>.self, from: Array(json.utf8))
    let expected = Question(id: 1, title: "(no title)", tags: ["a"], score: 3)
    #expect(QuestionPage(payload, from: .live) == QuestionPage(questions: [expected]))
    #expect(payload.backoff == 10 && payload.list.leftOut == 4)
  }

  @Test(arguments: ["[]", "7", "null", "\"text\"", "<html>", "", "{\"items\":[{\"question_id\":1}"])
  func aSuccessWithoutAWrapperIsMalformed(body: String) {
    let answer = HTTPAnswer(status: 200, headers: HTTPHeaders(), body: Array(body.utf8), host: "sample")
    let error = #expect(throws: ServiceError.self) {
      try answer.content(StackExchangePayload<QuestionPayload>.self, at: Self.now)
    }
    guard case .malformedAnswer = error else {
      Issue.record("\(String(describing: error)) is not malformed")
      return
    }
  }
}
