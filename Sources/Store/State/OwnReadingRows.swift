import Foundation
import GRDB
import Model
import Text

/// Rows for temperatures that are not stored anywhere else: single readings, then minutes, then hours.
enum OwnReadingRows {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  static func write(_ readings: [OwnReading], of source: String, to database: Database) throws {
    let readings = readings.filter { Temperature.credible.contains($0.temperature.celsius) }
    guard !readings.isEmpty else { return }
    try database.inTransaction(.immediate) {
      for reading in readings {
        let (celsius, room) = (reading.temperature.celsius, reading.key.mark)
        try database.execute(
          sql: "INSERT INTO own_series (source, room) VALUES (?, ?) ON CONFLICT DO NOTHING", arguments: [source, room])
        try database.execute(
          sql: """
            INSERT INTO own_reading
            SELECT id, ?, 0, ?, ?, ?, 1 FROM own_series WHERE source = ? AND room = ?
            ON CONFLICT DO NOTHING
            """,
          arguments: [reading.temperature.time.milliseconds, celsius, celsius, celsius, source, room])
      }
      try limitRooms(of: source, in: database)
      return .commit
    }
  }

  /// Deletes the rooms of a source beyond the limit: those whose newest reading is the oldest.
  private static func limitRooms(of source: String, in database: Database) throws {
    let count =
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM own_series WHERE source = ?", arguments: [source]) ?? 0
    guard count > ReadingLimits.rooms else { return }
    try database.execute(
      sql: """
        DELETE FROM own_series WHERE id IN (
          SELECT id FROM own_series WHERE source = ?
          ORDER BY (SELECT MAX(time) FROM own_reading WHERE series = own_series.id), id LIMIT ?
        )
        """, arguments: [source, count - ReadingLimits.rooms])
  }

  /// Sentences about the number of rooms of each source.
  static func notes(in database: Database) throws -> [SafeText] {
    try Row.fetchAll(database, sql: "SELECT source, COUNT(*) FROM own_series GROUP BY source ORDER BY source")
      .compactMap { row in
        guard let source = row.checked(0, as: String.self), let count = row.checked(1, as: Int.self) else { return nil }
        let rooms = SafeText(count, "room", "rooms")
        return "temperatures of \(SafeText(label: source)): \(rooms) of \(ReadingLimits.rooms) at most"
      }
  }

  /// The readings in each step of a window, by room, in order of time.
  static func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval, in database: Database
  ) throws -> [RoomKey: [RoomReading]] {
    let step = Int64(min(max(step, 0.001), 1e9) * 1_000)
    let (start, end) = (window.lowerBound.milliseconds, window.upperBound.milliseconds)
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT room, time / :step * :step AS step, MIN(lowest), MAX(highest), SUM(total) / SUM(count)
        FROM own_reading JOIN own_series ON own_series.id = series
        WHERE source = :source AND time >= :start / :step * :step AND time <= :end AND count > 0
        GROUP BY series, step ORDER BY series, step
        """,
      arguments: ["step": step, "source": source, "start": start, "end": end])
    var readings: [RoomKey: [RoomReading]] = [:]
    for row in rows {
      guard let room = row.checked(0, as: String.self), let time = row.checked(1, as: Int64.self),
        let lowest = row.checked(2, as: Double.self), let highest = row.checked(3, as: Double.self),
        let mean = row.checked(4, as: Double.self)
      else { continue }
      readings[RoomKey(room), default: []].append(
        RoomReading(time: Date(milliseconds: time), lowest: lowest, mean: mean, highest: highest))
    }
    return readings
  }

  /// Combines single readings older than a day into minutes, and minutes older than a month into hours, and deletes hours
  /// older than two years.
  static func rollUp(at now: Date, in database: Database) throws {
    func limit(_ retention: TimeInterval, _ length: Int64) -> Int64 {
      now.addingTimeInterval(-retention).milliseconds / length * length
    }
    try database.inTransaction(.immediate) {
      for (length, end) in [
        (minute, limit(ReadingRetention.single, minute)), (hour, limit(ReadingRetention.minutes, hour)),
      ] {
        try database.execute(
          sql: """
            INSERT INTO own_reading
            SELECT series, time / :length * :length, :length, MIN(lowest), MAX(highest), SUM(total), SUM(count)
            FROM own_reading WHERE length < :length AND time < :end GROUP BY series, time / :length
            ON CONFLICT DO UPDATE SET
              lowest = MIN(lowest, excluded.lowest), highest = MAX(highest, excluded.highest),
              total = total + excluded.total, count = count + excluded.count
            """, arguments: ["length": length, "end": end])
        try database.execute(
          sql: "DELETE FROM own_reading WHERE length < ? AND time < ?", arguments: [length, end])
      }
      try database.execute(
        sql: "DELETE FROM own_reading WHERE time < ?", arguments: [limit(ReadingRetention.hours, hour)])
      try database.execute(
        sql: "DELETE FROM own_series WHERE NOT EXISTS (SELECT * FROM own_reading WHERE series = own_series.id)")
      return .commit
    }
  }
}
