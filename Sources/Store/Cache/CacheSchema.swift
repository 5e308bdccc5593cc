import Foundation
import GRDB
import Model

extension StoreSchema {
  /// The schema of the cache, whose content can be fetched again.
  static let cache = StoreSchema(
    applicationID: cacheID,
    migrations: cacheMigrations, isCheckedWhole: false, damagedFilesKept: 1, newer: .useOther,
    loss: "Nothing is kept for the next start")

  private static let cacheID: Int32 = 0x7274_6331  // "rtc1"

  private static var cacheMigrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(cacheID);

          -- What is kept, and when it was fetched and used, in milliseconds since 1970-01-01 00:00 UTC.
          -- kind 'list': key is a feed, the JSON that FeedKey makes of it. kind 'question': key is 'site/id'.
          -- kind 'sites', 'wikis': the key is empty.
          CREATE TABLE entry (
            id INTEGER NOT NULL PRIMARY KEY,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL,
            size INTEGER NOT NULL,
            UNIQUE (kind, key)
          ) STRICT;
          CREATE INDEX entry_used ON entry (used, size);

          -- The contents, as QuestionCoding makes them; apart, so that a use does not write them again.
          CREATE TABLE content (
            id INTEGER NOT NULL PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL
          ) STRICT;
          """)
    }
    migrator.registerMigration("2") { database in
      try database.execute(
        sql: """
          -- Each entry is of a server of questions, by the base URL of its API in the form that QuestionServer gives it, or
          -- for 'wikis' of edits.
          CREATE TABLE entry_by_server (
            id INTEGER NOT NULL PRIMARY KEY,
            server TEXT NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL,
            size INTEGER NOT NULL,
            UNIQUE (server, kind, key)
          ) STRICT;

          -- What was kept without a server is of the public one, where nothing tells otherwise.
          INSERT INTO entry_by_server
          SELECT id, 'https://api.stackexchange.com/2.3', kind, key, fetched, used, size FROM entry;
          DROP TABLE entry;
          ALTER TABLE entry_by_server RENAME TO entry;
          CREATE INDEX entry_used ON entry (used, size);

          -- The sites that the demonstration invents were kept as well, and nothing tells them from those of the public server.
          DELETE FROM content WHERE id IN (SELECT id FROM entry WHERE kind = 'sites');
          DELETE FROM entry WHERE kind = 'sites';
          """)
      try moveInvented(database)
    }
    return migrator
  }

  /// Assigns a station's questions to the station that they link to.
  private static func moveInvented(_ database: Database) throws {
    for row in try Row.fetchAll(database, sql: "SELECT id, kind FROM entry WHERE kind IN ('list', 'question')") {
      guard let id = row.checked(0, as: Int64.self), let kind = row.checked(1, as: String.self) else { continue }
      let content = try Row.fetchOne(database, sql: "SELECT bytes FROM content WHERE id = ?", arguments: [id])
      guard let bytes = content?.checked(0, as: Data.self).map({ [UInt8]($0) }) else { continue }
      let question =
        kind == "list" ? try? QuestionCoding.firstQuestion(ofPage: bytes) : try? QuestionCoding.question(of: bytes)
      guard let station = question?.station else { continue }
      try database.execute(sql: "UPDATE entry SET server = ? WHERE id = ?", arguments: [station.address, id])
    }
  }
}

extension Question {
  /// The station that a question comes from, as far as its link shows it: questions of a station link to its own pages, those
  /// of the public server to sites of Stack Exchange, which use HTTPS. For entries stored without their server.
  var station: QuestionServer? {
    guard let link, link.scheme?.lowercased() == "http", let root = URL(string: "/2.3", relativeTo: link) else {
      return nil
    }
    return QuestionServer(root.absoluteURL)
  }
}
