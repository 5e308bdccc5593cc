import Foundation
import GRDB
import Locks
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import Storage

/// Another program has locked a file: that is waited for, told, and given up.
@Suite struct LockWaitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeInner()
  }

  /// A lock of another program, and how often it was waited for. Nothing of that takes time.
  private final class Other: Sendable {
    private let release: @Sendable () -> Void
    private let pauses = LockedState(0)
    private let attempts: Int

    /// - Parameter attempts: How often it has to be waited for the lock.
    init(releasedAfter attempts: Int, _ release: @escaping @Sendable () -> Void) {
      (self.attempts, self.release) = (attempts, release)
    }

    /// Has locked the folder of the databases, as a program does that opens one.
    static func opening(_ folder: TemporaryFolder, releasedAfter attempts: Int) throws -> Other {
      let path = folder.state.deletingLastPathComponent().path
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      return Other(releasedAfter: attempts) { close(descriptor) }
    }

    /// Has begun to write into a database.
    static func writing(_ url: URL, releasedAfter attempts: Int) throws -> Other {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      // The database that wrote the file may still be closing it.
      configuration.busyMode = .timeout(20)
      let queue = try DatabaseQueue(path: url.path, configuration: configuration)
      try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
      return Other(releasedAfter: attempts) { try? queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
    }

    var count: Int { pauses.withLock { $0 } }

    var wait: LockWait {
      LockWait { [self] _ in
        let count = pauses.withLock {
          $0 += 1
          return $0
        }
        if count == attempts { release() }
        // Later on it is the database before that is still closing the file, which takes time.
        if count > attempts { LockWait().pause(LockWait.interval) }
      }
    }
  }

  private static let never = Int.max

  private func state(_ other: Other) -> StateDatabase {
    StateDatabase(
      StoreOpening(file: StoreFile(url: folder.state), schema: .state, wait: other.wait), on: QueueScheduler())
  }

  private static let startWaits =
    "Waiting up to 5 s for another program that has locked state.sqlite; then this one goes on without it."

  // MARK: - A start

  @Test func aStartThatWaitsSaysSoAndGoesOn() async throws {
    let state = state(try .opening(folder, releasedAfter: 100))
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    #expect(await state.remembered.only.dashboard.pane == "wikipedia")
    #expect(told.all == [Self.startWaits])
  }

  @Test func aMomentIsNotToldOf() async throws {
    let state = state(try .opening(folder, releasedAfter: 20))
    let told = Told(state.notices)
    state.keepNow(.pane("wikipedia"))
    #expect(await state.remembered.only.dashboard.pane == "wikipedia" && told.all.isEmpty)
  }

  @Test func aStartGoesOnWithoutAFileThatStaysLocked() async throws {
    let other = try Other.opening(folder, releasedAfter: Self.never)
    let state = state(other)
    let told = Told(state.notices)
    #expect(await state.remembered.only == RememberedState())
    #expect(other.count == 500, "5 s in hundredths")
    #expect(
      told.all == [
        Self.startWaits,
        "Nothing of what you do here is remembered: state.sqlite cannot be opened: another program has locked it.",
      ])
    state.keepNow(.pane("wikipedia"))
    #expect(other.count == 500, "it is not waited for again")
    #expect(folder.names.isEmpty)
  }

  @Test func aChangeThatWaitsForAnothersSaysSo() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let other = try Other.writing(folder.state, releasedAfter: 100)
    let state = state(other)
    let told = Told(state.notices)
    state.keepNow(.pane("conair"))
    #expect(await state.remembered.only.dashboard.pane == "conair")
    #expect(told.all == [Self.startWaits])
  }

  // MARK: - `state clear`

  private func cleared(_ other: Other) -> (told: [String], failure: String?) {
    let told = LockedState<[String]>([])
    let removal = state(other).clear { sentence in told.withLock { $0.append(sentence.string) } }
    return (told.withLock { $0 }, removal.failure?.string)
  }

  private var clearWaits: String {
    "Waiting up to 5 s for another program that has locked \(folder.state.path); then it is left as it is."
  }

  @Test func clearingWaitsForAStartAndSaysSo() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let result = cleared(try .opening(folder, releasedAfter: 100))
    #expect(result.told == [clearWaits] && result.failure == nil)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test func clearingWaitsForAWriterAndSaysSo() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let result = cleared(try .writing(folder.state, releasedAfter: 100))
    #expect(result.told == [clearWaits] && result.failure == nil)
    #expect(await StateDatabase(folder.state).remembered.only == RememberedState())
  }

  @Test func whatIsOpenedForTooLongIsLeftAsItIs() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let other = try Other.opening(folder, releasedAfter: Self.never)
    let result = cleared(other)
    #expect(result.told == [clearWaits] && other.count == 500)
    #expect(result.failure == "\(folder.state.path) cannot be emptied: another program has locked it.")
    #expect(try Raw.values("SELECT value FROM value", in: folder.state) == ["wikipedia"])
  }

  @Test func whatIsWrittenForTooLongIsLeftAsItIs() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let other = try Other.writing(folder.state, releasedAfter: Self.never)
    let result = cleared(other)
    #expect(result.told == [clearWaits] && other.count == 500)
    #expect(result.failure == "\(folder.state.path) cannot be emptied: another program has locked it.")
    #expect(try Raw.values("SELECT value FROM value", in: folder.state) == ["wikipedia"])
  }

  @Test func oneFileIsWaitedForFiveSecondsWhateverIsLocked() async throws {
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    // The folder for nearly all of the time, and after that the file, for reading too.
    let opening = try Other.opening(folder, releasedAfter: 490)
    let start = Other(releasedAfter: Self.never) {}
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(20)
    let queue = try DatabaseQueue(path: folder.state.path, configuration: configuration)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE") }
    let result = cleared(opening)
    #expect(result.told == [clearWaits] && opening.count == 500)
    #expect(result.failure == "\(folder.state.path) cannot be emptied: another program has locked it.")
    let state = state(start)
    let told = Told(state.notices)
    #expect(await state.remembered.only == RememberedState())
    #expect(start.count == 500 && told.all.first == Self.startWaits && told.all.count == 2)
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }
}
