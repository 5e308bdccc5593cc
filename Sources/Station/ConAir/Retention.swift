import Foundation
import GRDB
import Synchronization

/// Deletes readings that are older than the retention, and sensors that have no others.
///
/// The age is counted from the newest reading, or from now if that is earlier. So opening a database after years does not
/// empty it, and a reading from the future, which a sensor with a wrong clock can post, does not delete others.
final class Retention: Sendable {
  /// The seconds between two searches for old readings. A search uses the primary key.
  static let interval: TimeInterval = 3_600

  private let length: TimeInterval
  private let now: @Sendable () -> Date
  private let lastSearch = Mutex<Date?>(nil)

  /// - Parameter length: in seconds.
  init(length: TimeInterval, now: @escaping @Sendable () -> Date) {
    self.length = length
    self.now = now
  }

  /// The retention in days, for messages.
  var days: Int { Int((length / 86_400).rounded()) }

  /// Returns whether a reading at this time would be too old to be stored.
  func hasPassed(since moment: Timestamp, at now: Timestamp) -> Bool {
    moment < cutoff(from: now)
  }

  /// Prunes if ``interval`` has passed since the last time, or if the clock was set back. Must be called where the database
  /// is written.
  func pruneIfDue(_ database: Database) throws {
    let now = self.now()
    let isDue = lastSearch.withLock { last in
      if let last, (0..<Self.interval).contains(now.timeIntervalSince(last)) { return false }
      last = now
      return true
    }
    // Each sensor separately, because the primary key begins with the sensor.
    guard isDue,
      let newest = try Int64.fetchOne(
        database,
        sql: "SELECT MAX((SELECT MAX(timestamp) FROM reading WHERE reading.sensor = sensor.id)) FROM sensor")
    else { return }
    let cutoff = cutoff(from: min(Timestamp(milliseconds: newest), Timestamp(now)))
    for sensor in try Int64.fetchAll(database, sql: "SELECT id FROM sensor") {
      try database.execute(
        sql: "DELETE FROM reading WHERE sensor = ? AND timestamp < ?", arguments: [sensor, cutoff.milliseconds])
    }
    // A sensor without readings must not be used as the default instead of one with readings.
    try database.execute(
      sql: "DELETE FROM sensor WHERE NOT EXISTS (SELECT 1 FROM reading WHERE reading.sensor = sensor.id)")
  }

  private func cutoff(from moment: Timestamp) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds - Int64(length * 1_000))
  }
}
