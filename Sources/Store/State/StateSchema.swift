import GRDB

extension StoreSchema {
  /// What a person did. A later version adds tables, so that values stay values: each is written by itself, and programs
  /// that run at the same time do not undo each other's.
  static let state = StoreSchema(
    applicationID: stateID,
    migrations: stateMigrations, isCheckedWhole: true, damagedFilesKept: 3, newer: .goWithout,
    loss: "Nothing of what you do here is remembered")

  private static let stateID: Int32 = 0x7274_7331  // "rts1"

  private static var stateMigrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(stateID);

          -- Single values by their names: 'pane' a pane's name, 'tab' a feed; since version 2 also
          -- 'tab-order' a JSON array of feeds, 'quota' of remaining, maximum or null and milliseconds, 'dense' 1.
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
    migrator.registerMigration("2") { database in
      try database.execute(
        sql: """
          -- What became of tabs by hand, in the order of 'changed': 'opened' or 'closed'.
          CREATE TABLE tab_fate (
            feed TEXT NOT NULL PRIMARY KEY,
            fate TEXT NOT NULL,
            changed INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;

          -- Questions that were read: when, in milliseconds since 1970-01-01 00:00 UTC, and with how many answers.
          CREATE TABLE read_question (
            site TEXT NOT NULL,
            id INTEGER NOT NULL,
            date INTEGER NOT NULL,
            answers INTEGER NOT NULL,
            PRIMARY KEY (site, id)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX read_question_date ON read_question (date);

          -- Questions that are kept, with their answers as QuestionCoding makes them, and when those were fetched.
          CREATE TABLE kept_question (
            site TEXT NOT NULL,
            id INTEGER NOT NULL,
            fetched INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (site, id)
          ) STRICT;
          """)
    }
    return migrator
  }
}
