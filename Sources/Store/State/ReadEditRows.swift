import Foundation
import GRDB
import Model

/// Edits that were read, as rows.
enum ReadEditRows {
  /// The edits read last are kept, of all servers together: more than a person reads in the ten minutes for which the list of an
  /// earlier run comes again.
  static let limit = 2_000

  static func write(_ edit: EditAnnotation.Key, of server: String, at date: Date, to database: Database) throws {
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: "INSERT INTO read_edit VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET date = excluded.date",
        arguments: [server, edit.wiki, edit.revision, date.milliseconds])
      try database.keepNewest(limit, of: "read_edit", by: "date")
      return .commit
    }
  }

  static func remove(_ edit: EditAnnotation.Key, of server: String, from database: Database) throws {
    try database.execute(
      sql: "DELETE FROM read_edit WHERE server = ? AND wiki = ? AND revision = ?",
      arguments: [server, edit.wiki, edit.revision])
  }

  static func all(of server: String, in database: Database) throws -> Set<EditAnnotation.Key> {
    let rows = try Row.fetchAll(
      database, sql: "SELECT wiki, revision FROM read_edit WHERE server = ? ORDER BY date DESC LIMIT ?",
      arguments: [server, limit])
    return Set(
      rows.compactMap { row in
        guard let wiki = row.checked(0, as: String.self), let revision = row.checked(1, as: Int.self) else {
          return nil
        }
        return EditAnnotation.Key(wiki: wiki, revision: revision)
      })
  }
}
