import Foundation
import GRDB
import Glibc
import Synchronization

/// One measurement.
struct Reading: Hashable, Sendable {
  var sensor = SensorName.none
  let timestamp: Timestamp
  /// In degrees Celsius, among ``credible`` ones.
  let temperature: Double

  /// The plausible temperatures: nothing is colder than absolute zero, and no sensor here measures a furnace.
  static let credible = -273.15...1_000.0
}

/// The number and the sum of the readings in one step of time.
struct StepSum: Sendable {
  var count = 0
  var sum = 0.0
}

/// The posted readings in SQLite: a file, or memory without one.
///
/// A reading is on disk when its `store` completes: SQLite writes ahead (`journal_mode` WAL, one `fsync` for each commit)
/// with `synchronous` FULL, because with NORMAL a commit may be lost in a power failure.
/// Source: https://www.sqlite.org/pragma.html#pragma_synchronous
final class ReadingStore: Sendable {
  private let path: String?
  private let retention: Retention
  private let database = Mutex<(any DatabaseWriter)?>(nil)

  init(configuration: Station.Configuration) {
    // SQLite's name for a database in memory, which has no log to write ahead.
    path = configuration.database == ":memory:" ? nil : configuration.database
    retention = Retention(length: configuration.retention, now: configuration.now)
  }

  func open() throws(StationError) {
    do {
      if let path { Self.createPrivately(path) }
      var configuration = GRDB.Configuration()
      configuration.label = "station"
      // Another station, or a person with a shell, may have the same file open.
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { database in
        if !database.configuration.readonly { try database.execute(sql: "PRAGMA synchronous = FULL") }
      }
      let writer: any DatabaseWriter =
        if let path {
          try DatabasePool(path: path, configuration: configuration)
        } else {
          try DatabaseQueue(configuration: configuration)
        }
      try ReadingSchema.migrations.migrate(writer)
      database.withLock { $0 = writer }
      // Asynchronous: deleting a year of readings takes seconds.
      writer.asyncWrite({ [retention] in try retention.pruneIfDue($0) }, completion: { _, _ in })
    } catch let error as DatabaseError {
      throw .databaseUnusable(path: path ?? "in memory", reason: error.message ?? error.description)
    } catch {
      throw .databaseUnusable(path: path ?? "in memory", reason: error.localizedDescription)
    }
  }

  /// Creates the file for its owner alone; SQLite gives the files beside it the same permissions. An existing file keeps its
  /// permissions.
  private static func createPrivately(_ path: String) {
    // An error here is ignored: SQLite meets it again and reports it.
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Waits for current reads and writes, then closes the file.
  func close() {
    let writer = database.withLock { writer in
      defer { writer = nil }
      return writer
    }
    // The file is consistent at any time; closing it properly only saves work at the next opening.
    try? writer?.close()
  }

  func drain() {
    // The barrier only waits, so an error of it has no meaning.
    try? database.withLock { $0 }?.barrierWriteWithoutTransaction { _ in }
  }

  /// Returns why a reading is not stored, as the end of a sentence; `nil` if it is stored.
  ///
  /// A client that requests readings up to its present would not get a reading of the far future for years, and one that
  /// shows the newest reading would show nothing else.
  func refusal(of reading: Reading, at now: Timestamp) -> String? {
    if retention.hasPassed(since: reading.timestamp, at: now) {
      return "is older than the \(retention.days) days that this station keeps"
    }
    guard reading.timestamp.milliseconds <= now.milliseconds + Self.longestLead else {
      return "is more than a day ahead of this station's clock, which says \(now.iso8601)"
    }
    return nil
  }

  /// The milliseconds by which a sensor's clock may be ahead: a whole day, so that a wrong time zone loses no reading.
  private static let longestLead: Int64 = 86_400_000

  /// Stores readings, all of them or none, and completes when they are on disk. A reading that is already stored, at the same
  /// time with the same temperature from the same sensor, is ignored: a sensor without an answer may post again.
  func store(_ readings: [Reading], completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard let writer = database.withLock({ $0 }) else {
      return completion(.failure(DatabaseError(resultCode: .SQLITE_MISUSE)))
    }
    writer.asyncWrite { [retention] database in
      let name = try database.cachedStatement(sql: "INSERT OR IGNORE INTO sensor (name) VALUES (?)")
      let insert = try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO reading (sensor, timestamp, temperature)
          SELECT id, ?, ? FROM sensor WHERE name = ?
          """)
      var named: Set<SensorName> = []
      for reading in readings {
        if named.insert(reading.sensor).inserted { try name.execute(arguments: [reading.sensor.text]) }
        try insert.execute(arguments: [reading.timestamp.milliseconds, reading.temperature, reading.sensor.text])
      }
      try retention.pruneIfDue(database)
    } completion: { _, result in
      completion(result)
    }
  }

  /// Sums one sensor's readings in each step that has any, by the number of the step counted from `start`; `stop` is
  /// exclusive. The result is `nil` if there is no such sensor.
  ///
  /// A row with an implausible temperature, which another program has written, is ignored: it would spoil the sum of all the
  /// others.
  ///
  /// - Parameter sensor: `nil` for the one that posted first.
  func sums(
    of sensor: SensorName?, from start: Timestamp, to stop: Timestamp, step: Int64,
    completion: @escaping @Sendable (Result<[Int64: StepSum]?, any Error>) -> Void
  ) {
    read(completion) { database in
      let id =
        if let sensor {
          try Int64.fetchOne(database, sql: "SELECT id FROM sensor WHERE name = ?", arguments: [sensor.text])
        } else {
          try Int64.fetchOne(database, sql: "SELECT MIN(id) FROM sensor")
        }
      guard let id else { return nil }
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT (timestamp - :start) / :step, COUNT(*), SUM(temperature) FROM reading
          WHERE sensor = :sensor AND timestamp >= :start AND timestamp < :stop
            AND temperature BETWEEN :coldest AND :hottest GROUP BY 1
          """,
        arguments: [
          "sensor": id, "start": start.milliseconds, "stop": stop.milliseconds, "step": step,
          "coldest": Reading.credible.lowerBound, "hottest": Reading.credible.upperBound,
        ])
      var sums: [Int64: StepSum] = [:]
      while let row = try rows.next() { sums[row[0]] = StepSum(count: row[1], sum: row[2]) }
      return sums
    }
  }

