import Foundation
import GRDB
import Model

/// What rules have met, as rows.
enum RuleRows {
  /// The latest are kept, of each rule: no rule makes another one meet something again.
  static let limit = 10_000
  /// A tenth more is deleted at once, so that few claims have to look for the oldest.
  static let slack = limit / 10
  /// The rules whose claims are kept, by their latest claim. The settings have a hundred at most; those of former settings stay
  /// for a while.
  static let ruleLimit = 500

  /// Stores that a rule has met something.
  ///
  /// - Returns: whether there was no such row, in this program or another one.
  static func claim(_ subject: String, by rule: String, at date: Date, in database: Database) throws -> Bool {
    var isFirst = true
    try database.inTransaction(.immediate) {
      try database.execute(
        sql: "INSERT OR IGNORE INTO rule_subject VALUES (?, ?, ?)", arguments: [rule, subject, date.milliseconds])
      isFirst = database.changesCount > 0
      if isFirst { try prune(rule, in: database) }
      return .commit
    }
    return isFirst
  }

  private static func prune(_ rule: String, in database: Database) throws {
    let count = try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM rule_subject WHERE rule = ?", arguments: [rule])
    if count == 1 {
      try database.execute(
        sql: """
          DELETE FROM rule_subject WHERE rule NOT IN
            (SELECT rule FROM rule_subject GROUP BY rule ORDER BY MAX(date) DESC LIMIT ?)
          """, arguments: [ruleLimit])
    }
    guard let count, count > limit + slack else { return }
    try database.execute(
      sql: """
        DELETE FROM rule_subject WHERE rule = :rule AND subject IN
          (SELECT subject FROM rule_subject WHERE rule = :rule ORDER BY date DESC LIMIT -1 OFFSET :limit)
        """, arguments: ["rule": rule, "limit": limit])
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
