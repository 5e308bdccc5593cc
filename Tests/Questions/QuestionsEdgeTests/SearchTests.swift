import Foundation
import Model
import NetTesting
import Signals
import Station
import Testing
import Text

@testable import Clients
@testable import Questions

/// The words of a search as the service's parameters, and what the station makes of them.
@Suite(.timeLimit(.minutes(2))) struct SearchTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  struct Case: Sendable, CustomTestStringConvertible {
    var words: String
    var parameters: [String: String]
    var isFound: @Sendable (Question) -> Bool

    init(_ words: String, _ parameters: [String: String], _ isFound: @escaping @Sendable (Question) -> Bool) {
      (self.words, self.parameters, self.isFound) = (words, parameters, isFound)
    }

    var testDescription: String { words }
  }

  private static let cases = [
    Case("[swift]", ["tagged": "swift"]) { $0.tags.contains("swift") },
    Case("[swift] [ios]", ["q": "[swift] [ios]"]) { $0.tags.contains("swift") && $0.tags.contains("ios") },
    Case("is:open -[ios]", ["nottagged": "ios", "closed": "False"]) {
      !$0.tags.contains("ios") && $0.closedReason == nil
    },
    Case("is:accepted", ["accepted": "True"]) { $0.acceptedAnswerID != nil },
    Case("is:unaccepted", ["accepted": "False"]) { $0.acceptedAnswerID == nil },
    Case("is:closed", ["closed": "True"]) { $0.closedReason != nil },
    Case("is:answered", ["answers": "1"]) { $0.answerCount ?? 0 >= 1 },
    Case("answers:3", ["answers": "3"]) { $0.answerCount ?? 0 >= 3 },
    Case("views:5000", ["views": "5000"]) { $0.viewCount.map { $0 >= 5000 } == true },
    Case("score:20", ["min": "20", "sort": "votes"]) { $0.score ?? 0 >= 20 },
    Case(#"title:"how to""#, ["title": "how to", "sort": "relevance"]) {
      let title = $0.title.string.lowercased()
      return title.contains("how") && title.contains("to")
    },
  ]

  private func found(_ search: String) async throws -> [Question] {
    var feed = QuestionFeed(search: search)
    feed.order = feed.knownOrder
    var listening = Listening(bench.questions.questions(QuestionQuery(feed, pageSize: 100)))
    return try await listening.value().questions
  }

  @Test(arguments: cases) func wordsFindWhatTheyMean(item: Case) async throws {
    let found = try await found(item.words)
    let request = try #require(bench.station.requests.recent.first)
    let always = ["order": "desc", "sort": "activity", "site": "stackoverflow", "page": "1", "pagesize": "100"]
    #expect(request.path == "/2.3/search/advanced")
    #expect(request.query == always.merging(item.parameters) { $1 })
    #expect(found.allSatisfy(item.isFound))
    #expect(!found.isEmpty)
    var others: [Question] = []
    for page in 1...3 {
      let query = QuestionQuery(QuestionFeed(order: .creation), page: page, pageSize: 100)
      var listening = Listening(bench.questions.questions(query))
      others += try await listening.value().questions.filter { !item.isFound($0) }
    }
    #expect(!others.isEmpty, "some are left out")
  }

  @Test func aBodysWordsNeedNotStandInTheTitle() async throws {
    let found = try await found("body:string")
    #expect(bench.station.requests.recent.first?.query["body"] == "string")
    #expect(found.contains { !$0.title.string.localizedCaseInsensitiveContains("string") })
    #expect(try await self.found("body:no-such-word-here") == [])
  }

  @Test func aUserIsAParameterAndMayBeUnknown() async throws {
    #expect(try await found("user:1") == [])
    #expect(bench.station.requests.recent.first?.query["user"] == "1")
  }

  @Test func aSearchThatIsRefusedSaysWhy() async throws {
    let words = Array(repeating: "e", count: 21).joined(separator: " ")
    for (search, name) in [(words, "q"), (#"title:"\#(words)""#, "title")] {
      var listening = Listening(bench.questions.questions(QuestionQuery(QuestionFeed(search: search, order: .votes))))
      let error = try await listening.failure()
      #expect(error == .refused(name: "bad_parameter", message: "\(SafeText(oneLine: name)) may have 20 words at most"))
      #expect(error.sentence.string.contains("may have 20 words at most"))
    }
  }

  @Test func aTagThatIsNoneFindsNothing() async throws {
    var listening = Listening(bench.questions.questions(QuestionQuery(QuestionFeed(tags: ["web socket"]))))
    #expect(try await listening.value().questions == [])
    #expect(bench.station.requests.recent.first?.query["tagged"] == "web socket")
  }

  @Test func allSitesComeAHundredAtATimeWithTheirNames() async throws {
    var listening = Listening(bench.questions.sites())
    let sites = try await listening.value().sites
    #expect(sites.count > 100 && Set(sites.map(\.id)).count == sites.count)
    let pages = (sites.count + 99) / 100
    #expect(
      bench.station.requests.recent.map(\.query)
        == (1...pages).reversed().map { ["pagesize": "100", "page": "\($0)"] }
        || bench.station.requests.recent.map(\.query) == (1...pages).map { ["pagesize": "100", "page": "\($0)"] })
    #expect(sites.first { $0.id == "unix" }?.name == "Unix & Linux", "entities are decoded")
  }
}
