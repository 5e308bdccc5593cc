import Assembly
import Edits
import EditsEdge
import Foundation
import GRDB
import Model
import Questions
import QuestionsEdge
import Signals
import Storage
import Text

/// A folder in which the simulated programs keep state and cache in databases of their own, and what happens to its files.
///
/// The folder is a temporary one, which is removed with this object.
// Unchecked: all of it runs on the thread that moves the clock.
final class WorldDisk: WorldKeeping, @unchecked Sendable {
  private let world: World
  private let parts: [any RememberedPart.Type]
  private let folder: URL
  private var databases: Databases?
  /// Those of a second program.
  private var others: Databases?
  /// Another program's lock on the folder, by its descriptor, until a time of the world.
  private var lock: (descriptor: Int32, until: Date)?
  /// Another program's transaction that writes into a database, until a time of the world.
  private var writing: (queue: DatabaseQueue, until: Date)?
  /// Whether what is remembered may be incomplete, since a file was cut or stayed locked.
  private(set) var isIncomplete = false
  private var faults: [String] = []
  /// The number of actions that the queue had run when everything marked was found in the file.
  private var checked: (marks: Set<QuestionKey>, count: Int)?

  private struct Databases {
    var state: StateDatabase
    var cache: CacheDatabase
    var queues: [StoreQueue]

    func drain() { for queue in queues { queue.drain() } }
  }

  init(_ world: World, _ parts: [any RememberedPart.Type]) {
    (self.world, self.parts) = (world, parts)
    folder = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID().uuidString)")
  }

  deinit {
    unlock()
    endWriting()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: Programs

  /// A new program opens the databases by itself, when it first uses them.
  func begin() -> WorldStores {
    isIncomplete = false
    let databases = open()
    self.databases = databases
    return WorldStores(state: databases.state, cache: databases.cache)
  }

  func beginAnother() -> WorldStores {
    let others = open()
    self.others = others
    return WorldStores(state: others.state, cache: others.cache)
  }

  private func open() -> Databases {
    let queues = [StoreQueue(world), StoreQueue(world)]
    func wait(on queue: StoreQueue) -> @Sendable (TimeInterval) -> Void {
      let waited = MutableProperty((action: 0, seconds: 0.0))
      return { [weak self, weak queue] seconds in
        guard let queue else { return }
        // The wait of one action, as each may wait.
        waited.value = (queue.count, seconds + (waited.value.action == queue.count ? waited.value.seconds : 0))
        queue.block(seconds)
        self?.pass(waited.value.seconds)
      }
    }
    return Databases(
      state: StateDatabase(
        folder.appending(path: "state.sqlite"), of: parts, inPlaceOn: queues[0],
        waiting: wait(on: queues[0])),
      cache: CacheDatabase(folder.appending(path: "cache.sqlite"), inPlaceOn: queues[1], waiting: wait(on: queues[1])),
      queues: queues)
  }

  func end() {
    for databases in [databases, others].compactMap({ $0 }) { databases.drain() }
    (databases, others, checked) = (nil, nil, nil)
  }

  func endOther() {
    others?.drain()
    others = nil
  }

  func forget() {
    end()
    endWriting()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The seconds until everything that waits can have been done.
  var patience: TimeInterval { databases.map { $0.queues.allSatisfy(\.isIdle) } ?? true ? 0 : 12 }

  // MARK: What happens to files

  func happen(_ event: DiskEvent, seconds: Int) {
    switch event {
    case .locked:
      try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      unlock()
      let descriptor = Foundation.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
      lock = (descriptor, world.now.addingTimeInterval(Double(seconds)))
      world.later(Double(seconds)) { [weak self] in self?.unlock(at: 0) }
    case .stateWriting: write("state.sqlite", for: seconds)
    case .cacheWriting: write("cache.sqlite", for: seconds)
    case .stateCut: cut("state.sqlite")
    case .cacheCut: cut("cache.sqlite")
    }
  }

  /// Begins a transaction in a database, as another program does that writes into it.
  private func write(_ name: String, for seconds: Int) {
    endWriting()
    let path = folder.appending(path: name).path
    guard FileManager.default.fileExists(atPath: path) else { return }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration),
      (try? queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }) != nil
    else { return }
    writing = (queue, world.now.addingTimeInterval(Double(seconds)))
    world.later(Double(seconds)) { [weak self] in self?.unlock(at: 0) }
  }

  private func endWriting() {
    guard let queue = writing?.queue else { return }
    writing = nil
    try? queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try? queue.close()
  }

  private func cut(_ name: String) {
    let path = folder.appending(path: name).path
    guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int, size > 0 else { return }
    isIncomplete = true
    truncate(path, off_t(size / 2))
  }

  /// A program has waited for a lock, while nothing else happened.
  ///
  /// - Parameter seconds: How long it has waited for this opening, or to write this once.
  private func pass(_ seconds: TimeInterval) {
    unlock(at: seconds)
    guard lock != nil || writing != nil else { return }
    // It goes on without the file after five seconds.
    if seconds > 4.9 { isIncomplete = true }
    guard seconds > 12 else { return }
    faults.append("a program waits for a lock, “\(seconds)” s by now")
    unlock()
  }

  private func unlock(at seconds: TimeInterval) {
    let now = world.now.addingTimeInterval(seconds)
    if let lock, now >= lock.until { unlock() }
    if let writing, now >= writing.until { endWriting() }
  }

  private func unlock() {
    if let lock { close(lock.descriptor) }
    lock = nil
  }

  // MARK: Rules

  func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }

  /// Reads the file where something may have been written since the last time.
  func keeps(_ marks: Set<QuestionKey>) -> Bool {
    guard let databases, let queue = databases.queues.first, queue.isIdle, !isIncomplete, !marks.isEmpty else {
      return true
    }
    if let checked, checked == (marks, queue.count) { return true }
    let kept = MutableProperty<Set<QuestionKey>>([])
    databases.state.remembered.startWithValues { kept.value = $0[QuestionsMemory.self].marks.kept }
    queue.drain()
    guard !isIncomplete, marks.isSubset(of: kept.value) else { return isIncomplete }
    checked = (marks, queue.count)
    return true
  }
}

/// The state and the cache of a program that begins.
struct WorldStores {
  var state: any StateStore
  var cache: any QuestionCache & WikiCache
}

/// What keeps the simulated programs' state and cache.
protocol WorldKeeping: AnyObject {
  /// Returns what a program uses that begins.
  func begin() -> WorldStores
  /// Returns what a second program uses that begins.
  func beginAnother() -> WorldStores
  /// The programs have ended.
  func end()
  func endOther()
  /// Loses the stored state, for ``PlantedFault/forgetsState``.
  func forget()
  func happen(_ event: DiskEvent, seconds: Int)
  /// The seconds after which everything has been read and written at the latest.
  var patience: TimeInterval { get }
  /// Whether what a program remembers may be incomplete because of what has happened to its files.
  var isIncomplete: Bool { get }
  func takeFaults() -> [String]
  /// Whether all of these questions are stored.
  func keeps(_ marks: Set<QuestionKey>) -> Bool
}
