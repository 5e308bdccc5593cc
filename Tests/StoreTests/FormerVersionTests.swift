import Foundation
import GRDB
import Model
import Testing

@testable import Store

/// A file that any former version has made is read by this one.
@Suite struct FormerVersionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// With a migration comes a file of the version that it makes.
  @Test func everyVersionHasAFixture() {
    #expect(StoreSchema.state.migrations.migrations == Fixtures.state.indices.map { "\($0 + 1)" })
    #expect(StoreSchema.cache.migrations.migrations == Fixtures.cache.indices.map { "\($0 + 1)" })
  }

  @Test(arguments: zip(1...Fixtures.state.count, Fixtures.state))
  func theStateIsRead(version: Int, fixture: String) async throws {
    try folder.makeInner()
    try Raw.execute(fixture, in: folder.state)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    var expected = RememberedState(
      pane: "wikipedia", tab: QuestionFeed(site: "unix", tags: ["bash"]),
      orders: [QuestionFeed(): .week, QuestionFeed(tags: ["ios", "swift"], matching: .any): .creation])
    let kept = QuestionKey(site: "stackoverflow", id: Samples.full.id)
    if version >= 2 {
      expected.tabs = TabChanges(
        opened: [QuestionFeed(search: "nio websocket"), QuestionFeed(tags: ["bash"])],
        closed: [QuestionFeed(tags: ["ios"])], order: [QuestionFeed(tags: ["bash"]), QuestionFeed()])
      expected.marks = QuestionMarks(read: [QuestionKey(site: "unix", id: 77): 3], kept: [kept])
      expected.quota = RememberedQuota(remaining: 17, max: 300, date: Samples.date)
      expected.isDense = true
      #expect(await state.kept(kept).only == CachedDetail(detail: Samples.firstDetail, fetched: Samples.date))
    }
    #expect(await state.remembered.only == expected)
    #expect(told.all.isEmpty)
    state.keepNow(.pane("conair"))
    #expect(await StateDatabase(folder.state).remembered.only.pane == "conair")
  }

  @Test(arguments: Fixtures.cache)
  func theCacheIsRead(fixture: String) async throws {
    try folder.makeInner()
    try Raw.execute(fixture, in: folder.cache)
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    var full = Samples.firstDetail.question
    full.body = nil
    #expect(
      await cache.questions(of: QuestionFeed(tags: ["swift"])).only
        == Samples.questions(QuestionPage(questions: [full, Samples.empty], hasMore: true)))
    #expect(
      await cache.detail(of: full.id, site: "stackoverflow").only
        == CachedDetail(detail: Samples.firstDetail, fetched: Samples.date))
    #expect(told.all.isEmpty)
  }

  /// A fixture is what the version's migrations make, so that a change of a migration is noticed.
  @Test func fixturesAreWhatTheMigrationsMake() throws {
    for (schema, fixtures) in [(StoreSchema.state, Fixtures.state), (.cache, Fixtures.cache)] {
      for (number, fixture) in fixtures.enumerated() {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { try $0.execute(sql: fixture) }
        guard case .known(version: number + 1) = try queue.read({ try schema.finding($0) }) else {
          Issue.record("version \(number + 1) is another one")
          continue
        }
      }
    }
  }
}
