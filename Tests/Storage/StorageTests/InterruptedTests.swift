import Foundation
import Model
import ModelTesting
import Signals
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// A program that was killed, at any moment: the next one has nothing to tell, and goes on.
@Suite(.serialized) struct InterruptedTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var inner: URL { folder.state.deletingLastPathComponent() }

  /// Returns a folder of databases as a kill has left it.
  private func left(_ files: SystemCalls.Files) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.makeInner()
    for (name, bytes) in files { try bytes.write(to: folder.url.appending(path: "reactui/\(name)")) }
    return folder
  }

  private func expectAState(
    in folder: TemporaryFolder, _ files: SystemCalls.Files, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let comment: Testing.Comment = "\(files.mapValues(\.count))"
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    #expect(told.all == [], comment, sourceLocation: sourceLocation)
    #expect(
      await StateDatabase(folder.state).remembered.only.dashboard.pane == "conair", comment,
      sourceLocation: sourceLocation)
    #expect(!folder.names.contains { $0.contains("damaged") }, comment, sourceLocation: sourceLocation)
  }

  private func expectACache(in folder: TemporaryFolder, _ files: SystemCalls.Files) async {
    let comment: Testing.Comment = "\(files.mapValues(\.count))"
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    cache.keepNow(Samples.questions(Samples.page(1)), of: QuestionFeed(tags: ["next"]))
    #expect(told.all == [], comment)
    let next = await CacheDatabase(folder.cache).questions(of: QuestionFeed(tags: ["next"])).only
    #expect(next?.page.questions.count == 1, comment)
    #expect(!folder.names.contains { $0.contains("damaged") }, comment)
  }

  @Test func aFirstStartThatIsKilledSpoilsNoState() async throws {
    let states = SystemCalls.states(of: inner) { StateDatabase(folder.state).keepNow(.pane("wikipedia")) }
    #expect(states.count > 40, "the calls are recorded")
    #expect(states.contains { ($0["state.sqlite-journal"]?.count ?? 0) > 512 }, "a journal is among them")
    for files in states { await expectAState(in: try left(files), files) }
  }

  @Test func aFirstStartThatIsKilledSpoilsNoCache() async throws {
    let states = SystemCalls.states(of: inner) {
      CacheDatabase(folder.cache).keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
    }
    #expect(states.count > 40, "the calls are recorded")
    for files in states { await expectACache(in: try left(files), files) }
  }

  @Test func aFirstStartThatIsKilledSpoilsNoIndex() async throws {
    let states = SystemCalls.states(of: inner) {
      let index = SearchIndex(folder.search)
      index.take {
        CacheDatabase.entries(of: Samples.questions(Samples.page(3)), site: "stackoverflow", from: .standard)
      }
      #expect(index.flush(within: 300))
    }
    #expect(states.contains { $0["search.sqlite"] != nil }, "the calls are recorded")
    for files in states.enumerated().compactMap({ $0.offset % 4 == 0 ? $0.element : nil }) {
      let folder = try left(files)
      let cache = CacheDatabase(folder.cache, beside: SearchIndex(folder.search))
      let told = Told(cache.notices)
      cache.keepNow(Samples.questions(Samples.page(1)), of: QuestionFeed(tags: ["next"]))
      let found = await cache.found("convert", from: .standard).collect().only.last
      #expect(found??.questions.isEmpty == false && told.all == [], "\(files.mapValues(\.count))")
    }
  }

  @Test func clearingThatIsKilledSpoilsNothing() async throws {
    let state = StateDatabase(folder.state)
    for number in 0..<20 { state.keep(.order(QuestionFeed(tags: ["tag\(number)"]), .votes)) }
    state.keepNow(.pane("wikipedia"))
    let states = SystemCalls.states(of: inner) { #expect(StateDatabase(folder.state).clear().failure == nil) }
    #expect(states.count > 10, "the calls are recorded")
    for files in states { await expectAState(in: try left(files), files) }
  }

  @Test func aRemovalThatIsKilledLeavesNothingForTheNextFile() async throws {
    // What belongs to a file that is gone: a log, its index, and a journal that would be rolled back.
    let states = SystemCalls.states(of: inner) { StateDatabase(folder.state).keepNow(.pane("wikipedia")) }
    let journal = try #require(states.compactMap { $0["state.sqlite-journal"] }.max { $0.count < $1.count })
    let log = try #require(states.compactMap { $0["state.sqlite-wal"] }.max { $0.count < $1.count })
    let files = ["state.sqlite-journal": journal, "state.sqlite-wal": log, "state.sqlite-shm": Data("index".utf8)]
    await expectAState(in: try left(files), files)
  }

  @Test func aDamagedFileIsSetAsideWithItsJournal() async throws {
    let states = SystemCalls.states(of: inner) { StateDatabase(folder.state).keepNow(.pane("wikipedia")) }
    let journal = try #require(states.compactMap { $0["state.sqlite-journal"] }.max { $0.count < $1.count })
    let copy = try left(["state.sqlite": Data("no database, but longer than a page".utf8)])
    try journal.write(to: URL(filePath: copy.state.path + "-journal"))
    _ = try StoreFile(url: copy.state).setAside(.damaged, at: Samples.date, keeping: 1)
    #expect(copy.names.allSatisfy { $0.hasPrefix("state.sqlite.damaged-") } && copy.names.count == 2)
  }
}
