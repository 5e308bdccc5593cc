import Foundation
import Model
import ModelTesting
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

@Suite struct NewerFileTests {
  private let folder: TemporaryFolder
  private static let laterMigration = """
    CREATE TABLE bookmark (site TEXT, id INTEGER); INSERT INTO grdb_migrations VALUES ('later')
    """

  init() throws { folder = try TemporaryFolder() }

  @Test func aNewerStateIsNotTouched() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    try Raw.execute(Self.laterMigration, in: folder.state)
    try Raw.checkpoint(folder.state)
    let before = try Data(contentsOf: folder.state)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    #expect(await state.remembered.only == RememberedState())
    state.keepNow(.pane("conair"))
    #expect(await state.remembered.only == RememberedState())
    #expect(
      told.all == [
        "Nothing of what you do here is remembered: state.sqlite was written by a newer reactui, and is left as it is."
      ])
    #expect(try Data(contentsOf: folder.state) == before)
    #expect(!folder.names.contains { $0.contains("damaged") })
  }

  @Test func besideANewerCacheAnotherOneIsUsed() async throws {
    let (feed, page) = (QuestionFeed(), Samples.questions(Samples.page(3)))
    CacheDatabase(folder.cache).keepNow(page, of: feed)
    try Raw.execute(Self.laterMigration, in: folder.cache)
    // The first connection may still be open, and would write its log into the file when it is closed.
    try Raw.checkpoint(folder.cache)
    let before = try Data(contentsOf: folder.cache)
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    #expect(await cache.questions(of: feed).only == nil)
    cache.keepNow(page, of: feed)
    #expect(await CacheDatabase(folder.cache).questions(of: feed).only == page)
    #expect(told.all.isEmpty, "a person misses nothing")
    #expect(try Data(contentsOf: folder.cache) == before)
    #expect(folder.names.contains("cache.sqlite.version-1"))
  }

  @Test func theOtherCacheGoesWhenTheFileIsOfThisVersionAgain() async throws {
    let (feed, page) = (QuestionFeed(), Samples.questions(Samples.page(3)))
    CacheDatabase(folder.cache).keepNow(page, of: feed)
    try Raw.execute(Self.laterMigration, in: folder.cache)
    CacheDatabase(folder.cache).keepNow(page, of: feed)
    try Raw.execute("DROP TABLE bookmark; DELETE FROM grdb_migrations WHERE identifier = 'later'", in: folder.cache)
    CacheDatabase(folder.cache).keepNow(page, of: feed)
    #expect(!folder.names.contains { $0.contains("version-1") })
  }

  @Test func aDamagedCacheBesideANewerOneIsSetAside() async throws {
    CacheDatabase(folder.cache).keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
    try Raw.execute(Self.laterMigration, in: folder.cache)
    try Data("no database".utf8).write(to: folder.url.appending(path: "reactui/cache.sqlite.version-1"))
    let cache = CacheDatabase(folder.cache)
    cache.keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
    #expect(await cache.questions(of: QuestionFeed()).only != nil)
    #expect(folder.names.contains { $0.hasPrefix("cache.sqlite.version-1.damaged-") })
  }
}
