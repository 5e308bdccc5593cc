import Foundation
import Model
import ModelTesting
import Questions
import QuestionsEdge
import Testing

@testable import Assembly
@testable import Storage

/// `reactui state` and `reactui state clear`.
@Suite struct UpkeepTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func whereNothingIsNothingIsMade() throws {
    for summary in [StateDatabase(folder.state).summary(), CacheDatabase(folder.cache).summary(of: Features.cached)] {
      #expect(!summary.exists && summary.bytes == 0 && summary.counts.isEmpty && summary.problem == nil)
    }
    #expect(StateDatabase(folder.state).clear() == StoreRemoval(file: folder.state))
    #expect(CacheDatabase(folder.cache).clear(of: Features.cached) == StoreRemoval(file: folder.cache))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func whatIsThereIsCounted() throws {
    let cache = CacheDatabase(folder.cache)
    let state = StateDatabase(folder.state)
    cache.keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
    cache.keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed(tags: ["swift"]))
    let newest = Samples.date.addingTimeInterval(60)
    cache.keepNow(CachedDetail(detail: Samples.detail, fetched: newest))
    let key = QuestionKey(site: "unix", id: 7)
    state.keep(.pane("wikipedia"))
    state.keepNow(
      .tab(QuestionFeed()), .order(QuestionFeed(), .week), .tabFate(QuestionFeed(), .closed),
      .read(key, answers: 1, at: newest), .read(QuestionKey(site: "unix", id: 8), answers: 1, at: newest))
    let summary = CacheDatabase(folder.cache).summary(of: Features.cached)
    #expect(summary.exists && summary.file == folder.cache && summary.bytes > 4096)
    let cached: [StoreSummary.Count] = [
      .init(name: "lists", one: "list", count: 2),
      .init(name: "questions", one: "question", count: 1),
      .init(name: "lists of sites and wikis", one: "list of sites or wikis", count: 0),
    ]
    #expect(summary.counts == cached)
    #expect(summary.newest == newest)
    let counts: [StoreSummary.Count] = [
      .init(name: "values", one: "value", count: 2),
      .init(name: "orders of lists", one: "order of a list", count: 1),
      .init(name: "changes of tabs", one: "change of a tab", count: 1),
      .init(name: "questions read", one: "question read", count: 2),
      .init(name: "questions kept", one: "question kept", count: 0),
      .init(name: "rooms hidden", one: "room hidden", count: 0),
      .init(name: "alarms of rooms", one: "alarm of a room", count: 0),
      .init(name: "temperatures", one: "temperature", count: 0),
      .init(name: "rates of edits", one: "rate of edits", count: 0),
      .init(name: "edits read", one: "edit read", count: 0),
    ]
    #expect(StateDatabase(folder.state).summary().counts == counts)
  }

  @Test func whatCannotBeReadIsSaid() throws {
    try folder.makeInner()
    try Data("no database".utf8).write(to: folder.state)
    #expect(StateDatabase(folder.state).summary().problem == "it is damaged")
    #expect(StateDatabase(folder.state).summary().bytes == 11)
    #expect(folder.names == ["state.sqlite"])
    try FileManager.default.removeItem(at: folder.state)
    try #require(mkfifo(folder.state.path, 0o600) == 0)
    #expect(StateDatabase(folder.state).summary().problem == "it is no file")
  }

  @Test func whatIsClearedIsGone() async throws {
    let cache = CacheDatabase(folder.cache)
    cache.keepNow(Samples.questions(Samples.page(3000)), of: QuestionFeed())
    let state = StateDatabase(folder.state)
    state.keepNow(.pane("wikipedia-canary"))
    #expect(CacheDatabase(folder.cache).clear(of: Features.cached).removed == ["1 list"])
    #expect(StateDatabase(folder.state).clear().removed == ["1 value"])
    #expect(await CacheDatabase(folder.cache).questions(of: QuestionFeed()).only == nil)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
    #expect(CacheDatabase(folder.cache).summary(of: Features.cached).bytes < 150_000)
    for name in folder.names {
      let bytes = try Data(contentsOf: folder.url.appending(path: "reactui/\(name)"))
      #expect(bytes.range(of: Data("canary".utf8)) == nil, "\(name)")
      #expect(bytes.range(of: Data("convert".utf8)) == nil, "\(name)")
    }
  }

  @Test func aProgramThatRunsGoesOnWithAnEmptyFile() async throws {
    let running = StateDatabase(folder.state)
    let told = Told(running.notices)
    running.keep(.pane("wikipedia"))
    running.keepNow(.tab(QuestionFeed(tags: ["swift"])))
    StateDatabase(folder.state).clear()
    #expect(await running.remembered.only == RememberedState())
    running.keepNow(.pane("conair"))
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "conair"))
    #expect(told.all.isEmpty)
  }

  @Test func aDamagedFileIsRemovedWithWhatWasSetAside() throws {
    try folder.makeInner()
    let names = [
      "state.sqlite", "state.sqlite-wal", "state.sqlite.damaged-20261122-093000",
      "state.sqlite.damaged-20261122-093000-wal",
    ]
    for name in names + ["notes.txt"] {
      try Data("no database".utf8).write(to: folder.url.appending(path: "reactui/\(name)"))
    }
    #expect(StateDatabase(folder.state).summary().setAside.map(\.lastPathComponent) == [names[2]])
    let removed = StateDatabase(folder.state).clear().removed
    #expect(removed == ["33 bytes", "1 set aside"], "what cannot be counted is not nothing")
    #expect(folder.names == ["notes.txt"])
  }

  @Test func aNewerFileIsEmptiedToo() async throws {
    let state = StateDatabase(folder.state)
    state.keepNow(.pane("wikipedia"))
    try Raw.execute(
      """
      CREATE TABLE bookmark (site TEXT); INSERT INTO bookmark VALUES ('unix'); INSERT INTO grdb_migrations VALUES ('later')
      """, in: folder.state)
    #expect(StateDatabase(folder.state).summary().problem == "it was written by a newer reactui")
    #expect(StateDatabase(folder.state).clear().removed.allSatisfy { $0.string.hasSuffix(" bytes") })
    #expect(try Raw.values("SELECT site FROM bookmark UNION SELECT name FROM value", in: folder.state) == [String]())
    #expect(
      try Raw.values("SELECT identifier FROM grdb_migrations", in: folder.state) == ["0.1.0", "0.1.0 rules", "later"])
  }

  @Test func aFolderInItsPlaceStays() throws {
    try FileManager.default.createDirectory(at: folder.state, withIntermediateDirectories: true)
    #expect(StateDatabase(folder.state).clear().failure?.string.contains("cannot be removed") == true)
    #expect(folder.names == ["state.sqlite"])
  }
}
