import Foundation
import GRDB
import Text

/// Examines and empties a database without using it: for a command, while other programs may have it open.
package struct StoreUpkeep: Sendable {
  let file: StoreFile
  let schema: StoreSchema
  /// The wait for a program that has locked the file.
  var wait = LockWait()

  package init(file: StoreFile, schema: StoreSchema, wait: LockWait = LockWait()) {
    self.file = file
    self.schema = schema
    self.wait = wait
  }

  // MARK: - Looking

  package typealias Content = (counts: [StoreSummary.Count], newest: Date?, notes: [SafeText])

  /// Returns a summary. Creates no file and no folder.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  package func summary(
    telling tell: @escaping @Sendable (SafeText) -> Void, _ content: (Database) throws -> Content
  ) -> StoreSummary {
    summary(waits(then: "it is not looked at", tell).again, content)
  }

  private func summary(
    _ again: @escaping @Sendable (Int) -> Bool, _ content: (Database) throws -> Content
  ) -> StoreSummary {
    var summary = StoreSummary(file: file.url, exists: false, bytes: 0, counts: [], setAside: [])
    do {
      let real = try file.atEndOfLinks
      summary.exists = try file.exists
      summary.bytes = try real.familySize
      summary.setAside = try real.setAside.map(real.sibling)
      guard summary.exists else { return summary }
      guard try file.isRegular else {
        summary.problem = "it is no file"
        return summary
      }
      let queue = try DatabaseQueue(path: file.path, configuration: configuration(again))
      try queue.read { database in
        switch try schema.finding(database) {
        case .empty: break
        case .newer: summary.problem = "it was written by a newer reactui"
        case .unreleased: summary.problem = "it was written by an older reactui"
        case .known(let version) where version < schema.version: summary.problem = "it was written by an older reactui"
        case .known: (summary.counts, summary.newest, summary.notes) = try content(database)
        }
      }
    } catch let error as StoreError {
      summary.problem = error.sentence
    } catch let error where StoreError.isOfNoUse(error) {
      summary.problem = "it is damaged"
    } catch {
      // A file that is closed to this user is no damaged one.
      summary.problem = "it cannot be read: \(file.obstacle.map { file.remedy($0) } ?? StoreError.reason(error))"
    }
    return summary
  }

  // MARK: - Emptying

  /// Removes the content of the database and the files set aside. A program that has it open continues with an empty one.
  ///
  /// - Parameter tell: Receives a message while another program has locked the file.
  package func clear(
    telling tell: @escaping @Sendable (SafeText) -> Void, _ content: (Database) throws -> Content
  ) -> StoreRemoval {
    var removal = StoreRemoval(file: file.url)
    do {
      try file.checkLinks()
      guard try file.folderExists else { return removal }
      let real = try file.atEndOfLinks
      let again = waits(then: "it is left as it is", tell).again
      try file.exclusively(waiting: again) {
        // The main file first, because only it may be locked.
        try clearFile(again, content, &removal)
        var count = 0
        defer { if count > 0 { removal.removed.append("\(count) set aside") } }
        for name in try real.setAside + real.others {
          if try StoreFile(url: real.sibling(name), owner: file.owner).removeWhole() { count += 1 }
        }
      }
    } catch let error as StoreError {
      removal.failure = "\(error.sentence)."
    } catch {
      removal.failure = "\(SafeText(oneLine: file.path)) cannot be emptied: \(StoreError.reason(error))."
    }
    return removal
  }

  private func clearFile(
    _ again: @escaping @Sendable (Int) -> Bool, _ content: (Database) throws -> Content, _ removal: inout StoreRemoval
  ) throws {
    let real = try file.atEndOfLinks
    guard try file.exists else { return file.removeCompanions() }
    let before = summary(again, content)
    // An unusable file can be removed, because programs that have it open notice that and create a new one.
    if try !file.isRegular || !emptied(again) { try real.removeWhole() }
    removal.removed += before.counts.filter { $0.count > 0 }.map(\.text)
    // What cannot be counted is not nothing.
    if before.problem != nil { removal.removed.append(SafeText(before.bytes, "byte", "bytes")) }
  }

  /// Empties the tables of a file of this program, whatever its released version, so that programs that have it open can keep
  /// it.
  ///
  /// - Returns: `false` if that is not possible, because the file is damaged, foreign, or not read any more.
  private func emptied(_ again: @escaping @Sendable (Int) -> Bool) throws -> Bool {
    do {
      let queue = try DatabaseQueue(path: file.path, configuration: configuration(again))
      guard try queue.read({ try schema.isKeptWhenEmpty($0) }) else { return false }
      try queue.writeWithoutTransaction { database in
        // Overwrites freed pages, so that cleared content cannot be found in the file.
        try database.execute(sql: "PRAGMA secure_delete = ON")
        try database.inTransaction(.immediate) {
          for table in try Self.tables(database) {
            let name = table.name.quotedDatabaseIdentifier
            try database.execute(sql: "DELETE FROM \(name)")
            // Deleted terms stay in an index until its parts are merged.
            if table.isIndex { try database.execute(sql: "INSERT INTO \(name) (\(name)) VALUES ('optimize')") }
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

  /// Returns the tables with content, without those in which SQLite keeps the content of an index of words: an index without
  /// them would be damaged.
  private static func tables(_ database: Database) throws -> [(name: String, isIndex: Bool)] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, sql LIKE 'CREATE VIRTUAL TABLE%' FROM sqlite_master WHERE type = 'table'")
    let tables = rows.compactMap { row in
      row.checked(0, as: String.self).map { (name: $0, isIndex: row.checked(1, as: Bool.self) ?? false) }
    }
    let indices = tables.filter(\.isIndex).map { "\($0.name)_" }
    return tables.filter { table in
      !Database.isSQLiteInternalTable(table.name) && !table.name.begins(with: "grdb_")
        && !indices.contains { table.name.begins(with: $0) }
    }
  }

  /// Returns the waits for locks, with a message about what happens after the longest one.
  private func waits(then consequence: SafeText, _ tell: @escaping @Sendable (SafeText) -> Void) -> LockWaits {
    let sentence = wait.sentence(SafeText(oneLine: file.path), consequence)
    return LockWaits(wait, isShared: true) { tell(sentence) }
  }

  private func configuration(_ again: @escaping @Sendable (Int) -> Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "reactui.store"
    configuration.busyMode = .callback(again)
    configuration.prepareDatabase { [schema] in try schema.prepare($0) }
    return configuration
  }
}