  /// The sensors with stored readings.
  struct Sensors: Sendable {
    /// In the order in which they first posted.
    var first: [SensorName]
    var count: Int
  }

  /// Reads the number of sensors, and the names of the first ones.
  func sensors(
    limit: Int, completion: @escaping @Sendable (Result<Sensors, any Error>) -> Void
  ) {
    read(completion) { database in
      let names = try String.fetchAll(database, sql: "SELECT name FROM sensor ORDER BY id LIMIT ?", arguments: [limit])
      // Another program has written an invalid name.
      return Sensors(
        first: names.compactMap { try? SensorName($0) },
        count: try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sensor") ?? 0)
    }
  }

  /// Reads the newest reading up to `now` of each of the first sensors.
  func newest(
    at now: Timestamp, limit: Int, completion: @escaping @Sendable (Result<[NewestReading], any Error>) -> Void
  ) {
    read(completion) { database in
      let sensors = try Row.fetchAll(
        database, sql: "SELECT id, name FROM sensor ORDER BY id LIMIT ?", arguments: [limit])
      let newest = try database.cachedStatement(
        sql: """
          SELECT timestamp, temperature FROM reading
          WHERE sensor = ? AND timestamp BETWEEN 0 AND ? AND temperature BETWEEN ? AND ?
          ORDER BY timestamp DESC LIMIT 2
          """)
      return try sensors.compactMap { row -> NewestReading? in
        // Another program has written an invalid name.
        guard let sensor = try? SensorName(row[1]) else { return nil }
        let last = try Row.fetchAll(
          newest,
          arguments: [row[0] as Int64, now.milliseconds, Reading.credible.lowerBound, Reading.credible.upperBound])
        guard let latest = last.first else { return nil }
        let timestamp = Timestamp(milliseconds: latest[0])
        return NewestReading(
          reading: Reading(sensor: sensor, timestamp: timestamp, temperature: latest[1]),
          interval: last.count > 1 ? timestamp.milliseconds - (last[1][0] as Int64) : nil)
      }
    }
  }

  private func read<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ read: @escaping @Sendable (Database) throws -> Value
  ) {
    guard let reader = database.withLock({ $0 }) else {
      return completion(.failure(DatabaseError(resultCode: .SQLITE_MISUSE)))
    }
    reader.asyncRead { database in completion(Result { try read(database.get()) }) }
  }
}
