import Edits
import Foundation
import GRDB
import Model
import ModelTesting
import Rooms
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// A file that any released version has made is read by this one.
@Suite struct FormerVersionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// With a migration comes a file of the version that it makes.
  @Test func everyVersionHasAFixture() {
    #expect(StoreSchema.state.migrations.migrations.count == Fixtures.state.count)
    #expect(StoreSchema.cache.migrations.migrations.count == Fixtures.cache.count)
  }

  @Test(arguments: Fixtures.state) func theStateIsRead(fixture: String) async throws {
    try folder.makeInner()
    try Raw.execute(fixture, in: folder.state)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    let kept = QuestionKey(site: "stackoverflow", id: Samples.full.id)
    var expected = RememberedState(
      pane: "wikipedia", tab: QuestionFeed(site: "unix", tags: ["bash"]),
      orders: [QuestionFeed(): .week, QuestionFeed(tags: ["ios", "swift"], matching: .any): .creation])
    expected.questions.tabs = TabChanges(
      opened: [QuestionFeed(search: "nio websocket"), QuestionFeed(tags: ["bash"])],
      closed: [QuestionFeed(tags: ["ios"])], order: [QuestionFeed(tags: ["bash"]), QuestionFeed()])
    expected.questions.marks = QuestionMarks(read: [QuestionKey(site: "unix", id: 77): 3], kept: [kept])
    expected.questions.marks.read[QuestionKey(.server(Self.station), site: "unix", id: 77)] = 9
    expected.questions.isDense = true
    expected.rooms.choices = RoomChoices(
      hidden: ["prometheus http://pi.local:9090 temp 0 a", "sensors 0 b"], alone: "sensors 0 c")
    expected.rooms.events = [
      RoomEvent(
        room: "sensors 0 b", name: "Rack", limit: RoomLimit(.above, 26.5),
        since: Date(timeIntervalSince1970: 1_790_000_000.125), isSinceKnown: false, extreme: 28.25),
      RoomEvent(
        room: "sensors 0 b", name: "Rack", limit: RoomLimit(.below, 5),
        since: Date(timeIntervalSince1970: 1_780_000_000.125), until: Date(timeIntervalSince1970: 1_780_000_060.125),
        extreme: 4.5),
    ]
    #expect(await state.remembered.only == expected)
    var cached = Samples.cachedBefore
    cached.detail.question.site = kept.site
    #expect(await state.kept(kept).only == cached)
    #expect(await state.quota(of: .standard).only == RememberedQuota(remaining: 17, max: 300, date: Samples.date))
    #expect(
      await state.quota(of: Self.station).only == RememberedQuota(remaining: 9_999, max: nil, date: Samples.date))
    let time = Date(timeIntervalSince1970: 1_790_000_040)
    #expect(
      await KeptReadings(in: state).readings(of: "this-machine", over: time...time, step: 60).only == [
        RoomKey("nvme"): [RoomReading(time: time, lowest: 38.5, mean: 239 / 6, highest: 41)]
      ])
    let now = Date(timeIntervalSince1970: 1_790_000_010)
    #expect(
      await state.rates(of: "https://a/ enwiki", since: now - 60, now: now).only
        == [KeptRate(end: 1_790_000_005, people: 3, anonymous: 2, bots: 1, reverts: 1)])
    #expect(
      await state.readEdits(of: "https://a/").only == [EditAnnotation.Key(wiki: "enwiki", revision: 1_300_000_001)])
    #expect(told.all.isEmpty)
    state.keepNow(.pane("conair"))
    #expect(await StateDatabase(folder.state).remembered.only.dashboard.pane == "conair")
  }

  private static let station = QuestionServer(kept: Fixtures.stationAddress)

  @Test(arguments: Fixtures.cache) func theCacheIsRead(fixture: String) async throws {
    try folder.makeInner()
    try Raw.execute(fixture, in: folder.cache)
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    var full = Samples.full
    // Stored before the last activity was.
    (full.body, full.lastActivity) = (nil, nil)
    #expect(
      await cache.questions(of: QuestionFeed(tags: ["swift"])).only
        == Samples.questions(QuestionPage(questions: [full, Samples.empty], hasMore: true)))
    #expect(await cache.detail(of: full.id, site: "stackoverflow").only == Samples.cachedBefore)
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
