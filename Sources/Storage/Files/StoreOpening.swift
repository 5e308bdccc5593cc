import Foundation
import GRDB
import Model
import Text

/// Opens a database, whatever exists under its name.
///
/// A damaged file and one of an unreleased version are set aside, and a new one is created. A file of a newer version is not
/// changed. If nothing can be written, the file can still be read.
package struct StoreOpening: Sendable {
  /// Whose database it is.
  package enum Kind: Sendable {
    /// The program's: its folder is made and closed to others, and an unusable file is set aside.
    case own
    /// A file that a person names. Only the file is made: folder, permissions and an unusable file stay as they are. What was
    /// written is on the disk.
    case named
    case inMemory
  }

  package let file: StoreFile
  package let schema: StoreSchema
  var kind = Kind.own
  /// A test's changes to the writing connections.
  var preparingWriter: @Sendable (Database) throws -> Void = { _ in }

  /// The wait for another program that opens the file, or writes.
  package var wait = LockWait()
  /// Whether reads and writes are finished in their turn on the database's scheduler, and not on queues of the connections. A
  /// simulation, whose time is not that of queues, needs it.
  var isInPlace = false

  package init(
    file: StoreFile, schema: StoreSchema, kind: Kind = .own,
    preparingWriter: @escaping @Sendable (Database) throws -> Void = { _ in }, wait: LockWait = LockWait(),
    isInPlace: Bool = false
  ) {
    self.file = file
    self.schema = schema
    self.kind = kind
    self.preparingWriter = preparingWriter
    self.wait = wait
    self.isInPlace = isInPlace
  }

  /// - Parameters:
  ///   - date: Used to name a file set aside.
  ///   - damaged: A file that was found damaged after it had been opened. It is set aside unless another program has already
  ///     done so.
  ///   - waits: The waits for another program that has locked the file, now or later on.
  func open(at date: Date, damaged: StoreFile.Identity? = nil, _ waits: LockWaits) throws(StoreError) -> OpenedStore {
    do {
      return try waits.together { try open(at: date, damaged: damaged, waits.again) }
    } catch let error as StoreError {
      throw error
    } catch {
      let reason = file.reason(error)
      throw StoreError(kind == .own ? "\(file.name) cannot be opened: \(reason)" : reason)
    }
  }

  private func open(at date: Date, damaged: StoreFile.Identity?, _ again: @escaping Waiting) throws -> OpenedStore {
    if kind == .inMemory {
      let writer = try writer(again)
      return OpenedStore(reader: writer, writer: writer, file: file, identity: nil, isInMemory: true)
    }
    // A link that leads nowhere is told before a folder is made for it.
    if let link = DanglingLink(onTheWayTo: file.path) { throw StoreError(link.shortSentence) }
    if kind == .own { try file.prepareFolder() }
    guard try file.folderExists else { throw StoreError("there is no folder \(SafeText(oneLine: file.folder))") }
    // Under a lock, so that two programs that find the same damage set aside one file, and migrate one after the other.
    return try file.exclusively(waiting: again) {
      kind == .own ? try openExclusively(at: date, damaged: damaged, again) : try openNamed(again)
    }
  }

  private func openNamed(_ again: @escaping Waiting) throws -> OpenedStore {
    if try !file.exists {
      file.removeCompanions()
      file.makeEmpty()
    }
    // Before it is opened, so that a removal from now on is noticed.
    let identity = file.identity
    let writer = try writer(again)
    // Later than the preparation of a connection, after which GRDB chooses NORMAL; a power failure could then take back a commit.
    try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return OpenedStore(reader: try reader(again), writer: writer, file: file, identity: identity)
  }

  /// Opens the file for writing, and migrates it.
  private func writer(_ again: @escaping Waiting) throws -> DatabaseQueue {
    let configuration = configuration(readonly: false, again)
    let writer =
      try kind == .inMemory
      ? DatabaseQueue(configuration: configuration) : DatabaseQueue(path: file.path, configuration: configuration)
    try schema.migrations.migrate(writer)
    return writer
  }

  private func reader(_ again: @escaping Waiting) throws -> DatabaseQueue {
    try DatabaseQueue(path: file.path, configuration: configuration(readonly: true, again))
  }

  /// Waits for a lock, given the number of failed attempts; `false` after the longest wait.
  private typealias Waiting = @Sendable (Int) -> Bool

  private func openExclusively(
    at date: Date, damaged: StoreFile.Identity?, _ again: @escaping Waiting
  ) throws -> OpenedStore {
    var notices: [SafeText] = []
    let real = try file.atEndOfLinks
    func setAside(_ reason: StoreFile.Reason) throws {
      switch reason {
      case .damaged:
        let name = try real.setAside(reason, at: date, keeping: schema.damagedFilesKept)
        notices.append("\(file.name) was damaged: it is now \(name), and a new one is begun.")
      case .older:
        let name = try real.setAside(reason, at: date, keeping: nil)
        notices.append("\(file.name) is of an older reactui: it is now \(name), and a new one is begun.")
      }
    }
    if let damaged, file.identity == damaged { try setAside(.damaged) }
    if try file.exists, try !file.isRegular { try setAside(.damaged) }
    let beginning = StoreFile(url: real.sibling(real.beginningName))
    if try real.isEmpty, try !beginning.exists {
      // SQLite would remove the log, which may have all that was kept.
      if try real.hasLog {
        try setAside(.damaged)
      } else {
        notices.append("\(file.name) was empty, and what it had kept is lost: a new one is begun.")
      }
    }
    if try !real.exists { real.removeCompanions() }
    if let copy = try real.copyDamagedLog(at: date) {
      let name = SafeText(oneLine: copy)
      notices.append(
        "The log of \(file.name) was damaged, and what was kept last may be lost: a copy of it is \(name).")
    }
    var found: (finding: StoreSchema.Finding, reader: DatabaseQueue?) = (.empty, nil)
    do {
      found = try look(again)
    } catch let error where StoreError.isOfNoUse(error) {
      try setAside(.damaged)
    }
    if case .unreleased = found.finding {
      try found.reader?.close()
      try setAside(.older)
      found = (.empty, nil)
    }
    if case .newer = found.finding {
      guard case .useOther = schema.newer else {
        throw StoreError("\(file.name) was written by a newer reactui, and is left as it is")
      }
      return try StoreOpening(
        file: other, schema: schema.withoutOther, preparingWriter: preparingWriter, wait: wait, isInPlace: isInPlace
      ).openExclusively(at: date, damaged: damaged, again)
    }
    do {
      if try !real.exists { beginning.makeEmpty() }
      try real.prepare()
      // Before it is opened, so that a removal from now on is noticed.
      let identity = file.identity
      // A connection for each, so that a write that waits for another program does not block reads. GRDB's pool of readers
      // does the same, but has a concurrent queue: after its first read, libdispatch wakes the process once a second to count
      // its working threads.
      let writer = try writer(again)
      // A file that cannot be written is opened for reading instead, without an error (https://www.sqlite.org/c3ref/open.html),
      // a schema that is up to date writes nothing, and BEGIN IMMEDIATE begins to read. This fails there, and changes nothing.
      try writer.writeWithoutTransaction { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE 0") }
      // SQLite has created those beside it by now.
      try real.tighten()
      beginning.remove()
      removeOthers()
      return OpenedStore(
        reader: try found.reader ?? reader(again), writer: writer, file: file, identity: identity, notices: notices,
        isInPlace: isInPlace)
    } catch {
      guard let reader = found.reader, case .known(schema.version) = found.finding, !StoreError.isDamage(error) else {
        throw error
      }
      notices.append("\(schema.loss): \(file.name) cannot be written: \(file.reason(error)).")
      return OpenedStore(
        reader: reader, writer: nil, file: file, identity: file.identity, notices: notices, isInPlace: isInPlace)
    }
  }

  /// Examines a file without changing it, except that a transaction that was interrupted is rolled back.
  private func look(_ again: @escaping Waiting) throws -> (StoreSchema.Finding, DatabaseQueue?) {
    guard try file.exists else { return (.empty, nil) }
    do {
      return try looked(again)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
      // A program that was ended in its first start has left a rollback journal, which only a connection that may write can
      // roll back (https://www.sqlite.org/rescode.html#readonly_rollback).
      try rollBack(again)
      return try looked(again)
    }
  }

  private func looked(_ again: @escaping Waiting) throws -> (StoreSchema.Finding, DatabaseQueue?) {
    let queue = try reader(again)
    return (try queue.read { try schema.finding($0) }, queue)
  }

  private func rollBack(_ again: @escaping Waiting) throws {
    var configuration = Configuration()
    configuration.label = "reactui.store"
    configuration.busyMode = .callback(again)
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    // The first access to a page.
    _ = try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sqlite_master") }
    try queue.close()
  }

  private func configuration(readonly: Bool, _ again: @escaping Waiting) -> Configuration {
    var configuration = Configuration()
    configuration.label = "reactui.store"
    configuration.readonly = readonly
    configuration.busyMode = .callback(again)
    // Allows reads during writes.
    if kind != .inMemory { configuration.journalMode = .wal }
    configuration.prepareDatabase { [schema, preparingWriter] database in
      try schema.prepare(database)
      if !database.configuration.readonly { try preparingWriter(database) }
    }
    return configuration
  }

  // MARK: - Beside a newer file

  /// The file used while the name belongs to a newer version's file.
  private var other: StoreFile {
    var other = file
    other.url = file.sibling(file.otherName(version: "\(schema.version)"))
    return other
  }

  /// Removes the files that this version and others have used beside the file of a newer one, as far as they can be listed.
  private func removeOthers() {
    guard case .useOther = schema.newer else { return }
    for name in (try? file.others) ?? [] { StoreFile(url: file.sibling(name)).remove() }
  }
}
