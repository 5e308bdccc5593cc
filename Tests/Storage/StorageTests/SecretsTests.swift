import Foundation
import Model
import ModelTesting
import Testing
import Text

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// No file holds what lets somebody in.
@Suite struct SecretsTests {
  private static let canary = "c4n4ry-5ecret"

  @Test(arguments: [
    ("https://ada:SECRET@example.org/a", "https://example.org/a"),
    ("https://SECRET@example.org/a?b=1", "https://example.org/a?b=1"),
    ("https://example.org/a?key=SECRET&page=2#x", "https://example.org/a?page=2#x"),
    ("https://example.org/a?page=%202&access_token=SECRET", "https://example.org/a?page=%202"),
    ("https://example.org/a?API-Key=SECRET", "https://example.org/a"),
    ("https://example.org/a?%6bey=SECRET", "https://example.org/a"),
    ("https://example.org/@ada?monkey=2", "https://example.org/@ada?monkey=2"),
    ("https://example.org/a?b=c d", "https://example.org/a?b=c d"),
    ("mailto:ada@example.org", "mailto:ada@example.org"),
  ])
  func anAddressIsKeptWithoutThem(address: String, kept: String) {
    #expect(KeptAddress.text(address.replacing("SECRET", with: Self.canary)) == kept)
  }

  @Test func noFileHoldsTheCanary() async throws {
    let folder = try TemporaryFolder()
    let link = "https://ada:\(Self.canary)@example.org/questions/1?key=\(Self.canary)"
    var question = Samples.full
    question.link = URL(string: link)
    question.body = RichText(
      blocks: [.paragraph([.init("x", link: 0)])], links: [.init(SafeText(oneLine: link))])
    let cache = CacheDatabase(folder.cache)
    let state = StateDatabase(folder.state)
    cache.keepNow(Samples.questions(QuestionPage(questions: [question])), of: QuestionFeed())
    cache.keepNow(
      CachedDetail(
        detail: QuestionDetail(question: question, answers: [Answer(id: 2, body: question.body ?? RichText())]),
        fetched: Samples.date))
    state.keep(.tab(QuestionFeed()))
    state.keepNow(.pane("wikipedia"))
    let kept = await cache.detail(of: question.id, site: QuestionFeed.standardSite).only
    #expect(kept?.detail.question.link?.absoluteString == "https://example.org/questions/1")
    try #require(folder.names.count >= 4)
    for name in folder.names {
      let bytes = try Data(contentsOf: folder.url.appending(path: "reactui/\(name)"))
      #expect(bytes.range(of: Data(Self.canary.utf8)) == nil, "\(name)")
    }
    let cacheFile = try Data(contentsOf: URL(filePath: folder.cache.path + "-wal"))
    #expect(cacheFile.range(of: Data("example.org".utf8)) != nil, "the test looks where texts are")
  }
}
