import Foundation
import GRDB
import Model
import ModelTesting
import Signals
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// What is found under the state's name, other than a state.
@Suite struct DamagedFileTests {
  private let folder: TemporaryFolder
  /// 2026-11-22 09:30:00 UTC.
  private static let date = Date(timeIntervalSince1970: 1_795_339_800)

  init() throws { folder = try TemporaryFolder() }

  /// Writes a state with something in it, all of it in the file itself.
  private func makeState() throws -> Data {
    let state = StateDatabase(folder.state)
    for number in 0..<200 { state.keep(.order(QuestionFeed(tags: ["tag\(number)"]), .votes)) }
    state.keepNow(.pane("wikipedia"))
    try Raw.checkpoint(folder.state)
    return try Data(contentsOf: folder.state)
  }

  /// Expects that a damaged file does not keep the program from starting, and that new values are kept.
  private func expectANewFile(
    _ comment: Testing.Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    #expect(await state.remembered.only == RememberedState(), comment, sourceLocation: sourceLocation)
    #expect(told.all.count == 1, comment, sourceLocation: sourceLocation)
    #expect(told.all.first?.contains("state.sqlite was damaged: it is now state.sqlite.damaged-") == true)
    state.keepNow(.pane("conair"))
    let next = StateDatabase(folder.state)
    #expect(await next.remembered.only.dashboard.pane == "conair", comment, sourceLocation: sourceLocation)
    #expect(damaged.count == 1, comment, sourceLocation: sourceLocation)
  }

  private var damaged: [String] {
    folder.names.filter { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  @Test func whatIsNoDatabaseIsSetAside() async throws {
    try folder.makeInner()
    try Data("pane: wikipedia\n".utf8).write(to: folder.state)
    await expectANewFile()
    let aside = try #require(damaged.first)
    #expect(try Data(contentsOf: folder.url.appending(path: "reactui/\(aside)")) == Data("pane: wikipedia\n".utf8))
  }

  @Test(arguments: [2, 99, 100, 511, 512, 4096, 5000, 8192, 12_288])
  func aTruncatedFileIsSetAside(length: Int) async throws {
    let whole = try makeState()
    try #require(whole.count > length)
    Raw.removeCompanions(of: folder.state)
    try whole.prefix(length).write(to: folder.state)
    await expectANewFile("\(length) of \(whole.count) bytes")
  }

  @Test func everyPageThatIsSpoiltIsNoticed() async throws {
    let whole = try makeState()
    let size = 4096
    try #require(whole.count >= 4 * size)
    for page in 0..<whole.count / size {
      let folder = try TemporaryFolder()
      try folder.makeInner()
      var spoilt = whole
      // The head of the page; the first page begins with the file's own head.
      let start = page * size + (page == 0 ? 100 : 0)
      for byte in start..<start + 12 { spoilt[byte] ^= 0xFF }
      try spoilt.write(to: folder.state)
      let state = StateDatabase(folder.state)
      let told = Told(state.notices)
      #expect(await state.remembered.only == RememberedState(), "page \(page)")
      #expect(told.all.count == 1, "page \(page)")
    }
  }

  @Test(arguments: [
    "CREATE TABLE bookmarks (url TEXT)",
    "PRAGMA application_id = 5; CREATE TABLE value (name TEXT, value TEXT)",
    "PRAGMA application_id = 1920234289; CREATE TABLE value (name TEXT, value TEXT)",
    """
    PRAGMA application_id = 1920234289; CREATE TABLE value (name TEXT, value TEXT);
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY); INSERT INTO grdb_migrations VALUES ('0.1.0')
    """,
    "CREATE TABLE grdb_migrations (identifier BLOB); INSERT INTO grdb_migrations VALUES (x'FF')",
  ])
  func aDatabaseOfAnotherProgramIsSetAside(schema: String) async throws {
    try folder.makeInner()
    try Raw.execute(schema, in: folder.state)
    await expectANewFile()
  }

  @Test func aSchemaThatDoesMoreThanOursIsSetAside() async throws {
    _ = try makeState()
    try Raw.execute(
      "CREATE TRIGGER t AFTER INSERT ON value BEGIN DELETE FROM feed_order; END", in: folder.state)
    await expectANewFile()
  }

  @Test func anEmptyFileIsToldAndABeginning() async throws {
    try folder.makeInner()
    try Data().write(to: folder.state)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    #expect(await state.remembered.only.dashboard.pane == "conair")
    #expect(told.all == ["state.sqlite was empty, and what it had kept is lost: a new one is begun."])
    #expect(damaged.isEmpty)
    let next = StateDatabase(folder.state)
    let toldNext = Told(next.notices)
    #expect(await next.remembered.only.dashboard.pane == "conair" && toldNext.all == [])
  }

  /// SQLite removes the log of an empty file.
  @Test func anEmptyFileIsSetAsideWithALogThatHasSomething() async throws {
    _ = try makeState()
    Raw.removeCompanions(of: folder.state)
    try Data().write(to: folder.state)
    try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: folder.state.path + "-wal"))
    await expectANewFile()
    #expect(folder.names.contains { $0.contains(".damaged-") && $0.hasSuffix("-wal") })
  }

