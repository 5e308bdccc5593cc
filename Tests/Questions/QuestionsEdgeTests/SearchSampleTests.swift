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

/// Each payload of Tests/Samples/stackexchange-search, served by the station and read by the real client.
@Suite(.timeLimit(.minutes(2))) struct SearchSampleTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func serve(_ entry: SampleFiles.Entry, at path: String) throws {
    let http = try #require(entry.http)
    bench.station.responses.serve(
      CannedResponse(
        status: http.status, headers: http.headers.map { (name: $0.key, value: $0.value) },
        body: try SampleFiles.bytes(entry.file)),
      at: "/2.3/" + path)
  }

  private static func entries(_ names: [String]) throws -> [SampleFiles.Entry] {
    try SampleFiles.entries(of: "stackexchange-search").filter { names.contains($0.name) }
  }

  /// The lists, and what asks for them. The client does not ask for what has no feed of its own here; it must do no harm.
  private static let lists: [String: (path: String, feed: QuestionFeed)] = [
    "search_advanced_relevance": ("search/advanced", QuestionFeed(search: "swift async")),
    "search_advanced_tagged_is_or": (
      "search/advanced", QuestionFeed(tags: ["linux", "signals"], matching: .any, order: .votes)
    ),
    "search_empty": ("search/advanced", QuestionFeed(search: "qzxjvw nothing")),
    "questions_unknown_tag_empty": ("questions", QuestionFeed(tags: ["no-such-tag-here"])),
    "questions_featured": ("questions/featured", QuestionFeed(selection: .featured, order: .votes)),
    "quota_spent_but_items": ("questions", QuestionFeed()),
    "questions_four_ids_three_found": ("questions", QuestionFeed()),
    "similar_title": ("questions", QuestionFeed()),
  ]

  @Test(arguments: try entries(Array(lists.keys)))
  func aListIsWhatIsExpected(entry: SampleFiles.Entry) async throws {
    let (path, feed) = try #require(Self.lists[entry.name])
    let expect = try #require(entry.expect)
    try serve(entry, at: path)
    var listening = Listening(bench.questions.questions(QuestionQuery(feed)))
    let page = try await listening.value()
    let ids = page.questions.map(\.id)
    #expect(page.questions.count == expect.count)
    if let hasMore = expect.hasMore { #expect(page.hasMore == hasMore) }
    if let order = expect.orderAsSent ?? expect.withAnyTag { #expect(ids == order) }
    if let found = expect.found { #expect(Set(ids) == Set(found)) }
    if let titles = expect.decodedTitles { #expect(page.questions.map(\.title.string) == titles) }
    if let bounties = expect.bounties { #expect(page.questions.compactMap(\.bounty) == bounties) }
    if let left = expect.quotaRemaining { #expect(page.quotaRemaining == left) }
    func those(_ isMeant: (Question) -> Bool) -> [Int] { page.questions.filter(isMeant).map(\.id) }
    if let accepted = expect.acceptedIds { #expect(those { $0.acceptedAnswerID != nil } == accepted) }
    if let closed = expect.closedIds { #expect(those { $0.closedReason != nil } == closed) }
  }

  @Test(
    arguments: try entries([
      "comments_question", "real_comment_owner_empty_object", "comments_two_answers",
    ]))
  func commentsAreWhatIsExpected(entry: SampleFiles.Entry) async throws {
    let expect = try #require(entry.expect)
    let ofAnswers = expect.byPost != nil
    try serve(entry, at: ofAnswers ? "answers/79210040;79210041/comments" : "questions/7/comments")
    let client = bench.questions
    var listening = Listening(
      ofAnswers
        ? client.comments(ofAnswers: [79_210_040, 79_210_041], site: "stackoverflow", page: nil)
        : client.comments(ofQuestion: 7, site: "stackoverflow", page: nil))
    let comments = try await listening.value().comments
    #expect(comments.count == expect.count)
    if let authors = expect.authors { #expect(comments.map { $0.author?.string } == authors) }
    let texts = comments.map(\.body.plain)
    for (text, expected) in zip(texts, expect.plainText ?? []) where expected != nil { #expect(text == expected) }
    let targets = comments.flatMap { $0.body.links.map(\.target.string) }
    if let expected = expect.linkTargets { #expect(targets == expected) }
    for text in expect.plainTextMustNotContain ?? [] {
      #expect(!(texts + targets).contains { $0.contains(text) }, "\(text)")
    }
    for (post, ids) in expect.byPost ?? [:] {
      #expect(comments.filter { "\($0.post)" == post }.map(\.id) == ids)
    }
  }

  @Test(arguments: try entries(["tags_info_three", "real_tag_info_stripe_2026"]))
  func tagsAreReadInTheirOrder(entry: SampleFiles.Entry) async throws {
    try serve(entry, at: "tags")
    var listening = Listening(bench.questions.tags(containing: "", site: "meta"))
    let tags = try await listening.value()
    #expect(tags.map(\.name.string) == entry.expect?.names)
  }

  @Test(arguments: try entries(["error_400_unknown_site", "error_400_site_required", "error_400_ids"]))
  func aRefusalSaysWhatIsWrong(entry: SampleFiles.Entry) async throws {
    try serve(entry, at: "questions/2147483648")
    var listening = Listening(bench.questions.detail(of: 2_147_483_648, site: "stackoverflow"))
    let expected: ServiceError =
      switch entry.name {
      case "error_400_unknown_site": .notFound("a Stack Exchange site by the name of notarealsite")
      case "error_400_site_required": .refused(name: "bad_parameter", message: "site is required")
      default: .refused(name: "bad_parameter", message: "ids")
      }
    #expect(try await listening.failure() == expected)
  }

  /// Answers of methods that the client never calls: in the place of a list they are read as far as they are one.
  @Test(arguments: try entries(["search_excerpts_mixed", "filters_create"]))
  func whatIsNoListDoesNoHarm(entry: SampleFiles.Entry) async throws {
    try serve(entry, at: "questions")
    var listening = Listening(bench.questions.questions(QuestionQuery()))
    guard entry.name == "search_excerpts_mixed" else {
      guard case .malformedAnswer = try await listening.failure() else { throw CancellationError() }
      return
    }
    let page = try await listening.value()
    #expect(page.questions.map(\.id) == [77_700_100, 50_500_000])
    #expect(page.questions.allSatisfy { $0.link == nil && $0.asker == nil })
  }

  /// A payload that is added has to be driven by one of the tests above.
  @Test func everyPayloadIsDriven() throws {
    let others = [
      "comments_question", "real_comment_owner_empty_object", "comments_two_answers", "tags_info_three",
      "real_tag_info_stripe_2026", "error_400_unknown_site", "error_400_site_required", "error_400_ids",
      "search_excerpts_mixed", "filters_create",
    ]
    let all = try SampleFiles.entries(of: "stackexchange-search").map(\.name)
    #expect(Set(all) == Set(Self.lists.keys).union(others) && all.count == 18)
  }
}

extension SampleFiles.Entry {
  /// The file's name without its end.
  fileprivate var name: String {
    String(file.split(separator: "/").last?.split(separator: ".").first ?? "")
  }
}

extension RichText {
  /// The text of the paragraphs.
  fileprivate var plain: String {
    blocks.map { block in
      if case .paragraph(let runs) = block { runs.map(\.text.string).joined() } else { "" }
    }
    .joined(separator: " ")
  }
}
