import GRDB

extension StoreSchema {
  /// What was fetched and can be fetched again.
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
          -- kind 'sites': the key is empty.
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
    return migrator
  }
}
