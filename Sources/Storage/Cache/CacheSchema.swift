import GRDB

extension StoreSchema {
  /// The schema of the cache, whose content can be fetched again.
  static let cache = StoreSchema(
    applicationID: cacheID,
    migrations: cacheMigrations, unreleased: ["1", "2"], isCheckedWhole: false, damagedFilesKept: 1, newer: .useOther,
    loss: "Nothing is kept for the next start")

  private static let cacheID: Int32 = 0x7274_6331  // "rtc1"

  private static var cacheMigrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("0.1.0") { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(cacheID);

          -- What is kept, and when it was fetched and used, in milliseconds since 1970-01-01 00:00 UTC. A server is one of
          -- questions, by the base URL of its API in the form that QuestionServer gives it, or for 'wikis' one of edits.
          -- kind 'list': key is a feed, the JSON that FeedKey makes of it. kind 'question': key is 'site/id'.
          -- kind 'sites', 'wikis': the key is empty.
          CREATE TABLE entry (
            id INTEGER NOT NULL PRIMARY KEY,
            server TEXT NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL,
            size INTEGER NOT NULL,
            UNIQUE (server, kind, key)
          ) STRICT;
          CREATE INDEX entry_used ON entry (used, size);

          -- The contents, as QuestionCoding makes them; apart, so that a use does not write them again.
          CREATE TABLE content (
            id INTEGER NOT NULL PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
            bytes BLOB NOT NULL
          ) STRICT;
          """)
    }
    return migrator
  }
}
