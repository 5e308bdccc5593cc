import Foundation
import GRDB
import Model

extension StoreSchema {
  /// The schema of the state. A later version adds tables, so that values stay separate: each is written individually, and
  /// programs that run at the same time do not undo each other's changes.
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
          -- 'tab-order' a JSON array of feeds, 'quota' of remaining, maximum or null and milliseconds, 'dense' 1. Since
          -- version 3 the quota has a table, and later 'wikis' and 'shown-edits' are JSON
          -- of what was chosen and of the setting, and 'rates-apart' is 1.
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
    migrator.registerMigration("3") { database in
      try database.execute(
        sql: """
          -- What is of a server of questions names it, by the base URL of its API in the form that QuestionServer gives it. What
          -- was kept without a server is of the public one, where nothing tells otherwise.
          CREATE TABLE read_question_by_server (
            server TEXT NOT NULL,
            site TEXT NOT NULL,
            id INTEGER NOT NULL,
            date INTEGER NOT NULL,
            answers INTEGER NOT NULL,
            PRIMARY KEY (server, site, id)
          ) STRICT, WITHOUT ROWID;
          INSERT INTO read_question_by_server
          SELECT 'https://api.stackexchange.com/2.3', site, id, date, answers FROM read_question;
          DROP TABLE read_question;
          ALTER TABLE read_question_by_server RENAME TO read_question;
          CREATE INDEX read_question_date ON read_question (date);

          CREATE TABLE kept_question_by_server (
            server TEXT NOT NULL,
            site TEXT NOT NULL,
            id INTEGER NOT NULL,
            fetched INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (server, site, id)
          ) STRICT;
          -- Rows are listed in the order of their numbers.
          INSERT INTO kept_question_by_server
          SELECT 'https://api.stackexchange.com/2.3', site, id, fetched, bytes FROM kept_question ORDER BY rowid;
          DROP TABLE kept_question;
          ALTER TABLE kept_question_by_server RENAME TO kept_question;

          -- What servers said of the day's requests, and when, in milliseconds since 1970-01-01 00:00 UTC.
          CREATE TABLE quota (
            server TEXT NOT NULL PRIMARY KEY,
            remaining INTEGER NOT NULL,
            maximum INTEGER,
            date INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          """)
      try moveQuota(database)
      try moveInvented(database)
    }
    migrator.registerMigration("4") { database in
      try database.execute(
        sql: """
          -- Rooms whose lines are not drawn, as Room.Mark; the value 'room-alone' is one, too.
          CREATE TABLE hidden_room (
            room TEXT NOT NULL PRIMARY KEY
          ) STRICT, WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("5") { database in
      try database.execute(
        sql: """
          -- When rooms, as Room.Mark, were beyond a limit: 'above' or 'below' so many degrees Celsius, from the first reading
          -- beyond it to the first that was back, in milliseconds since 1970-01-01 00:00 UTC, and the highest or lowest one.
          CREATE TABLE room_event (
            room TEXT NOT NULL,
            side TEXT NOT NULL,
            celsius REAL NOT NULL,
            since INTEGER NOT NULL,
            until INTEGER,
            extreme REAL NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (room, side, celsius, since)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX room_event_since ON room_event (since);
          """)
    }
    migrator.registerMigration("6", migrate: OwnReadingRows.create)
    migrator.registerMigration("7") { database in
      try database.execute(
        sql: """
          -- Edits in windows of five seconds, by their ends in seconds since 1970-01-01 00:00 UTC, and by who made them. A source
          -- is the server and the wikis.
          CREATE TABLE edit_rate (
            source TEXT NOT NULL,
            time INTEGER NOT NULL,
            people INTEGER NOT NULL,
            anonymous INTEGER NOT NULL,
            bots INTEGER NOT NULL,
            untold INTEGER NOT NULL,
            PRIMARY KEY (source, time)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX edit_rate_time ON edit_rate (time);
          """)
    }
    migrator.registerMigration("8") { database in
      try database.execute(
        sql: """
          -- How many of the edits revert others; null where that is not known.
          ALTER TABLE edit_rate ADD COLUMN reverts INTEGER;

          -- Edits that were read, by the server that reported them, and when, in milliseconds since 1970-01-01 00:00 UTC.
          CREATE TABLE read_edit (
            server TEXT NOT NULL,
            wiki TEXT NOT NULL,
            revision INTEGER NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (server, wiki, revision)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX read_edit_date ON read_edit (date);
          """)
    }
    migrator.registerMigration("9") { database in
      try database.execute(
        sql: """
          -- Whether the room was inside its limit before 'since': 0, or else it is taken for 1. Earlier versions did not ask.
          ALTER TABLE room_event ADD COLUMN since_known INTEGER;
          """)
    }
    return migrator
  }

  /// Converts the single value of a quota to a row: `[remaining, maximum or null, milliseconds]`.
  private static func moveQuota(_ database: Database) throws {
    let row = try Row.fetchOne(database, sql: "SELECT value FROM value WHERE name = 'quota'")
    try database.execute(sql: "DELETE FROM value WHERE name = 'quota'")
    guard let text = row?.checked(0, as: String.self),
      let parts = try? JSONDecoder().decode([Int64?].self, from: Data(text.utf8)), parts.count == 3,
      let remaining = parts[0], let date = parts[2]
    else { return }
    try database.execute(
      sql: "INSERT INTO quota VALUES ('https://api.stackexchange.com/2.3', ?, ?, ?)",
      arguments: [remaining, parts[1], date])
  }

  /// Assigns a station's kept questions to the station that they link to.
  private static func moveInvented(_ database: Database) throws {
    for row in try Row.fetchAll(database, sql: "SELECT rowid, bytes FROM kept_question") {
      guard let id = row.checked(0, as: Int64.self), let bytes = row.checked(1, as: Data.self),
        let station = (try? QuestionCoding.question(of: [UInt8](bytes)))?.station
      else { continue }
      try database.execute(
        sql: "UPDATE kept_question SET server = ? WHERE rowid = ?", arguments: [station.address, id])
    }
  }
}
