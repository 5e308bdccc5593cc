import GRDB
import Signals
import Text

/// What a database holds, in the versions that this program knows.
struct StoreSchema: Sendable {
  /// What a file says it is, in its header (https://www.sqlite.org/fileformat.html#application_id).
  let applicationID: Int32
  /// One migration for each version, by the version's number. What a migration does never changes, since files were made
  /// by it.
  let migrations: DatabaseMigrator
  /// Whether every page is looked at when the file is opened: right for a small file with what cannot be fetched again.
  let isCheckedWhole: Bool
  /// How many damaged files are kept.
  let damagedFilesKept: Int
  /// What is done with a file that a newer version has made. It is never touched.
  var newer: Newer
  /// What a person misses while the file cannot be used, as the beginning of a sentence.
  let loss: SafeText

  enum Newer: Sendable {
    /// The program goes without.
    case goWithout
    /// The program uses a file of its own version beside it.
    case useOther
  }

  var version: Int { migrations.migrations.count }

  /// The name of the file that is used beside a newer one.
  func otherName(_ name: String, version: Int) -> String { "\(name).version-\(version)" }

  /// The same for a file that has no other beside it.
  var withoutOther: StoreSchema {
    var schema = self
    schema.newer = .goWithout
    return schema
  }

  /// What a connection is told before it is used.
  func prepare(_ database: Database) throws {
    // A file may be foreign: what its schema says must not run functions.
    try database.execute(sql: "PRAGMA trusted_schema = OFF")
    try database.execute(sql: "PRAGMA cell_size_check = ON")
    // The write-ahead log does not keep the size of the largest transaction.
    try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
    // Lets the file become smaller. It can be said only before there is a page, and is a write later on.
    if !database.configuration.readonly, try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
      try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
    }
  }

  // MARK: - Looking at a file

  enum Finding {
    /// Nothing is in it yet.
    case empty
    /// Of this version, or of one before it.
    case known(version: Int)
    case newer
  }

  /// What a file is. Throws ``ForeignSchema`` or SQLite's own error where it is of no use.
  func finding(_ database: Database) throws -> Finding {
    // The first look at a page: what is no database fails here.
    let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
    if tables == 0 { return .empty }
    let applied = try migrations.appliedIdentifiers(database)
    // A program that was ended between two steps leaves a file with an empty list of migrations.
    if applied.isEmpty, tables <= 2, try database.tableExists("grdb_migrations") { return .empty }
    guard try isOwn(database) else { throw ForeignSchema() }
    if try migrations.hasBeenSuperseded(database) { return .newer }
    guard let last = try migrations.completedMigrations(database).last,
      try Shape(database) == expectedShape(after: last)
    else { throw ForeignSchema() }
    if isCheckedWhole { try checkWhole(database) }
    return .known(version: applied.count)
  }

  /// Whether a file is this program's, of whatever version.
  func isOwn(_ database: Database) throws -> Bool {
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

  /// Databases in memory that are not used any more. To let go of GRDB's queue, libdispatch takes a thread of a concurrent one, and
  /// then wakes the process once a second; so the few that there are stay, closed.
  private static let closed = Locked<[DatabaseQueue]>([])

  /// Tables with their columns, and whatever else a schema can hold by its name.
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
