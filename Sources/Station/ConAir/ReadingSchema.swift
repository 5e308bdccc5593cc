import GRDB

/// The tables of the readings, and their migration from earlier versions.
enum ReadingSchema {
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("readings") { database in
      // The table is its own index: ordered by time, each reading once.
      try database.execute(
        sql: """
          CREATE TABLE reading (
            timestamp INTEGER NOT NULL,  -- milliseconds since 1970-01-01 00:00 UTC
            temperature REAL NOT NULL,   -- degrees Celsius
            PRIMARY KEY (timestamp, temperature)
          ) WITHOUT ROWID
          """)
    }
    migrator.registerMigration("sensors") { database in
      // Earlier readings have no sensor's name, and came first.
      try database.execute(
        sql: """
          CREATE TABLE sensor (
            id INTEGER PRIMARY KEY,     -- in the order in which sensors first posted
            name TEXT NOT NULL UNIQUE   -- empty for the sensor of readings that name none
          );
          INSERT INTO sensor (name) SELECT '' WHERE EXISTS (SELECT 1 FROM reading);
          ALTER TABLE reading RENAME TO formerReading;
          CREATE TABLE reading (
            sensor INTEGER NOT NULL REFERENCES sensor (id),
            timestamp INTEGER NOT NULL,  -- milliseconds since 1970-01-01 00:00 UTC
            temperature REAL NOT NULL,   -- degrees Celsius
            PRIMARY KEY (sensor, timestamp, temperature)
          ) WITHOUT ROWID;
          INSERT INTO reading SELECT sensor.id, timestamp, temperature FROM formerReading, sensor;
          DROP TABLE formerReading;
          """)
    }
    return migrator
  }
}
