import Foundation
import GRDB
import Locks
import Model
import ModelTesting
import Signals
import Testing

@testable import Questions
@testable import QuestionsEdge
@testable import Storage

/// A file that another program removes or replaces while this one has it open.
@Suite struct RemovedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let removed = "state.sqlite was removed while it was in use: a new one is begun."

  private func remove(_ url: URL) throws { try FileManager.default.removeItem(at: url) }

  @Test func whatIsKeptAfterwardsIsInANewFile() async throws {
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    try remove(folder.state)
    state.keepNow(.pane("conair"))
    #expect(told.all == [Self.removed])
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "conair"))
    state.keepNow(.tab(QuestionFeed(tags: ["swift"])))
    #expect(told.all.count == 1, "it is told once for each removal")
    try remove(folder.state.deletingLastPathComponent())
    state.keepNow(.pane("stack-overflow"))
    #expect(told.all == [Self.removed, Self.removed])
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "stack-overflow"))
  }

  @Test func whatIsWrittenWhileItIsRemovedIsWrittenAgain() async throws {
    let url = folder.state
    // The name is lost between the look and the commit, the first time.
    let isFirst = LockedState(true)
    let opening = StoreOpening(file: StoreFile(url: url), schema: .state) { database in
      guard
        isFirst.withLock({ first in
          defer { first = false }
          return first
        })
      else { return }
      database.add(transactionObserver: Removal(of: url), extent: .databaseLifetime)
    }
    let state = StateDatabase(opening, on: QueueScheduler())
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    #expect(told.all == [Self.removed])
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState(pane: "conair"))
  }

  @Test func aFileThatTakesItsPlaceIsUsed() async throws {
    let other = try TemporaryFolder()
    StateDatabase(other.state).keepNow(.pane("wikipedia"))
    try Raw.checkpoint(other.state)
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    try remove(folder.state.deletingLastPathComponent())
    try FileManager.default.copyItem(
      at: other.state.deletingLastPathComponent(), to: folder.state.deletingLastPathComponent())
    #expect(await state.remembered.only.dashboard.pane == "wikipedia")
    #expect(told.all == ["state.sqlite was replaced while it was in use: the new one is used."])
  }

  @Test func aFolderThatCannotBeLookedIntoIsNoRemoval() async throws {
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    // A link that leads to itself, in the place of a folder above.
    let moved = folder.url.appending(path: "moved")
    try FileManager.default.moveItem(at: folder.state.deletingLastPathComponent(), to: moved)
    try FileManager.default.createSymbolicLink(
      atPath: folder.state.deletingLastPathComponent().path, withDestinationPath: "reactui")
    state.keepNow(.pane("conair"))
    #expect(told.all == [])
    let file = moved.appending(path: "state.sqlite")
    #expect(await StateDatabase(file).remembered.only == RememberedState(pane: "conair"))
  }

  @Test func theCacheIsBegunAgainToo() async throws {
    let cache = CacheDatabase(folder.cache)
    let told = Told(cache.notices)
    cache.keepNow(Samples.questions(Samples.page(3)), of: QuestionFeed())
    try remove(folder.cache)
    #expect(await cache.questions(of: QuestionFeed()).only == nil)
    cache.keepNow(Samples.questions(Samples.page(2)), of: QuestionFeed())
    #expect(told.all == ["cache.sqlite was removed while it was in use: a new one is begun."])
    #expect(await CacheDatabase(folder.cache).questions(of: QuestionFeed()).only?.page.questions.count == 2)
  }
}

/// Removes a file when a value was written into it.
private final class Removal: TransactionObserver {
  private let url: URL
  private var isDue = false

  init(of url: URL) { self.url = url }

  // SQLite tells nothing of changes in a table without numbers of rows, but of the statements that make them.
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    if case .insert("value") = eventKind { isDue = true }
    return isDue
  }

  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) { if isDue { unlink(url.path) } }
  func databaseDidRollback(_ database: Database) {}
}
