import Foundation
import Model
import NetTesting
import Signals
import Station
import Testing

@testable import Clients
@testable import Questions
@testable import QuestionsEdge

/// What a feed asks the service for, and what comes of it.
@Suite(.timeLimit(.minutes(2))) struct FeedRequestTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private func questions(_ feed: QuestionFeed) async throws -> [Question] {
    var listening = Listening(bench.questions.questions(QuestionQuery(feed, pageSize: 100)))
    return try await listening.value().questions
  }

  struct Case: Sendable {
    var feed: QuestionFeed
    var path: String
    var parameters: [String: String]
  }

  private static let cases = [
    Case(feed: QuestionFeed(), path: "/2.3/questions", parameters: ["sort": "hot"]),
    Case(
      feed: QuestionFeed(site: "unix", tags: ["c++", "c#"], order: .week), path: "/2.3/questions",
      parameters: ["sort": "week", "tagged": "c++;c#", "site": "unix"]),
    Case(
      feed: QuestionFeed(tags: ["c++", "c#"], matching: .any, order: .votes), path: "/2.3/search/advanced",
      parameters: ["sort": "votes", "tagged": "c++;c#"]),
    Case(
      feed: QuestionFeed(tags: ["swift"], matching: .any, order: .hot), path: "/2.3/questions",
      parameters: ["sort": "hot", "tagged": "swift"]),
    Case(
      feed: QuestionFeed(tags: ["swift"], selection: .unanswered, order: .creation), path: "/2.3/questions/unanswered",
      parameters: ["sort": "creation", "tagged": "swift"]),
    Case(
      feed: QuestionFeed(selection: .featured, order: .activity), path: "/2.3/questions/featured",
      parameters: ["sort": "activity"]),
    Case(
      feed: QuestionFeed(search: "nio & websocket", order: .votes), path: "/2.3/search/advanced",
      parameters: ["sort": "votes", "q": "nio & websocket"]),
    Case(
      feed: QuestionFeed(tags: ["swift"], search: "nio", order: .creation), path: "/2.3/search/advanced",
      parameters: ["sort": "creation", "q": "nio", "tagged": "swift"]),
    Case(
      feed: QuestionFeed(tags: ["a", "b"], search: "nio", order: .creation), path: "/2.3/search/advanced",
      parameters: ["sort": "creation", "q": "nio [a] [b]"]),
    Case(
      feed: QuestionFeed(tags: ["a", "b"], matching: .any, search: "nio", order: .creation),
      path: "/2.3/search/advanced", parameters: ["sort": "creation", "q": "nio", "tagged": "a;b"]),
  ]

  @Test(arguments: cases.indices) func aFeedIsARequest(index: Int) async throws {
    let item = Self.cases[index]
    _ = try await questions(item.feed)
    let request = try #require(bench.station.requests.recent.first)
    let always = ["order": "desc", "site": "stackoverflow", "page": "1", "pagesize": "100"]
    #expect(request.path == item.path)
    #expect(request.query == always.merging(item.parameters) { $1 })
  }

  @Test func nobodyIsAskedForWhatAPersonKeepsOrHasLoaded() async throws {
    #expect(try await questions(.kept()) == [])
    #expect(try await questions(.loaded()) == [])
    #expect(bench.station.requests.count() == 0)
  }

  /// A tab for any of its tags may have an order from a time when it was for all of them.
  @Test(arguments: QuestionOrder.allCases) func anOrderThatTheListDoesNotKnowIsNotAskedFor(order: QuestionOrder)
    async throws
  {
    for feed in [
      QuestionFeed(tags: ["ios", "ruby"], matching: .any, order: order), QuestionFeed(search: "a", order: order),
      QuestionFeed(selection: .featured, order: order), QuestionFeed(order: order),
    ] {
      #expect(try await !questions(feed).isEmpty, "the service refuses orders that it does not know")
    }
  }

  @Test func anyAndAllAreWhatTheServiceMakesOfThem() async throws {
    let any = try await questions(QuestionFeed(tags: ["ios", "swift"], matching: .any, order: .votes))
    let all = try await questions(QuestionFeed(tags: ["ios", "swift"], order: .votes))
    #expect(all.allSatisfy { $0.tags.contains("ios") && $0.tags.contains("swift") })
    #expect(any.allSatisfy { $0.tags.contains("ios") || $0.tags.contains("swift") })
    #expect(!all.isEmpty && any.count > all.count)
  }

  @Test(arguments: ["unixx", "tokens"]) func anUnknownSiteIsOneClearSentence(site: String) async throws {
    let client = StackExchangeClient(
      baseURL: bench.address.stackExchangeURL, key: SecretSupply(Secret("s3cret-key")), transport: bench.transport,
      clock: bench.clock)
    var listening = Listening(client.questions(QuestionQuery(QuestionFeed(site: site))))
    let error = try await listening.failure()
    #expect(error.sentence.string == "Not found: a Stack Exchange site by the name of \(site)")
    #expect(bench.station.requests.count() == 1, "the key has nothing to do with it")
  }
}
