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
///
/// The file may be removed or replaced while the station runs. A reading that was written into a file without a name is
/// written again, into the file that has the name then.
final class ReadingStore: Sendable {
  private let path: String?
  private let retention: Retention
  private let patience: DatabasePatience
  private let tell: @Sendable (String) -> Void
  private let database = Mutex<Opened?>(nil)
  /// Where a file is opened again.
  private let renewing = DispatchQueue(label: "station.database")

  init(configuration: Station.Configuration) {
    // SQLite's name for a database in memory, which has no log to write ahead.
    path = configuration.database == ":memory:" ? nil : configuration.database
    retention = Retention(length: configuration.retention, now: configuration.now)
    patience = configuration.databasePatience
    tell = configuration.tell
  }

  func open() throws(StationError) {
    do {
      let opened = try opened()
      database.withLock { $0 = opened }
      // Asynchronous: deleting a year of readings takes seconds.
      opened.writer.asyncWrite({ [retention] in try retention.pruneIfDue($0) }, completion: { _, _ in })
    } catch let error as DatabaseError {
      throw .databaseUnusable(path: path ?? "in memory", reason: error.message ?? error.description)
    } catch {
      throw .databaseUnusable(path: path ?? "in memory", reason: error.localizedDescription)
    }
  }

  private func opened() throws -> Opened {
    if let path { Self.createPrivately(path) }
    var configuration = GRDB.Configuration()
    configuration.label = "station"
    // Another station, or a person with a shell, may have the same file open.
    configuration.busyMode = .callback(patience.again)
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
    return Opened(writer: writer, identity: path.flatMap(Identity.init))
  }

  /// Creates the file for its owner alone; SQLite gives the files beside it the same permissions. An existing file keeps its
  /// permissions.
  private static func createPrivately(_ path: String) {
    // An error here is ignored: SQLite meets it again and reports it.
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    Glibc.close(descriptor)
    // Those of a removed file, which SQLite would take for those of the new one.
    for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  /// Waits for current reads and writes, then closes the file.
  func close() {
    let opened = database.withLock { opened in
      defer { opened = nil }
      return opened
    }
    // The file is consistent at any time; closing it properly only saves work at the next opening.
    try? opened?.writer.close()
  }

  /// Lets nothing wait for other programs any more: what waits fails.
  func endWaits() { patience.end() }

  func drain() {
    // The barrier only waits, so an error of it has no meaning.
    try? database.withLock { $0 }?.writer.barrierWriteWithoutTransaction { _ in }
  }

  // MARK: - The name of the file

  /// Distinguishes a file from a later one with its name.
  private struct Identity: Equatable, Sendable {
    var device: dev_t
    var inode: ino_t

    /// Returns the identity of the file that has the name; `nil` if there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (status.st_dev, status.st_ino)
    }
  }

  /// A connection, and the file that it has open; `nil` for memory.
  private struct Opened: Sendable {
    let writer: any DatabaseWriter
    let identity: Identity?
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
    store(readings, until: patience.deadline, completion)
  }

  /// Stores readings that wait for locks until a deadline.
  ///
  /// - Parameter mayRepeat: Whether they are stored again if the file has lost its name.
  func store(
    _ readings: [Reading], until deadline: TimeInterval, mayRepeat: Bool = true,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    guard let opened = database.withLock({ $0 }) else { return completion(.failure(StoringFailure.closed)) }
    opened.writer.asyncWriteWithoutTransaction { [self] database in
      do {
        try patience.untilDeadline(deadline) {
          try database.inTransaction(.immediate) {
            try insert(readings, into: database)
            return .commit
          }
        }
        guard path.flatMap(Identity.init) != opened.identity else { return completion(.success(())) }
        guard mayRepeat else { throw StoringFailure.removed(reason: "it was removed again") }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        return completion(.failure(StoringFailure.locked))
      } catch {
        // Or the connection was closed, because another reading has found that the file was removed.
        guard mayRepeat, let current = self.database.withLock({ $0 }), current.writer !== opened.writer else {
          return completion(.failure(error))
        }
      }
      renewing.async { [self] in
        do {
          try renew(opened)
          store(readings, until: deadline, mayRepeat: false, completion)
        } catch {
          completion(.failure(error))
        }
      }
    }
  }

  /// Opens the file that has the name now, or creates one, unless that has been done meanwhile.
  private func renew(_ former: Opened) throws {
    guard let current = database.withLock({ $0 }), current.writer === former.writer else { return }
    let renewed: Opened
    do {
      renewed = try opened()
    } catch {
      throw StoringFailure.removed(reason: (error as? DatabaseError)?.message ?? error.localizedDescription)
    }
    let isUsed = database.withLock { opened in
      // The station may have been stopped.
      guard opened != nil else { return false }
      opened = renewed
      return true
    }
    try? (isUsed ? former : renewed).writer.close()
    if isUsed, let path {
      tell("\(path) was removed or replaced while it was in use: the file of this name is used now.")
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
    guard let reader = database.withLock({ $0 })?.writer else {
      return completion(.failure(StoringFailure.closed))
    }
    reader.asyncRead { database in completion(Result { try read(database.get()) }) }
  }
}
