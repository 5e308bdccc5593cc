import Foundation
import GRDB
import Signals
import Storage

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
///
/// The file may be removed or replaced while the station runs. A reading that was written into a file without a name is
/// written again, into the file that has the name then: ``StoreDatabase`` sees to that, as it does for the dashboard's files.
final class ReadingStore: Sendable {
  private let path: String
  private let retention: Retention
  private let database: StoreDatabase

  init(configuration: Station.Configuration) {
    // SQLite's name for a database in memory, which has no log to write ahead.
    let file = configuration.database == ":memory:" ? nil : configuration.database
    path = file ?? "in memory"
    retention = Retention(length: configuration.retention, now: configuration.now)
    database = StoreDatabase(
      named: file, ReadingSchema.migrations, configuration.databaseWait, queue: "station.database")
    database.notices.observeValues { [tell = configuration.tell] in tell($0.string) }
  }

  func open() throws(StationError) {
    do {
      try database.open()
    } catch {
      throw .databaseUnusable(path: path, reason: error.sentence.string)
    }
    // Asynchronous: deleting a year of readings takes seconds.
    database.write { [retention] database in
      try database.inTransaction(.immediate) {
        try retention.pruneIfDue(database)
        return .commit
      }
    }
  }

  /// Waits for current reads and writes, then closes the file.
  func close() { database.close() }

  /// Lets nothing wait for other programs any more: what waits fails.
  func endWaits() { database.endWaits() }

  /// Waits for current reads and writes.
  func drain() { database.drain() }

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
  ///
  /// A reading's time counts from its arrival: where twenty wait for one lock, all fail when the first one's time is over.
  ///
  /// - Parameter deadline: The end of the waits for locks; `nil` for the longest wait from now on.
  func store(
    _ readings: [Reading], until deadline: Int? = nil,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    database.write(until: deadline ?? database.deadline) { [self] database in
      try database.inTransaction(.immediate) {
        try insert(readings, into: database)
        return .commit
      }
    } _: { result in
      completion(result.mapError(StoringFailure.or))
    }
  }

  private func insert(_ readings: [Reading], into database: Database) throws {
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
  }

  /// Reads asynchronously.
  func read<Value: Sendable>(
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void,
    _ read: @escaping @Sendable (Database) throws -> Value
  ) {
    database.read(read) { completion($0.mapError(StoringFailure.or)) }
  }
}

/// Why readings were not stored or read, which may be otherwise in a moment; `description` is the end of a sentence.
enum StoringFailure: Error, CustomStringConvertible {
  /// Another program has locked the database.
  case locked
  /// The database was removed, and cannot be created again.
  case removed(reason: String)
  /// The station is ending.
  case closed

  /// Returns the failure that an error means, or another error.
  static func or(_ error: any Error) -> any Error {
    switch error {
    case is LockedFile: StoringFailure.locked
    case let error as DatabaseError where error.resultCode == .SQLITE_BUSY: StoringFailure.locked
    case let error as StoreError: StoringFailure.removed(reason: error.sentence.string)
    case is StoreEnded: StoringFailure.closed
    default: error
    }
  }

  var description: String {
    switch self {
    case .locked: "another program has locked the database"
    case .removed(let reason): "the database was removed, and cannot be created: \(reason)"
    case .closed: "the station is ending"
    }
  }
}
