import GRDB

extension StoreSchema {
  /// What a person did. A later version adds tables, so that values stay values: each is written by itself, and programs
  /// that run at the same time do not undo each other's.
  static let state = StoreSchema(
    applicationID: 0x7274_7331,  // "rts1"
    migrations: stateMigrations, isCheckedWhole: true, damagedFilesKept: 3, newer: .goWithout,
    loss: "Nothing of what you do here is remembered")

  private static var stateMigrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(0x7274_7331);

          -- Single values by their names: 'pane' a pane's name, 'tab' a feed.
          CREATE TABLE value (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;

          -- Orders that were chosen by hand. A feed is the JSON that FeedKey makes of it.
          CREATE TABLE feed_order (
            feed TEXT NOT NULL PRIMARY KEY,
            sort TEXT NOT NULL
          ) STRICT, WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
