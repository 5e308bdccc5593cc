import Foundation
import Locks
import Model
import ModelTesting
import Signals
import Testing

@testable import Storage

/// What another user, or nobody, may use: that is neither absent nor empty.
@Suite struct ForbiddenFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A user without rights, as whom the superuser's tests look; others look as themselves.
  private static let visitor: uid_t = geteuid() == 0 ? 65_534 : geteuid()

  private func file(_ url: URL) -> StoreFile { StoreFile(url: url, owner: Self.visitor) }

  private func upkeep(_ url: URL) -> StoreUpkeep { StoreUpkeep(file: file(url), schema: .state) }

  /// `setfsuid`, whose header Glibc's module leaves out.
  private static let setFileSystemUser: @convention(c) (uid_t) -> Int32 =
    // Its declaration in <sys/fsuid.h>.
    unsafeBitCast(dlsym(nil, "setfsuid"), to: (@convention(c) (uid_t) -> Int32).self)

  /// Runs `work` without the superuser's rights, which the kernel takes from this thread alone.
  private func asVisitor<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    let value = LockedState<Value?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      if geteuid() == 0 { _ = Self.setFileSystemUser(Self.visitor) }
      value.withLock { $0 = work() }
      done.signal()
    }
    done.wait()
    // Set before the signal.
    return value.withLock { $0 }!
  }

  /// Makes a state, and closes a folder on the way to it.
  private func closed(_ path: String = "reactui") throws -> String {
    // Others may enter the folder of the tests.
    chmod(folder.url.path, 0o755)
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    let path = folder.url.appending(path: path).path
    try #require(chmod(path, 0) == 0)
    return path
  }

  private func open(_ path: String) { chmod(path, 0o700) }

  /// What helps, as far as it depends on who runs the tests.
  private func expectRemedy(
    _ sentence: String?, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let remedy =
      geteuid() == 0 ? "\(path) belongs to root: sudo chown -R " : "\(path) is closed to its owner: chmod u+rwX \(path)"
    #expect(sentence?.contains(remedy) == true, "\(sentence ?? "nothing")", sourceLocation: sourceLocation)
  }

  @Test func aFolderThatIsClosedIsNotEmpty() throws {
    let path = try closed()
    defer { open(path) }
    let upkeep = upkeep(folder.state)
    let removal = asVisitor { upkeep.clear(telling: { _ in }) { _ in ([], nil, []) } }
    #expect(removal.removed == [])
    expectRemedy(removal.failure?.string, path)
    let summary = asVisitor { upkeep.summary(telling: { _ in }) { _ in ([], nil, []) } }
    expectRemedy(summary.problem?.string, path)
    open(path)
    #expect(folder.names.contains("state.sqlite"))
  }

  @Test func aFolderAboveThatIsClosedIsNamed() throws {
    let state = folder.url.appending(path: "home/state/reactui/state.sqlite")
    chmod(folder.url.path, 0o755)
    StateDatabase(state).keepNow(.pane("wikipedia"))
    let path = folder.url.appending(path: "home").path
    try #require(chmod(path, 0) == 0)
    defer { open(path) }
    let upkeep = upkeep(state)
    expectRemedy(asVisitor { upkeep.clear(telling: { _ in }) { _ in ([], nil, []) } }.failure?.string, path)
    let opening = StoreOpening(file: file(state), schema: .state)
    let sentence = asVisitor { () -> String? in
      do throws(StoreError) {
        _ = try opening.open(at: Samples.date, LockWaits(LockWait()) {})
        return nil
      } catch {
        return error.sentence.string
      }
    }
    expectRemedy(sentence, path)
  }

  @Test func aFileThatIsClosedIsNamed() throws {
    chmod(folder.url.path, 0o755)
    StateDatabase(folder.state).keepNow(.pane("wikipedia"))
    chmod(folder.state.deletingLastPathComponent().path, 0o755)
    let path = folder.state.path
    try #require(chmod(path, 0) == 0)
    let upkeep = upkeep(folder.state)
    let summary = asVisitor { upkeep.summary(telling: { _ in }) { _ in ([], nil, []) } }
    #expect(summary.exists && summary.problem?.string.hasPrefix("it cannot be read: ") == true)
  }

  @Test func theSuperuserMakesNothingAmongTheFilesOfAnother() throws {
    let home = folder.url.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    if geteuid() == 0 { try #require(chown(home.path, Self.visitor, gid_t.max) == 0) }
    let state = home.appending(path: ".local/state/reactui/state.sqlite")
    let database = StateDatabase(
      StoreOpening(file: StoreFile(url: state, owner: 0), schema: .state), on: QueueScheduler())
    let told = Told(database.notices)
    database.keepNow(.pane("wikipedia"))
    #expect(told.all.count == 1)
    #expect(told.all.first?.hasSuffix(", and this is root: start it without sudo.") == true, "\(told.all)")
    #expect(told.all.first?.contains("\(home.path) belongs to ") == true, "\(told.all)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
  }

  @Test func aLookThatFailsIsNoAbsence() throws {
    // A link that leads to itself cannot be followed, whoever looks.
    let inner = folder.state.deletingLastPathComponent().path
    try FileManager.default.createSymbolicLink(atPath: inner, withDestinationPath: "reactui")
    let removal = StateDatabase(folder.state).clear()
    #expect(removal.failure?.string.hasPrefix("\(inner) cannot be read: ") == true, "\(removal)")
    let summary = StateDatabase(folder.state).summary()
    #expect(summary.problem?.string.hasPrefix("\(folder.state.path) cannot be read: ") == true, "\(summary)")
  }
}
