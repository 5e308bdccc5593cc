import Assembly
import Foundation
import GRDB
import Model
import Signals
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

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
    let kept = Samples.cached
    CacheDatabase(folder.cache).keepNow(kept)
    let cache = CacheDatabase(folder.cache)
    #expect(await cache.detail(of: Samples.full.id, site: "stackoverflow").only == kept)
    #expect(await cache.detail(of: Samples.full.id, site: "unix").only == nil)
    #expect(await cache.detail(of: 5, site: "stackoverflow").only == nil)
  }

  @Test func theLastListHolds() async {
    let cache = CacheDatabase(folder.cache)
    cache.keepNow(Samples.questions(Samples.page(50)), of: feed)
    let later = Samples.questions(Samples.page(2), fetched: Samples.date.addingTimeInterval(60))
    cache.keepNow(later, of: feed)
    #expect(await cache.questions(of: feed).only == later)
    #expect(cache.summary(of: Features.cached).counts.first?.count == 1)
  }

  @Test func whatTheDemonstrationMadeUpIsNotKept() async {
    let cache = CacheDatabase(folder.cache)
    var (page, detail) = (Samples.page(2), Samples.detail)
    page.provenance = .demonstration
    detail.provenance = .demonstration
    cache.keepNow(Samples.questions(page), of: feed)
    cache.keepNow(CachedDetail(detail: detail, fetched: Samples.date))
    #expect(folder.names.isEmpty)
  }

  @Test func whatTheDemonstrationMadeUpTakesNothingAway() async {
    let cache = CacheDatabase(folder.cache)
    let live = Samples.questions(Samples.page(2))
    cache.keepNow(live, of: feed)
    cache.keepNow(Samples.questions(QuestionPage(questions: [], provenance: .demonstration)), of: feed)
    #expect(await cache.questions(of: feed).only == live)
  }

  @Test func aListOfTenThousandIsReadWhole() async {
    let cache = CacheDatabase(folder.cache)
    let list = Samples.questions(Samples.page(10_000))
    cache.keepNow(list, of: feed)
    #expect(await CacheDatabase(folder.cache).questions(of: feed).only == list)
  }

  @Test func contentsThatCannotBeReadAreNotThere() async throws {
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    cache.keepNow(Samples.questions(Samples.page(2)), of: feed)
    try Raw.execute("UPDATE content SET bytes = x'09'", in: folder.cache)
    #expect(await cache.questions(of: feed).only == nil)
    cache.keepNow(Samples.questions(Samples.page(2)), of: feed)
    #expect(await cache.questions(of: feed).only == Samples.questions(Samples.page(2)))
    #expect(told.all.isEmpty)
  }

  @Test func aTransactionOfAnotherProgramHoldsUpNoRead() async throws {
    let opening = StoreOpening(file: StoreFile(url: folder.cache), schema: .cache, wait: LockWait(limit: 300))
    let cache = CacheDatabase(opening, on: QueueScheduler())
    cache.keepNow(Samples.questions(Samples.page(2)), of: feed)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.cache.path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM entry") }
    cache.keep(Samples.questions(Samples.page(3)), of: feed)
    #expect(await cache.questions(of: feed).only == Samples.questions(Samples.page(2)))
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(cache.flush(within: 300))
    #expect(await cache.questions(of: feed).only == Samples.questions(Samples.page(3)))
  }
}
