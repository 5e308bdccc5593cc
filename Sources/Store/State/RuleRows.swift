import Foundation
import GRDB
import Model

/// What rules have met, as rows.
enum RuleRows {
  /// The latest are kept, of all rules together.
  static let limit = 50_000

  /// Stores that a rule has met something.
  ///
  /// - Returns: whether there was no such row, in this program or another one.
  static func claim(_ subject: String, by rule: String, at date: Date, in database: Database) throws -> Bool {
    var isFirst = true
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: "INSERT OR IGNORE INTO rule_subject VALUES (?, ?, ?)", arguments: [rule, subject, date.milliseconds])
      isFirst = database.changesCount > 0
      if isFirst { try database.keepNewest(limit, of: "rule_subject", by: "date") }
      return .commit
    }
    return isFirst
  }

  /// Returns what a rule has met, the latest first.
  static func claims(by rule: String, atMost limit: Int, in database: Database) throws -> [String] {
    try Row.fetchAll(
      database, sql: "SELECT subject FROM rule_subject WHERE rule = ? ORDER BY date DESC LIMIT ?",
      arguments: [rule, limit]
    )
    .compactMap { $0.checked(0, as: String.self) }
  }

  static func release(_ subject: String, by rule: String, in database: Database) throws {
    try database.execute(
      sql: "DELETE FROM rule_subject WHERE rule = ? AND subject = ?", arguments: [rule, subject])
  }
}
