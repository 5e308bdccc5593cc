import Foundation
import Model
import SignalsTesting
import Testing

@testable import Store

@Suite struct CacheDatabaseTests {
  private let folder: TemporaryFolder
  private let feed = QuestionFeed(tags: ["swift"])

  init() throws { folder = try TemporaryFolder() }

  @Test func nothingIsThereAtFirst() async {
    let cache = CacheDatabase(folder.cache)
    #expect(await cache.questions(of: feed).only == nil)
    #expect(await cache.detail(of: 1, site: "stackoverflow").only == nil)
  }

  @Test func aListIsReadAsItWasKept() async {
    var withoutBody = Samples.full
    withoutBody.body = nil
    let page = QuestionPage(questions: [withoutBody, Samples.empty], hasMore: true)
    CacheDatabase(folder.cache).keepNow(Samples.questions(page), of: feed)
    let cache = CacheDatabase(folder.cache)
    #expect(await cache.questions(of: feed).only == Samples.questions(page))
    #expect(await cache.questions(of: QuestionFeed()).only == nil)
  }

  @Test func aQuestionIsReadAsItWasKept() async {
    let kept = CachedDetail(detail: Samples.detail, fetched: Samples.date)
    CacheDatabase(folder.cache).keepNow(kept)
    let cache = CacheDatabase(folder.cache)
    #expect(await cache.detail(of: Samples.full.id, site: "stackoverflow").only == kept)
    #expect(await cache.detail(of: Samples.full.id, site: "unix").only == nil)
    #expect(await cache.detail(of: 5, site: "stackoverflow").only == nil)
  }
}
