import GRDB

extension StoreSchema {
  /// The schema of the state. A later version adds tables, so that values stay separate: each is written individually, and
  /// programs that run at the same time do not undo each other's changes.
  static let state = StoreSchema(
    applicationID: stateID,
    migrations: stateMigrations, unreleased: Set((1...9).map { "\($0)" }), isCheckedWhole: true, damagedFilesKept: 3,
    newer: .goWithout, loss: "Nothing of what you do here is remembered")

  private static let stateID: Int32 = 0x7274_7331  // "rts1"

  private static var stateMigrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("0.1.0") { database in
      try database.execute(sql: "PRAGMA application_id = \(stateID)")
      try database.execute(sql: tables)
    }
    migrator.registerMigration("0.1.0 rules") { database in try database.execute(sql: rules) }
    return migrator
  }

  /// The table of rules, which states of the days before it lack.
  private static let rules = """
    -- The questions, edits and alarms that rules of the settings have met, so that each is met once; and when.
    CREATE TABLE rule_subject (
      rule TEXT NOT NULL,
      subject TEXT NOT NULL,
      date INTEGER NOT NULL,
      PRIMARY KEY (rule, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rule_subject_date ON rule_subject (date);
    """

  /// The tables of version 0.1.0. Dates are milliseconds since 1970-01-01 00:00 UTC, where nothing else is said. A server of
  /// questions is the base URL of its API in the form that QuestionServer gives it, and a feed is the JSON that FeedKey makes
  /// of it.
  private static let tables = """
    -- Single values by their names: 'pane' a pane's name, 'tab' a feed, 'tab-order' a JSON array of feeds, 'wikis' and
    -- 'shown-edits' JSON of what was chosen and of the setting, 'room-alone' and 'room-selected' a Room.Mark; 'room-limit '
    -- and a Room.Mark is 'above' or 'below', degrees Celsius, and seconds; 'dense' and 'rates-apart' are 1, and so is each
    -- watched page or user, whose name is 'watched ' and a JSON array of the wiki, 'page' or 'user', and the name. 'selected '
    -- and a feed is a JSON array of the server, the site and the number of a question.
    CREATE TABLE value (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Orders that were chosen by hand.
    CREATE TABLE feed_order (
      feed TEXT NOT NULL PRIMARY KEY,
      sort TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What became of tabs by hand, in the order of 'changed': 'opened' or 'closed'.
    CREATE TABLE tab_fate (
      feed TEXT NOT NULL PRIMARY KEY,
      fate TEXT NOT NULL,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Questions that were read: when, and with how many answers.
    CREATE TABLE read_question (
      server TEXT NOT NULL,
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      date INTEGER NOT NULL,
      answers INTEGER NOT NULL,
      PRIMARY KEY (server, site, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX read_question_date ON read_question (date);

    -- Questions that are kept, with their answers as QuestionCoding makes them, and when those were fetched. Rows are listed in
    -- the order of their numbers.
    CREATE TABLE kept_question (
      server TEXT NOT NULL,
      site TEXT NOT NULL,
      id INTEGER NOT NULL,
      fetched INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (server, site, id)
    ) STRICT;

    -- What servers of questions said of the day's requests, and when.
    CREATE TABLE quota (
      server TEXT NOT NULL PRIMARY KEY,
      remaining INTEGER NOT NULL,
      maximum INTEGER,
      date INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Rooms whose lines are not drawn, as Room.Mark.
    CREATE TABLE hidden_room (
      room TEXT NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    -- When rooms, as Room.Mark, were beyond a limit: 'above' or 'below' so many degrees Celsius, from the first reading beyond it
    -- to the first that was back, the highest or lowest one, and whether the room was inside the limit before 'since'.
    CREATE TABLE room_event (
      room TEXT NOT NULL,
      side TEXT NOT NULL,
      celsius REAL NOT NULL,
      since INTEGER NOT NULL,
      since_known INTEGER NOT NULL,
      until INTEGER,
      extreme REAL NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (room, side, celsius, since)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX room_event_since ON room_event (since);

    -- Rooms of sources whose temperatures are kept here: a source by its address or kind, a room by its RoomKey.
    CREATE TABLE own_series (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      room TEXT NOT NULL,
      UNIQUE (source, room)
    ) STRICT;

    -- Degrees Celsius from 'time' on, for 'length' milliseconds: 0 for a single reading, a minute, or an hour. The mean is
    -- total / count.
    CREATE TABLE own_reading (
      series INTEGER NOT NULL REFERENCES own_series ON DELETE CASCADE,
      time INTEGER NOT NULL,
      length INTEGER NOT NULL,
      lowest REAL NOT NULL,
      highest REAL NOT NULL,
      total REAL NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (series, time, length)
    ) STRICT, WITHOUT ROWID;

    -- Edits in windows of five seconds, by their ends in seconds since 1970-01-01 00:00 UTC, and by who made them; and how many
    -- of them revert others, null where that is not known. A source is the server and the wikis.
    CREATE TABLE edit_rate (
      source TEXT NOT NULL,
      time INTEGER NOT NULL,
      people INTEGER NOT NULL,
      anonymous INTEGER NOT NULL,
      bots INTEGER NOT NULL,
      untold INTEGER NOT NULL,
      reverts INTEGER,
      PRIMARY KEY (source, time)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX edit_rate_time ON edit_rate (time);

    -- Edits that were read, by the server that reported them, and when.
    CREATE TABLE read_edit (
      server TEXT NOT NULL,
      wiki TEXT NOT NULL,
      revision INTEGER NOT NULL,
      date INTEGER NOT NULL,
      PRIMARY KEY (server, wiki, revision)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX read_edit_date ON read_edit (date);
    """
}