  @Test func aLogThatIsSpoiltTakesNothingElseAway() async throws {
    _ = try makeState()
    let log = Data(repeating: 0x5A, count: 40_000)
    try log.write(to: URL(filePath: folder.state.path + "-wal"))
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    #expect(await state.remembered.only.dashboard.pane == "wikipedia")
    state.keepNow(.pane("conair"))
    #expect(await StateDatabase(folder.state).remembered.only.dashboard.pane == "conair")
    let copy = try #require(damaged.first)
    #expect(
      told.all == [
        "The log of state.sqlite was damaged, and what was kept last may be lost: a copy of it is \(copy)."
      ])
    #expect(try Data(contentsOf: folder.url.appending(path: "reactui/\(copy)")) == log)
    // It counts as set aside.
    #expect(StateDatabase(folder.state).summary().setAside.map(\.lastPathComponent) == [copy])
    #expect(StateDatabase(folder.state).clear().failure == nil && damaged.isEmpty)
  }

  /// The log of a program that was killed: as it is, and with one byte spoilt in each of its frames.
  @Test func aLogIsLookedAtFrameByFrame() throws {
    let states = SystemCalls.states(of: folder.state.deletingLastPathComponent()) {
      let state = StateDatabase(folder.state)
      for number in 0..<5 { state.keepNow(.order(QuestionFeed(tags: ["tag\(number)"]), .votes)) }
    }
    for files in states {
      let log = files["state.sqlite-wal"] ?? Data()
      #expect(!WriteAheadLog(Array(log)).isDamaged, "after a kill, with \(log.count) bytes")
    }
    let log = Array(try #require(states.compactMap { $0["state.sqlite-wal"] }.max { $0.count < $1.count }))
    let frame = 4096 + 24
    let count = (log.count - 32) / frame
    try #require(count > 6 && log.count == 32 + count * frame)
    for number in 0..<count {
      var spoilt = log
      spoilt[32 + number * frame + 2_000] ^= 0xFF
      // The last frame may not have been written whole.
      #expect(WriteAheadLog(spoilt).isDamaged == (number < count - 1), "frame \(number) of \(count)")
    }
    for byte in 0..<32 {
      var spoilt = log
      spoilt[byte] ^= 0x10
      #expect(WriteAheadLog(spoilt).isDamaged, "byte \(byte) of the header")
    }
  }

  /// Another program that uses the database may be writing at this moment.
  @Test func theLogOfADatabaseInUseIsNotLookedAt() async throws {
    let first = StateDatabase(folder.state)
    first.keepNow(.pane("wikipedia"))
    let log = URL(filePath: folder.state.path + "-wal")
    let whole = try Data(contentsOf: log)
    try #require(whole.count > 32)
    let file = try FileHandle(forUpdating: log)
    try file.write(contentsOf: Data(repeating: 0x5A, count: 8))
    defer { try? file.close() }
    #expect(try StoreFile(url: folder.state).copyDamagedLog(at: Self.date) == nil)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: whole.prefix(8))
    #expect(await first.remembered.only.dashboard.pane == "wikipedia")
  }

  @Test func aFolderInItsPlaceIsSetAside() async throws {
    try FileManager.default.createDirectory(
      at: folder.state.appending(path: "precious"), withIntermediateDirectories: true)
    await expectANewFile()
    let aside = try #require(damaged.first)
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "reactui/\(aside)/precious").path))
  }

  @Test func aPipeInItsPlaceIsSetAside() async throws {
    try folder.makeInner()
    try #require(mkfifo(folder.state.path, 0o600) == 0)
    await expectANewFile()
  }

  /// The state of a disk that is not mounted, and all states of one.
  @Test(arguments: ["reactui/state.sqlite", "reactui"])
  func aLinkThatLeadsNowhereIsToldAndKept(name: String) async throws {
    let link = folder.url.appending(path: name)
    let target = folder.url.appending(path: "nowhere/file").path
    try FileManager.default.createDirectory(at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    #expect(await state.remembered.only == RememberedState())
    let sentence = "\(link.path) is a link to \(target), which is not there"
    let short = "\(link.lastPathComponent) is a link to \(target), which is not there"
    #expect(told.all == ["Nothing of what you do here is remembered: \(short)."])
    #expect(StateDatabase(folder.state).summary().problem?.string == sentence)
    #expect(StateDatabase(folder.state).clear().failure?.string == sentence + ".")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "nowhere").path))
  }

  @Test func whatALinkLeadsToIsSetAsideAndTheLinkStays() async throws {
    try folder.makeInner()
    let other = folder.url.appending(path: "reactui/real")
    try Data("pane: wikipedia\n".utf8).write(to: other)
    try FileManager.default.createSymbolicLink(atPath: folder.state.path, withDestinationPath: "real")
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    #expect(await StateDatabase(folder.state).remembered.only.dashboard.pane == "conair")
    #expect(
      told.all.count == 1 && told.all.first?.contains("state.sqlite was damaged: it is now real.damaged-") == true)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.state.path) == "real")
    #expect(StateDatabase(folder.state).summary().setAside.count == 1)
    #expect(StateDatabase(folder.state).clear().removed.contains("1 set aside"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.state.path) == "real")
  }

  @Test func theOldestOfManyOfOneSecondGoes() throws {
    try folder.makeInner()
    let file = StoreFile(url: folder.state)
    for number in 1...11 {
      try Data("damage \(number)".utf8).write(to: folder.state)
      _ = try file.setAside(.damaged, at: Self.date, keeping: 10)
    }
    #expect(
      try file.setAside.map { $0.drop { $0 != "-" }.dropFirst("-20261122-093000".count) } == (2...11).map { "-\($0)" })
  }

  @Test func threeDamagedFilesAreKept() throws {
    try folder.makeInner()
    let file = StoreFile(url: folder.state)
    // Two of them in the same second.
    for (number, second) in [0, 1, 2, 2, 3].enumerated() {
      try Data("damage \(number)".utf8).write(to: folder.state)
      try Data("log \(number)".utf8).write(to: URL(filePath: folder.state.path + "-wal"))
      _ = try file.setAside(.damaged, at: Self.date.addingTimeInterval(Double(second)), keeping: 3)
    }
    let kept = [
      "state.sqlite.damaged-20261122-093002", "state.sqlite.damaged-20261122-093002-2",
      "state.sqlite.damaged-20261122-093003",
    ]
    #expect(try file.setAside == kept)
    #expect(folder.names == kept.flatMap { [$0, $0 + "-wal"] }.sorted())
    #expect(try String(contentsOf: file.sibling(kept[1]), encoding: .utf8) == "damage 3")
    #expect(try String(contentsOf: file.sibling(kept[2] + "-wal"), encoding: .utf8) == "log 4")
  }

  @Test func theLogGoesWithTheFileThatIsSetAside() async throws {
    _ = try makeState()
    var spoilt = try Data(contentsOf: folder.state)
    spoilt[0] = 0
    try spoilt.write(to: folder.state)
    let wal = URL(filePath: folder.state.path + "-wal")
    try Data("a log".utf8).write(to: wal)
    await expectANewFile()
    let aside = try #require(damaged.first)
    let log = folder.url.appending(path: "reactui/\(aside)-wal")
    #expect(try String(contentsOf: log, encoding: .utf8) == "a log")
  }

  @Test func ofTwoProgramsThatFindTheSameDamageOneSetsItAside() async throws {
    for round in 0..<15 {
      let folder = try TemporaryFolder()
      try folder.makeInner()
      try Data("no database".utf8).write(to: folder.state)
      let databases = (0..<4).map { _ in StateDatabase(folder.state) }
      let told = databases.map { Told($0.notices) }
      for (number, database) in databases.enumerated() {
        database.keep(.order(QuestionFeed(tags: ["tag\(number)"]), .votes))
      }
      for database in databases { #expect(database.flush(within: 300)) }
      #expect(folder.names.filter { $0.contains("damaged") }.count == 1, "round \(round)")
      // Beside it those that wait may say that they do.
      #expect(told.flatMap(\.all).count { $0.contains("damaged") } == 1, "round \(round)")
      #expect(await databases[0].remembered.only.questions.orders.count == 4, "round \(round)")
    }
  }

  // MARK: - While the program runs

  @Test func damageThatIsFoundLaterIsDealtWithThen() async throws {
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    cache.keepNow(Samples.questions(Samples.page(2000)), of: QuestionFeed())
    try Raw.checkpoint(folder.cache)
    try Raw.spoil(folder.cache)
    #expect(await cache.questions(of: QuestionFeed()).only == nil)
    #expect(told.soon.first?.hasPrefix("cache.sqlite was damaged: it is now cache.sqlite.damaged-") == true)
    cache.keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
    #expect(await cache.questions(of: QuestionFeed()).only?.page.questions.count == 3)
  }

  @Test func aWriteThatMeetsTheDamageIsDoneAgain() async throws {
    let state = StateDatabase(folder.state)
    let other = StateDatabase(folder.state)
    for database in [state, other] { database.keepNow(.pane("wikipedia")) }
    try Raw.checkpoint(folder.state)
    try Raw.spoil(folder.state)
    state.keepNow(.pane("conair"))
    #expect(await state.remembered.only.dashboard.pane == "conair")
    // The other program still has the file that was set aside, and comes over when it meets the damage.
    other.keepNow(.tab(QuestionFeed(tags: ["swift"])))
    #expect(await state.remembered.only == RememberedState(pane: "conair", tab: QuestionFeed(tags: ["swift"])))
    #expect(damaged.count == 1)
  }
}
