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

  static func release(_ subject: String, by rule: String, in database: Database) throws {
    try database.execute(
      sql: "DELETE FROM rule_subject WHERE rule = ? AND subject = ?", arguments: [rule, subject])
  }
}
