import Foundation
import GRDB
import Model

// Rates of edits, as rows.

extension KeptRate {
  /// The windows of a source since some time, in the order of time: each by itself in the last day before `now`, by minutes
  /// before that.
  static func all(of source: String, since start: Date, now: Date, in database: Database) throws -> [KeptRate] {
    let (start, end) = (start.wholeSeconds, now.wholeSeconds)
    let fine = max(start, end - Int(fineSpan)) / 60 * 60
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT MAX(time), SUM(people), SUM(anonymous), SUM(bots), SUM(untold), COUNT(*),
          CASE WHEN COUNT(reverts) = COUNT(*) THEN SUM(reverts) END
        FROM edit_rate WHERE source = ? AND time > ? AND time <= ? GROUP BY (time - 1) / 60
        UNION ALL
        SELECT time, people, anonymous, bots, untold, 1, reverts FROM edit_rate WHERE source = ? AND time > ? AND time <= ?
        ORDER BY 1
        """, arguments: [source, start, fine, source, max(start, fine), end])
    return rows.compactMap { row in
      let values = (0..<6).compactMap { row.checked($0, as: Int.self) }
      guard values.count == 6, values.dropFirst().allSatisfy({ (0...Int(Int32.max)).contains($0) }) else { return nil }
      let reverts = row.checked(6, as: Int.self).flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
      return KeptRate(
        end: values[0], people: values[1], anonymous: values[2], bots: values[3], untold: values[4], reverts: reverts,
        windows: values[5])
    }
  }

  /// Writes windows in the place of those that end at the same time, and removes what is older than `oldest`.
  static func write(_ rates: [KeptRate], of source: String, oldest: Date, to database: Database) throws {
    try database.inTransaction(.immediate) {
      for rate in rates {
        try database.execute(
          sql: "INSERT OR REPLACE INTO edit_rate VALUES (?, ?, ?, ?, ?, ?, ?)",
          arguments: [source, rate.end, rate.people, rate.anonymous, rate.bots, rate.untold, rate.reverts])
      }
      try database.execute(sql: "DELETE FROM edit_rate WHERE time < ?", arguments: [oldest.wholeSeconds])
      return .commit
    }
  }
}

extension Date {
  /// Whole seconds since 1970, of whatever date.
  fileprivate var wholeSeconds: Int { Int(exactly: timeIntervalSince1970.rounded(.down)) ?? 0 }
}
