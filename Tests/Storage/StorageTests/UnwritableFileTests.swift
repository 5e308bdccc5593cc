import Foundation
import GRDB
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import Questions
@testable import Storage

@Suite struct UnwritableFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A state on a disk that has room for so many of its pages, or for no more than are there.
  private func fullDisk(pages: Int) -> StateDatabase {
    let opening = StoreOpening(file: StoreFile(url: folder.state), schema: .state) {
      try $0.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    return StateDatabase(opening, on: QueueScheduler())
  }

  /// Keeps 300 orders, more than there is room for.
  private func keepMuch(in state: StateDatabase) {
    let long = String(repeating: "g", count: 200)
    for number in 0..<300 { state.keep(.order(QuestionFeed(tags: ["\(number)\(long)"]), .votes)) }
    #expect(state.flush(within: 300))
  }

  @Test func aFileInThePlaceOfTheFolderIsTold() async throws {
    try Data("in the way".utf8).write(to: folder.url.appending(path: "reactui"))
    let state = StateDatabase(folder.state)
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    #expect(await state.remembered.only == RememberedState())
    let path = folder.url.appending(path: "reactui").path
    #expect(told.all.count == 1)
    #expect(told.all.first?.hasPrefix("Nothing of what you do here is remembered: ") == true)
    #expect(told.all.first?.contains(path) == true)
    #expect(try String(contentsOf: folder.url.appending(path: "reactui"), encoding: .utf8) == "in the way")
  }

  @Test func anotherUsersFolderIsNotUsed() async throws {
    try folder.makeInner()
    let file = StoreFile(url: folder.state, owner: geteuid() &+ 1)
    let state = StateDatabase(StoreOpening(file: file, schema: .state), on: QueueScheduler())
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    #expect(told.all.first?.contains(" belongs to ") == true, "\(told.all)")
    #expect(folder.names.isEmpty)
  }

  @Test func aFullDiskAtTheFirstStartIsTold() async {
    let state = fullDisk(pages: 1)
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    #expect(await state.remembered.only == RememberedState())
    #expect(told.all.count == 1)
    #expect(told.all.first?.contains("state.sqlite cannot be opened: database or disk is full") == true)
  }

  @Test func onADiskThatIsFullFromTheBeginningWhatIsThereIsRead() async {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let state = fullDisk(pages: 1)
    let told = Told(state.notices)
    keepMuch(in: state)
    #expect(await state.remembered.only.dashboard.pane == "wikipedia")
    #expect(told.soon.first?.contains("database or disk is full") == true)
  }

  @Test func aDiskThatBecomesFullIsToldOnce() async {
    let state = fullDisk(pages: 25)
    let told = Told(state.notices)
    state.keep(.pane("wikipedia"))
    keepMuch(in: state)
    let remembered = await state.remembered.only
    #expect(remembered.dashboard.pane == "wikipedia")
    #expect((10..<300).contains(remembered.questions.orders.count), "what there was room for is kept")
    #expect(
      told.all == ["Nothing of what you do here is remembered: state.sqlite cannot be used: database or disk is full."])
    #expect(folder.names.contains { $0.contains("damaged") } == false)
  }

  @Test func whatCannotBeWrittenIsStillRead() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let opening = StoreOpening(file: StoreFile(url: folder.state), schema: .state) { _ in
      throw DatabaseError(resultCode: .SQLITE_READONLY, message: "attempt to write a readonly database")
    }
    let state = StateDatabase(opening, on: QueueScheduler())
    let told = Told(state.notices)
    #expect(await state.remembered.only.dashboard.pane == "wikipedia")
    state.keepNow(.pane("conair"))
    #expect(await state.remembered.only.dashboard.pane == "wikipedia")
    #expect(told.all.count == 1)
    #expect(told.all.first?.contains("state.sqlite cannot be written: nothing may be written to it") == true)
  }

  // MARK: - Permissions

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: name).path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func onlyTheOwnerCanReadFolderAndFiles() async throws {
    let state = StateDatabase(folder.state)
    state.keepNow(.pane("wikipedia"))
    #expect(try mode("reactui") == 0o700)
    for name in ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm"] {
      #expect(try mode("reactui/\(name)") == 0o600, "\(name)")
    }
  }

  @Test func whatIsOpenToOthersIsClosed() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let inner = folder.url.appending(path: "reactui").path
    #expect(chmod(inner, 0o755) == 0 && chmod(folder.state.path, 0o644) == 0 && chmod(folder.url.path, 0o755) == 0)
    let state = StateDatabase(folder.state)
    state.keepNow(.pane("wikipedia"))
    #expect(try mode("reactui") == 0o700)
    for name in ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm"] {
      #expect(try mode("reactui/\(name)") == 0o600, "\(name)")
    }
    #expect(try mode("") == 0o755, "a folder that is not the program's stays as it is")
  }

  @Test func foldersAreMadeOnTheWay() async throws {
    let state = StateDatabase(folder.url.appending(path: "home/.local/state/reactui/state.sqlite"))
    state.keepNow(.pane("wikipedia"))
    #expect(try mode("home/.local") == 0o700)
    #expect(try mode("home/.local/state/reactui/state.sqlite") == 0o600)
  }
}
