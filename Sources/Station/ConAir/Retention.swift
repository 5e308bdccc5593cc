import Foundation
import GRDB
import Synchronization

/// Deletes readings that are older than the retention, and sensors that have no other.
///
/// Their age is counted from the newest reading, or from now where that is earlier. So a database that is opened after years
/// is not emptied by being opened, and a reading from the future, which a sensor with a wrong clock can post, costs no
/// others.
final class Retention: Sendable {
  /// Seconds from one search for old readings to the next. A search follows the primary key.
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

  /// Returns whether a reading of this moment would be too old to be kept.
  func hasPassed(since moment: Timestamp, at now: Timestamp) -> Bool {
    moment < cutoff(from: now)
  }

  /// Prunes when ``interval`` has passed since the last time, or when the clock was set back. Must be called where the
  /// database is written to.
  func pruneIfDue(_ database: Database) throws {
    let now = self.now()
    let isDue = lastSearch.withLock { last in
      if let last, (0..<Self.interval).contains(now.timeIntervalSince(last)) { return false }
      last = now
      return true
    }
    // One sensor after the other, since the primary key begins with the sensor.
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
    // A sensor without readings is not answered in place of one that has some.
    try database.execute(
      sql: "DELETE FROM sensor WHERE NOT EXISTS (SELECT 1 FROM reading WHERE reading.sensor = sensor.id)")
  }

  private func cutoff(from moment: Timestamp) -> Timestamp {
    Timestamp(milliseconds: moment.milliseconds - Int64(length * 1_000))
  }
}
