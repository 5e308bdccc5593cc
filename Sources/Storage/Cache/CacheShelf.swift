import Foundation
import GRDB
import Model

/// The entries of a server by kind and key, limited to a size for all servers together.
package struct CacheShelf: Sendable {
  /// The limit of the file in bytes.
  let limit: Int

  /// A larger entry would displace too many others.
  private var largestEntry: Int { limit / 4 }

  /// The size after a cleanup, so that not every entry displaces another one.
  private var target: Int { limit / 10 * 9 }

  struct Entry {
    var id: Int64
    var fetched: Date
    var bytes: [UInt8]
  }

  /// Identifies an entry.
  package struct Place: Sendable {
    package struct Kind: Sendable, Hashable {
      let name: String

      package init(_ name: String) { self.name = name }
    }

    /// The server's address.
    var server: String
    var kind: Kind
    /// A feed, or a site and an id.
    var key: String

    package init(server: String, kind: Kind, key: String = "") {
      (self.server, self.kind, self.key) = (server, kind, key)
    }

    fileprivate var arguments: StatementArguments { [server, kind.name, key] }
  }

  func entry(at place: Place, in database: Database) throws -> Entry? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT id, fetched, bytes FROM entry JOIN content USING (id)
        WHERE server = ? AND kind = ? AND key = ? AND size <= ?
        """,
      arguments: place.arguments + [largestEntry])
    guard let id = row?.checked(0, as: Int64.self), let fetched = row?.checked(1, as: Int64.self),
      let bytes = row?.checked(2, as: Data.self)
    else { return nil }
    return Entry(id: id, fetched: Date(milliseconds: fetched), bytes: [UInt8](bytes))
  }

  func markUsed(_ id: Int64, at date: Date, in database: Database) throws {
    try database.execute(sql: "UPDATE entry SET used = ? WHERE id = ?", arguments: [date.milliseconds, id])
  }

  func keep(
    _ bytes: [UInt8], at place: Place, fetched: Date, on date: Date, in database: Database
  ) throws {
    guard bytes.count <= largestEntry else { return }
    try database.inTransaction(.immediate) {
      let id = try Int64.fetchOne(
        database,
        sql: """
          INSERT INTO entry (server, kind, key, fetched, used, size) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (server, kind, key) DO UPDATE
          SET fetched = excluded.fetched, used = excluded.used, size = excluded.size RETURNING id
          """,
        arguments: place.arguments + [fetched.milliseconds, date.milliseconds, bytes.count])
      try database.execute(
        sql: "INSERT OR REPLACE INTO content (id, bytes) VALUES (?, ?)", arguments: [id, Data(bytes)])
      return .commit
    }
    try makeRoom(in: database)
  }

  /// Removes the least recently used entries if the file is too large, and shrinks the file.
  private func makeRoom(in database: Database) throws {
    func pragma(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
    let used = (try pragma("page_count") - pragma("freelist_count")) * (try pragma("page_size"))
    guard used > limit else { return }
    try database.execute(
      sql: """
        DELETE FROM entry WHERE id IN (
          SELECT id FROM (SELECT id, SUM(size) OVER (ORDER BY used, id) - size AS before FROM entry) WHERE before < ?)
        """,
      arguments: [used - target])
    try database.execute(sql: "PRAGMA incremental_vacuum")
    // The file itself shrinks when the log is written back.
    try database.checkpoint(.passive)
  }
}
