import Foundation
import GRDB
import Glibc
import Synchronization

/// One measurement.
struct Reading: Hashable, Sendable {
  let timestamp: Timestamp
  /// In degrees Celsius, among ``credible`` ones.
  let temperature: Double

  /// What is taken for a temperature: nothing is colder than absolute zero, and no sensor here is for furnaces.
  static let credible = -273.15...1_000.0
}

/// How many readings fell into one step of time, and their sum.
struct StepSum: Sendable {
  var count = 0
  var sum = 0.0
}

/// The readings that were posted, in SQLite: a file, or memory when there is none.
///
/// A reading is on disk when its `store` completes: SQLite writes ahead (`journal_mode` WAL, one `fsync` for each
/// commit) with `synchronous` FULL, for with NORMAL a commit may be lost when the power goes.
/// Source: https://www.sqlite.org/pragma.html#pragma_synchronous
final class ReadingStore: Sendable {
  private let path: String?
  private let retention: Retention
  private let database = Mutex<(any DatabaseWriter)?>(nil)

  init(configuration: Station.Configuration) {
    path = configuration.database
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
      try Self.migrations.migrate(writer)
      database.withLock { $0 = writer }
      // Not waited for: a year of readings takes seconds to delete.
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
    // `:memory:` is SQLite's name for a database in memory. An error here is ignored: SQLite meets it again and reports it.
    guard path != ":memory:" else { return }
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  /// Waits for what is being read and written, then lets go of the file.
  func close() {
    let writer = database.withLock { writer in
      defer { writer = nil }
      return writer
    }
    // The file is whole at any moment; closing it in order only spares the next opening some work.
    try? writer?.close()
  }

  func drain() {
    // The barrier does nothing but wait, so its failing would tell nothing.
    try? database.withLock { $0 }?.barrierWriteWithoutTransaction { _ in }
  }

  /// Throws for a reading that is too old to be kept.
  func checkAge(of readings: [Reading], at now: Timestamp) throws(ReadingFormat.Failure) {
    guard let index = readings.firstIndex(where: { retention.hasPassed(since: $0.timestamp, at: now) }) else { return }
    let name = readings.count == 1 ? "The reading" : "Reading \(index + 1)"
    throw ReadingFormat.Failure(sentence: "\(name) is older than the \(retention.days) days that this station keeps.")
  }

  /// Stores readings, all of them or none, and completes when they are on disk. A reading that is there already, at the
  /// same moment with the same temperature, is left as it is: a sensor that got no answer may post again.
  func store(_ readings: [Reading], completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    guard let writer = database.withLock({ $0 }) else {
      return completion(.failure(DatabaseError(resultCode: .SQLITE_MISUSE)))
    }
    writer.asyncWrite { [retention] database in
      let insert = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO reading (timestamp, temperature) VALUES (?, ?)")
      for reading in readings {
        try insert.execute(arguments: [reading.timestamp.milliseconds, reading.temperature])
      }
      try retention.pruneIfDue(database)
    } completion: { _, result in
      completion(result)
    }
  }

  /// Sums the readings of each step that has any, by the number of the step counted from `start`; `stop` is outside.
  ///
  /// A row that is no credible temperature, which something else than this station has written, does not count: it would
  /// spoil the sum of all the others.
  func sums(
    from start: Timestamp, to stop: Timestamp, step: Int64,
    completion: @escaping @Sendable (Result<[Int64: StepSum], any Error>) -> Void
  ) {
    guard let reader = database.withLock({ $0 }) else {
      return completion(.failure(DatabaseError(resultCode: .SQLITE_MISUSE)))
    }
    reader.asyncRead { result in
      completion(
        Result {
          let rows = try Row.fetchCursor(
            result.get(),
            sql: """
              SELECT (timestamp - :start) / :step, COUNT(*), SUM(temperature) FROM reading
              WHERE timestamp >= :start AND timestamp < :stop AND temperature BETWEEN :coldest AND :hottest GROUP BY 1
              """,
            arguments: [
              "start": start.milliseconds, "stop": stop.milliseconds, "step": step,
              "coldest": Reading.credible.lowerBound, "hottest": Reading.credible.upperBound,
            ])
          var sums: [Int64: StepSum] = [:]
          while let row = try rows.next() { sums[row[0]] = StepSum(count: row[1], sum: row[2]) }
          return sums
        })
    }
  }

  private static var migrations: DatabaseMigrator {
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
    return migrator
  }
}
