import Foundation
import GRDB
import Text

/// Examines and empties a database without using it: for a command, while other programs may have it open.
struct StoreUpkeep: Sendable {
  let file: StoreFile
  let schema: StoreSchema
  /// The wait for a program that has locked the file.
  var wait = LockWait()

  // MARK: - Looking

  /// Returns a summary. Creates no file and no folder.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  func summary(
    telling tell: @escaping @Sendable (SafeText) -> Void,
    _ counts: (Database) throws -> (counts: [StoreSummary.Count], newest: Date?, notes: [SafeText])
  ) -> StoreSummary {
    var summary = StoreSummary(
      file: file.url, exists: file.exists, bytes: file.familySize, counts: [],
      setAside: file.setAside.map(file.sibling))
    guard summary.exists else { return summary }
    guard file.isRegular else {
      summary.problem = "it is no file"
      return summary
    }
    do {
      let queue = try DatabaseQueue(
        path: file.path, configuration: configuration(waiting(then: "it is not looked at", tell)))
      try queue.read { database in
        switch try schema.finding(database) {
        case .empty: break
        case .newer: summary.problem = "it was written by a newer reactui"
        case .known(let version) where version < schema.version: summary.problem = "it was written by an older reactui"
        case .known: (summary.counts, summary.newest, summary.notes) = try counts(database)
        }
      }
    } catch let error where StoreError.isOfNoUse(error) {
      summary.problem = "it is damaged"
    } catch {
      summary.problem = "it cannot be read: \(StoreError.reason(error))"
    }
    return summary
  }

  // MARK: - Emptying

  /// Removes the content of the database and the files set aside. A program that has it open continues with an empty one.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  func clear(telling tell: @escaping @Sendable (SafeText) -> Void) throws(StoreError) {
    guard file.folderExists else { return }
    let again = waiting(then: "it is left as it is", tell)
    do {
      try file.exclusively(waiting: again) {
        for name in file.setAside { try StoreFile(url: file.sibling(name)).removeWhole() }
        for version in 1...max(1, schema.version) {
          try StoreFile(url: file.sibling(schema.otherName(file.url.lastPathComponent, version: version))).removeWhole()
        }
        guard file.exists else { return }
        // An unusable file can be removed, because programs that have it open notice that and create a new one.
        guard file.isRegular, try emptied(again) else { return try file.removeWhole() }
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError("\(SafeText(oneLine: file.path)) cannot be emptied: \(StoreError.reason(error)).")
    }
  }

  /// Empties the tables of a file of this program, whatever its version, so that programs that have it open can keep it.
  ///
  /// - Returns: `false` if that is not possible, because the file is damaged or foreign.
  private func emptied(_ again: @escaping @Sendable (Int) -> Bool) throws -> Bool {
    do {
      let queue = try DatabaseQueue(path: file.path, configuration: configuration(again))
      guard try queue.read({ try schema.isOwn($0) }) else { return false }
      try queue.writeWithoutTransaction { database in
        // Overwrites freed pages, so that cleared content cannot be found in the file.
        try database.execute(sql: "PRAGMA secure_delete = ON")
        try database.inTransaction(.immediate) {
          let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
          for table in tables where !Database.isSQLiteInternalTable(table) && !table.hasPrefix("grdb_") {
            try database.execute(sql: "DELETE FROM \(table.quotedDatabaseIdentifier)")
          }
          return .commit
        }
        try database.execute(sql: "PRAGMA incremental_vacuum")
        // Readers may prevent it; then the next writer does it.
        _ = try? database.checkpoint(.truncate)
      }
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw error
    } catch {
      return false
    }
  }

  /// Waits for a lock, given the number of failed attempts; `false` after the longest wait.
  private func waiting(
    then consequence: SafeText, _ tell: @escaping @Sendable (SafeText) -> Void
  ) -> @Sendable (Int) -> Bool {
    let sentence = wait.sentence(SafeText(oneLine: file.path), consequence)
    return { [wait] attempts in wait.again(after: attempts) { tell(sentence) } }
  }

  private func configuration(_ again: @escaping @Sendable (Int) -> Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "reactui.store"
    configuration.busyMode = .callback(again)
    configuration.prepareDatabase { [schema] in try schema.prepare($0) }
    return configuration
  }
}
