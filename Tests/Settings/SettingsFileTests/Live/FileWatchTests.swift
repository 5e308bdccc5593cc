import Foundation
import Signals
import Synchronization
import Testing

@testable import SettingsFile

/// A real file below the real watcher. A test changes it and waits until it was told of, however long that takes.
@Suite(.timeLimit(.minutes(2))) struct FileWatchTests {
  private let folder = WatchedFolder()

  @Test func aFileSavedInPlaceIsSeen() async throws {
    try folder.write("a", to: "config.yaml")
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    try folder.write("b", to: "config.yaml")
    await file.becomes("b")
  }

  @Test func aFileReplacedAsEditorsDoIsSeenEachTime() async throws {
    try folder.write("0", to: "config.yaml")
    var file = folder.watch("config.yaml")
    await file.becomes("0")
    for text in ["1", "2", "3"] {
      try folder.write(text, to: ".config.yaml.swp")
      try folder.move(".config.yaml.swp", to: "config.yaml")
      await file.becomes(text)
    }
    // By the name that it has now, not by the file that was there first.
    try folder.write("4", to: "config.yaml")
    await file.becomes("4")
  }

  @Test func aFileIsSeenToGoAndToComeBack() async throws {
    try folder.write("a", to: "config.yaml")
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    try folder.remove("config.yaml")
    await file.becomes(nil)
    try folder.write("b", to: "config.yaml")
    await file.becomes("b")
  }

  @Test func aFolderThatIsMadeLaterIsSeen() async throws {
    var file = folder.watch("home/.config/reactui/config.yaml")
    await file.becomes(nil)
    try folder.makeFolder("home/.config")
    try folder.makeFolder("home/.config/reactui")
    try folder.write("a", to: "home/.config/reactui/config.yaml")
    await file.becomes("a")
  }

  @Test func aFolderThatGoesAndComesBackIsSeen() async throws {
    try folder.makeFolder("home/reactui")
    try folder.write("a", to: "home/reactui/config.yaml")
    var file = folder.watch("home/reactui/config.yaml")
    await file.becomes("a")
    try folder.remove("home")
    await file.becomes(nil)
    try folder.makeFolder("home/reactui")
    try folder.write("b", to: "home/reactui/config.yaml")
    await file.becomes("b")
    try folder.move("home", to: "away")
    await file.becomes(nil)
    try folder.move("away", to: "home")
    await file.becomes("b")
  }

  @Test func aLinkInTheFilesPlaceIsSeenToLeadElsewhere() async throws {
    try folder.write("a", to: "first")
    try folder.makeFolder("dotfiles")
    try folder.write("b", to: "dotfiles/second")
    try folder.link("config.yaml", to: "first")
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    try folder.link("config.yaml", to: "dotfiles/second")
    await file.becomes("b")
    // What it leads to is saved, in its own folder.
    try folder.write("c", to: "dotfiles/second")
    await file.becomes("c")
    try folder.write("d", to: "dotfiles/new")
    try folder.move("dotfiles/new", to: "dotfiles/second")
    await file.becomes("d")
  }

  @Test func aLinkInTheFoldersPlaceIsSeenToLeadElsewhere() async throws {
    for name in ["one", "two"] {
      try folder.makeFolder(name)
      try folder.write(name, to: "\(name)/config.yaml")
    }
    try folder.link("reactui", to: "one")
    var file = folder.watch("reactui/config.yaml")
    await file.becomes("one")
    try folder.link("reactui", to: "two")
    await file.becomes("two")
    try folder.write("changed", to: "two/config.yaml")
    await file.becomes("changed")
  }

  @Test func aLinkThatLeadsNowhereAndOneThatLeadsToItselfAreWaitedFor() async throws {
    try folder.link("config.yaml", to: "nowhere")
    var file = folder.watch("config.yaml")
    await file.becomes(nil)
    try folder.write("a", to: "nowhere")
    await file.becomes("a")
    try folder.link("config.yaml", to: "config.yaml")
    await file.becomes(nil)
    try folder.write("b", to: "other")
    try folder.link("config.yaml", to: "other")
    await file.becomes("b")
  }

  @Test func aFileWrittenByAnotherNameIsSeen() async throws {
    try folder.write("a", to: "config.yaml")
    try folder.makeFolder("elsewhere")
    #expect(link(folder.path("config.yaml"), folder.path("elsewhere/same")) == 0)
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    try folder.write("b", to: "elsewhere/same")
    await file.becomes("b")
  }

  @Test func permissionsThatChangeAreSeen() async throws {
    try folder.write("a", to: "config.yaml")
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    #expect(chmod(folder.path("config.yaml"), 0o640) == 0)
    #expect(await file.next() == .changed)
  }

  /// Opens a file as a program does that writes it, and leaves it empty for now.
  private func opened(_ name: String, _ flags: Int32) throws -> FileHandle {
    let descriptor = open(folder.path(name), flags | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  @Test func aFileThatIsMadeStandsWhenItIsClosed() async throws {
    var file = folder.watch("config.yaml")
    #expect(await file.next() == .changed)
    let made = try opened("config.yaml", O_CREAT | O_EXCL)
    #expect(await file.next() == .beingWritten)
    try made.write(contentsOf: Data("half".utf8))
    #expect(chmod(folder.path("config.yaml"), 0o640) == 0)
    try made.write(contentsOf: Data(" and half".utf8))
    try made.close()
    #expect(await file.next() == .changed)
    #expect(folder.text(of: "config.yaml") == "half and half")
  }

  @Test func aFileThatIsReplacedByANewOneStandsWhenThatIsClosed() async throws {
    try folder.write("a", to: "config.yaml")
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    try folder.remove("config.yaml")
    let made = try opened("config.yaml", O_CREAT | O_EXCL)
    while let event = await file.next(), event != .beingWritten {}
    try made.write(contentsOf: Data("b".utf8))
    try made.close()
    #expect(await file.next() == .changed)
  }

  @Test func aFileThatIsEmptiedFirstStandsWhenItIsClosed() async throws {
    try folder.write("a", to: "config.yaml")
    var file = folder.watch("config.yaml")
    await file.becomes("a")
    let emptied = try opened("config.yaml", O_TRUNC)
    #expect(await file.next() == .beingWritten)
    #expect(chmod(folder.path("config.yaml"), 0o640) == 0)
    try emptied.write(contentsOf: Data("b".utf8))
    try emptied.close()
    #expect(await file.next() == .changed)
  }

  @Test func aHardLinkInTheFilesPlaceIsSeen() async throws {
    try folder.write("a", to: "other")
    var file = folder.watch("config.yaml")
    await file.becomes(nil)
    #expect(link(folder.path("other"), folder.path("config.yaml")) == 0)
    await file.becomes("a")
    // As one that is moved in two steps.
    try folder.remove("config.yaml")
    await file.becomes(nil)
    #expect(link(folder.path("other"), folder.path("config.yaml")) == 0)
    try folder.remove("other")
    await file.becomes("a")
  }

  @Test func whatHappensBesideTheFileIsNotToldOf() async throws {
    try folder.write("a", to: "config.yaml")
    let told = Mutex(0)
    let queue = QueueScheduler(name: "test")
    let (stands, standing) = AsyncStream.makeStream(of: Void.self)
    let watch = FileWatch.changes(of: folder.path("config.yaml"), on: queue).start { event in
      guard case .value = event else { return }
      told.withLock { $0 += 1 }
      standing.yield()
    }
    defer { watch.dispose() }
    var steps = stands.makeAsyncIterator()
    await steps.next()
    for name in ["b", "c", "config.yaml~"] { try folder.write(name, to: name) }
    try folder.remove("b")
    // Events come in their order: after this one, those before it were passed over.
    #expect(chmod(folder.path("config.yaml"), 0o640) == 0)
    await steps.next()
    #expect(told.withLock { $0 } == 2)
  }

  @Test func nothingIsLeftOpen() async throws {
    try folder.write("a", to: "config.yaml")
    let queue = QueueScheduler(name: "test")
    let (closings, closed) = AsyncStream.makeStream(of: Void.self)
    let before = Self.openWatches(of: folder)
    let path = folder.path("config.yaml")
    // One is started by the end of another, and the test resumes once: other tests that keep the pool's threads busy do not
    // hold up each watch.
    let watches = SignalProducer<Int, FileWatchError>(0..<100)
      .flatMap(.concat) { number -> SignalProducer<Int, FileWatchError> in
        FileWatch.changes(of: path, on: queue) { closed.yield() }.take(first: 1).map(value: number)
      }
      .collect()
    var stood: [Int] = []
    for try await numbers in watches.values { stood = numbers }
    #expect(stood == Array(0..<100))
    var count = 0
    for await _ in closings {
      count += 1
      if count == 100 { break }
    }
    #expect(before == 0 && Self.openWatches(of: folder) == 0)
  }

  /// How many descriptors of this process watch a folder (proc(5), `fdinfo`).
  private static func openWatches(of folder: WatchedFolder) -> Int {
    var status = stat()
    guard stat(folder.path(""), &status) == 0 else { return -1 }
    let inode = "ino:" + String(status.st_ino, radix: 16) + " "
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
    return files.count { name in
      let file = FileHandle(forReadingAtPath: "/proc/self/fdinfo/\(name)")
      let text = String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
      return text.contains("inotify ") && text.contains(inode)
    }
  }
}
