import Foundation
import GRDB

extension ReadingStore {
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
}
