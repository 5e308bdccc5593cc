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
      expected.isDense = true
      #expect(
        await state.quota(of: .standard).only == RememberedQuota(remaining: 17, max: 300, date: Samples.date))
      #expect(await state.kept(kept).only == CachedDetail(detail: Samples.firstDetail, fetched: Samples.date))
    }
    if version >= 3 {
      expected.marks.read[QuestionKey(.server(Self.station), site: "unix", id: 77)] = 9
      #expect(
        await state.quota(of: Self.station).only == RememberedQuota(remaining: 9_999, max: nil, date: Samples.date))
    }
    if version >= 4 {
      expected.rooms = RoomChoices(
        hidden: ["prometheus http://pi.local:9090 temp 0 a", "sensors 0 b"], alone: "sensors 0 c")
    }
    if version >= 5 {
      expected.events = [
        RoomEvent(
          room: "sensors 0 b", name: "Rack", limit: RoomLimit(.above, 26.5),
          since: Date(timeIntervalSince1970: 1_790_000_000.125), isSinceKnown: version < 9, extreme: 28.25),
        RoomEvent(
          room: "sensors 0 b", name: "Rack", limit: RoomLimit(.below, 5),
          since: Date(timeIntervalSince1970: 1_780_000_000.125), until: Date(timeIntervalSince1970: 1_780_000_060.125),
          extreme: 4.5),
      ]
    }
    if version >= 6 {
      let time = Date(timeIntervalSince1970: 1_790_000_040)
      #expect(
        await state.readings(of: "this-machine", over: time...time, step: 60).only == [
          RoomKey("nvme"): [RoomReading(time: time, lowest: 38.5, mean: 239 / 6, highest: 41)]
        ])
    }
    if version >= 7 {
      let now = Date(timeIntervalSince1970: 1_790_000_010)
      #expect(
        await state.rates(of: "https://a/ enwiki", since: now - 60, now: now).only
          == [KeptRate(end: 1_790_000_005, people: 3, anonymous: 2, bots: 1, reverts: version >= 8 ? 1 : nil)])
    }
    if version >= 8 {
      #expect(
        await state.readEdits(of: "https://a/").only == [EditAnnotation.Key(wiki: "enwiki", revision: 1_300_000_001)])
    }
    #expect(await state.remembered.only == expected)
    #expect(told.all.isEmpty)
    state.keepNow(.pane("conair"))
    #expect(await StateDatabase(folder.state).remembered.only.pane == "conair")
  }

  private static let station = QuestionServer(kept: Fixtures.stationAddress)

  @Test(arguments: zip(1...Fixtures.cache.count, Fixtures.cache))
  func theCacheIsRead(version: Int, fixture: String) async throws {
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
    let ofStation = await cache.questions(of: QuestionFeed(tags: ["swift"]), from: Self.station).only
    #expect(ofStation?.page.questions.map(\.id) == (version >= 2 ? [79_200_038] : nil))
    #expect(told.all.isEmpty)
  }

  // MARK: - What was kept without its server

  @Test func aCacheWithoutServersGivesAStationWhatItInvented() async throws {
    try folder.makeInner()
    try Raw.execute(
      Fixtures.cache[0] + """
        INSERT INTO entry VALUES (3, 'list', '{}', 1790000000125, 1790000000126, 70);
        INSERT INTO content VALUES (3, x'\(Fixtures.stationList3)');
        INSERT INTO entry VALUES (4, 'question', 'stackoverflow/79200038', 1790000000125, 1790000000126, 70);
        INSERT INTO content VALUES (4, x'\(Fixtures.stationQuestion3)');
        INSERT INTO entry VALUES (5, 'sites', '', 1790000000125, 1790000000126, 2);
        INSERT INTO content VALUES (5, x'5B5D');
        INSERT INTO entry VALUES (6, 'list', '{"site":"unix"}', 1790000000125, 1790000000126, 2);
        INSERT INTO content VALUES (6, x'FFFF');
        INSERT INTO entry VALUES (7, 'list', '{"site":"gone"}', 1790000000125, 1790000000126, 2);
        """, in: folder.cache)
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    let invented = QuestionKey(.server(Self.station), site: "stackoverflow", id: 79_200_038)
    #expect(await cache.questions(of: QuestionFeed()).only == nil)
    #expect(await cache.detail(of: invented.id, site: invented.site).only == nil)
    #expect(await cache.questions(of: QuestionFeed(), from: Self.station).only?.page.questions.count == 1)
    #expect(await cache.detail(of: invented).only?.detail.question.title == "CameraX stops")
    #expect(await cache.questions(of: QuestionFeed(tags: ["swift"])).only?.page.questions.count == 2)
    #expect(await cache.sites(of: .standard).only == nil, "nobody knows whether the demonstration invented them")
    #expect(told.all.isEmpty)
  }

  @Test func aStateWithoutServersGivesAStationWhatItInvented() async throws {
    try folder.makeInner()
    try Raw.execute(
      Fixtures.state[1] + """
        INSERT INTO kept_question VALUES ('stackoverflow', 79200038, 1790000000125, x'\(Fixtures.stationQuestion3)');
        INSERT INTO kept_question VALUES ('stackoverflow', 3, 1790000000125, x'FFFF');
        """, in: folder.state)
    let state = StateDatabase(folder.state)
    #expect(await state.keptQuestions(of: "stackoverflow").only.map(\.id) == [Samples.full.id])
    #expect(
      await state.keptQuestions(of: "stackoverflow", from: Self.station).only.map(\.id) == [79_200_038],
      "nothing that a person keeps is lost")
  }

  @Test(arguments: ["", "[]", "[1,2]", "[null,1,2]", "[1e30,1,2]", "nonsense"])
  func aFormerQuotaThatIsNoneIsNotThere(text: String) async throws {
    try folder.makeInner()
    try Raw.execute(
      Fixtures.state[1] + "UPDATE value SET value = '\(text)' WHERE name = 'quota'", in: folder.state)
    let state = StateDatabase(folder.state)
    #expect(await state.quota(of: .standard).only == nil)
    #expect(await state.remembered.only.pane == "wikipedia")
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
