import Foundation
import GRDB
import Model
import ModelTesting
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// What builds before the first release have left: it is set aside with a sentence, and never deleted.
@Suite struct UnreleasedVersionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A state or a cache as such a build has left it, with the migrations up to one.
  private static func file(_ schema: StoreSchema, upTo migration: Int, value: String) -> String {
    """
    PRAGMA application_id = \(schema.applicationID);
    PRAGMA journal_mode = WAL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE value (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO value VALUES ('pane', '\(value)');
    """ + (1...migration).map { "INSERT INTO grdb_migrations VALUES ('\($0)');" }.joined()
  }

  private var setAside: [String] { folder.names.filter { $0.contains(".older-") && !$0.contains("-wal") } }

  private func pane(in name: String) throws -> [String] {
    try Raw.values("SELECT value FROM value WHERE name = 'pane'", in: folder.url.appending(path: "reactui/\(name)"))
  }

  @Test(arguments: [1, 4, 9]) func theStateIsSetAsideAndEverythingGoesOn(migration: Int) async throws {
    try folder.makeInner()
    try Raw.execute(Self.file(.state, upTo: migration, value: "wikipedia"), in: folder.state)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    #expect(await state.remembered.only == RememberedState())
    let name = try #require(setAside.first)
    #expect(told.all == ["state.sqlite is of an older reactui: it is now \(name), and a new one is begun."])
    #expect(try pane(in: name) == ["wikipedia"], "all of it is there")
    state.keepNow(.pane("conair"))
    let next = StateDatabase(folder.state)
    let toldNext = Told(next.notices)
    #expect(await next.remembered.only.dashboard.pane == "conair")
    #expect(toldNext.all.isEmpty && setAside == [name])
  }

  @Test(arguments: [1, 2]) func theCacheIsSetAsideAndEverythingGoesOn(migration: Int) async throws {
    try folder.makeInner()
    try Raw.execute(Self.file(.cache, upTo: migration, value: "x"), in: folder.cache)
    let (feed, page) = (QuestionFeed(), Samples.questions(Samples.page(3)))
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    #expect(await cache.questions(of: feed).only == nil)
    let name = try #require(setAside.first)
    #expect(told.all == ["cache.sqlite is of an older reactui: it is now \(name), and a new one is begun."])
    cache.keepNow(page, of: feed)
    #expect(await CacheDatabase(folder.cache).questions(of: feed).only == page)
    #expect(try pane(in: name) == ["x"])
  }

  /// What the last program has not brought from the log into the file belongs to it.
  @Test func theLogGoesWithIt() async throws {
    try folder.makeInner()
    try Raw.execute(Self.file(.state, upTo: 9, value: "wikipedia"), in: folder.state)
    var configuration = Configuration()
    configuration.journalMode = .wal
    let other = try DatabaseQueue(path: folder.state.path, configuration: configuration)
    try await other.write { try $0.execute(sql: "UPDATE value SET value = 'conair'") }
    let state = StateDatabase(folder.state)
    #expect(await state.remembered.only == RememberedState())
    let name = try #require(setAside.first)
    #expect(folder.names.contains("\(name)-wal"))
    try other.close()
    #expect(try pane(in: name) == ["conair"])
    state.keepNow(.pane("wikipedia"))
    #expect(await StateDatabase(folder.state).remembered.only.dashboard.pane == "wikipedia")
  }

  @Test func noneIsDeletedHoweverManyThereAre() async throws {
    try folder.makeInner()
    for number in 1...5 {
      try? FileManager.default.removeItem(at: folder.state)
      Raw.removeCompanions(of: folder.state)
      try Raw.execute(Self.file(.state, upTo: 9, value: "\(number)"), in: folder.state)
      let state = StateDatabase(folder.state)
      state.keepNow(.pane("conair"))
    }
    #expect(try setAside.flatMap { try pane(in: $0) }.sorted() == ["1", "2", "3", "4", "5"])
  }

  @Test func ofTwoProgramsOneSetsItAside() async throws {
    for round in 0..<15 {
      let folder = try TemporaryFolder()
      try folder.makeInner()
      try Raw.execute(Self.file(.state, upTo: 9, value: "wikipedia"), in: folder.state)
      let databases = (0..<4).map { _ in StateDatabase(folder.state) }
      let told = databases.map { Told($0.notices) }
      for (number, database) in databases.enumerated() {
        database.keep(.order(QuestionFeed(tags: ["tag\(number)"]), .votes))
      }
      for database in databases { #expect(database.flush(within: 60)) }
      #expect(folder.names.count { $0.contains(".older-") && !$0.contains("-wal") } == 1, "round \(round)")
      #expect(told.flatMap(\.all).count { $0.contains("older") } == 1, "round \(round)")
      #expect(await databases[0].remembered.only.questions.orders.count == 4, "round \(round)")
    }
  }

  @Test func itIsSummedUpAndClearedWhole() throws {
    try folder.makeInner()
    try Raw.execute(Self.file(.state, upTo: 9, value: "wikipedia"), in: folder.state)
    #expect(StateDatabase(folder.state).summary().problem == "it was written by an older reactui")
    StateDatabase(folder.state).keepNow(.pane("conair"))
    #expect(StateDatabase(folder.state).summary().setAside.map(\.lastPathComponent) == setAside)
    try FileManager.default.copyItem(
      at: folder.url.appending(path: "reactui/\(setAside[0])"), to: folder.url.appending(path: "copy"))
    #expect(StateDatabase(folder.state).clear().removed == ["1 value", "1 set aside"])
    #expect(setAside.isEmpty)
    try Data(contentsOf: folder.url.appending(path: "copy")).write(to: folder.state)
    #expect(StateDatabase(folder.state).clear().failure == nil)
    #expect(!folder.names.contains("state.sqlite"), "an empty one would be set aside at the next start")
  }
}
