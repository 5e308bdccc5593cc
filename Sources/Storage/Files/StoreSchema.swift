import GRDB
import Locks
import Text

/// The schema of a database, in the versions that this program knows.
package struct StoreSchema: Sendable {
  /// The application id in the file's header (https://www.sqlite.org/fileformat.html#application_id).
  let applicationID: Int32
  /// One migration for each version of the schema, named by the program's version that brings it. After that version's release
  /// it never changes, because there are files that it has made.
  let migrations: DatabaseMigrator
  /// The migrations of builds before the first release, whose files are not read.
  let unreleased: Set<String>
  /// Whether every page is checked when the file is opened: suitable for a small file with data that cannot be fetched again.
  let isCheckedWhole: Bool
  /// The number of damaged files kept.
  let damagedFilesKept: Int
  /// The treatment of a file of a newer version, which is never changed.
  var newer: Newer
  /// What is lost while the file cannot be used, as the beginning of a sentence.
  let loss: SafeText
  /// Throws a ``StoreError`` if this system's SQLite cannot have the schema.
  var requirement: @Sendable (Database) throws -> Void = { _ in }

  package init(
    applicationID: Int32, migrations: DatabaseMigrator, unreleased: Set<String>, isCheckedWhole: Bool,
    damagedFilesKept: Int, newer: Newer, loss: SafeText,
    requirement: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.unreleased = unreleased
    self.isCheckedWhole = isCheckedWhole
    self.damagedFilesKept = damagedFilesKept
    self.newer = newer
    self.loss = loss
    self.requirement = requirement
  }

  package enum Newer: Sendable {
    /// The program runs without it.
    case goWithout
    /// The program uses a file of its own version beside it.
    case useOther
  }

  var version: Int { migrations.migrations.count }

  /// The schema for a file without another one beside it.
  var withoutOther: StoreSchema {
    var schema = self
    schema.newer = .goWithout
    return schema
  }

  /// Configures a connection before its use.
  func prepare(_ database: Database) throws {
    try requirement(database)
    // A file may be foreign: its schema must not run functions.
    try database.execute(sql: "PRAGMA trusted_schema = OFF")
    try database.execute(sql: "PRAGMA cell_size_check = ON")
    // Otherwise the write-ahead log stays as large as the largest transaction.
    try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
    // Allows the file to shrink. Possible only before there is a page; later it would be a write.
    if !database.configuration.readonly, try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
      try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
    }
  }

  // MARK: - Looking at a file

  enum Finding {
    /// An empty file.
    case empty
    /// A file of this version or an earlier one.
    case known(version: Int)
    /// A file of a build before the first release.
    case unreleased
    case newer
  }

  /// Returns the kind of a file. Throws ``ForeignSchema`` or SQLite's error if it is unusable.
  func finding(_ database: Database) throws -> Finding {
    // The first access to a page: it fails for a file that is not a database.
    let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
    if tables == 0 { return .empty }
    let applied = try migrations.appliedIdentifiers(database)
    // A program that was ended between two steps leaves a file with an empty list of migrations.
    if applied.isEmpty, tables <= 2, try database.tableExists("grdb_migrations") { return .empty }
    guard try isOwn(database) else { throw ForeignSchema() }
    if !applied.isEmpty, applied.isSubset(of: unreleased) { return .unreleased }
    if try migrations.hasBeenSuperseded(database) { return .newer }
    guard let last = try migrations.completedMigrations(database).last,
      try Shape(database) == expectedShape(after: last)
    else { throw ForeignSchema() }
    if isCheckedWhole { try checkWhole(database) }
    return .known(version: applied.count)
  }

  /// Returns whether a file is of use to a program after it has been emptied.
  func isKeptWhenEmpty(_ database: Database) throws -> Bool {
    try isOwn(database) && !migrations.appliedIdentifiers(database).isSubset(of: unreleased)
  }

  /// Returns whether a file belongs to this program, whatever its version.
  private func isOwn(_ database: Database) throws -> Bool {
    try Int32.fetchOne(database, sql: "PRAGMA application_id") == applicationID
  }

  private func checkWhole(_ database: Database) throws {
    let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    if answer != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
  }

  private func expectedShape(after migration: String) throws -> Shape {
    let queue = try DatabaseQueue()
    Self.closed.withLock { $0.append(queue) }
    defer { try? queue.close() }
    try migrations.migrate(queue, upTo: migration)
    return try queue.read { try Shape($0) }
  }

  /// Databases in memory that are no longer used. To release GRDB's queue, libdispatch takes a thread of a concurrent one,
  /// and then wakes the process once a second; so the few that exist are kept, closed.
  private static let closed = LockedState<[DatabaseQueue]>([])

  /// The tables with their columns, and all other elements of a schema by name.
  private struct Shape: Equatable {
    var objects: Set<[String]> = []
    var columns: [String: [[String]]] = [:]

    init(_ database: Database) throws {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
          AND name NOT LIKE 'grdb\\_%' ESCAPE '\\'
          """)
      for row in rows {
        guard let type = row.checked(0, as: String.self), let name = row.checked(1, as: String.self) else {
          throw ForeignSchema()
        }
        objects.insert([type, name])
        guard type == "table" else { continue }
        columns[name] = try database.columns(in: name).map {
          [$0.name, $0.type, "\($0.isNotNull)", "\($0.primaryKeyIndex)"]
        }
      }
    }
  }
}
