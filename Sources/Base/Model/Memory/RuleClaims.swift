import Foundation
import Signals

// What rules have met, as rows.

/// Stores that a rule has met something. The answer says whether this program is the first to do so.
public struct RuleClaim: StateQuery {
  /// The latest are kept, of each rule: no rule makes another one meet something again.
  package static let limit = 10_000
  /// A tenth more is deleted at once, so that few claims have to look for the oldest.
  package static let slack = limit / 10
  /// The rules whose claims are kept, by their latest claim. The settings have a hundred at most; those of former settings stay
  /// for a while.
  package static let ruleLimit = 500

  package var subject: String
  package var rule: String
  var date: Date

  public static var writes: Bool { true }
  /// If nothing can be stored, every program acts.
  public var otherwise: Bool { true }

  public func answer(from rows: any StateRows) throws -> Bool {
    let added = try rows.execute(
      "INSERT OR IGNORE INTO rule_subject VALUES (?, ?, ?)", [rule, subject, date.milliseconds])
    if added > 0 { try prune(rows) }
    return added > 0
  }

  private func prune(_ rows: any StateRows) throws {
    let count = try rows.rows("SELECT COUNT(*) FROM rule_subject WHERE rule = ?", [rule]).first?.integer(0)
    if count == 1 {
      try rows.execute(
        """
        DELETE FROM rule_subject WHERE rule NOT IN
          (SELECT rule FROM rule_subject GROUP BY rule ORDER BY MAX(date) DESC LIMIT ?)
        """, [Self.ruleLimit])
    }
    guard let count, count > Self.limit + Self.slack else { return }
    try rows.execute(
      """
      DELETE FROM rule_subject WHERE rule = ? AND subject IN
        (SELECT subject FROM rule_subject WHERE rule = ? ORDER BY date DESC LIMIT -1 OFFSET ?)
      """, [rule, rule, Self.limit])
  }
}

/// What a rule has met in all programs that share the state, the latest first.
public struct RuleClaims: StateQuery {
  package var rule: String
  var limit: Int

  public var otherwise: [String] { [] }

  public func answer(from rows: any StateRows) throws -> [String] {
    try rows.rows("SELECT subject FROM rule_subject WHERE rule = ? ORDER BY date DESC LIMIT ?", [rule, limit])
      .compactMap { $0.text(0) }
  }
}

/// A rule forgets that it has met something, which may happen again.
public struct RuleRelease: StateChange {
  package var subject: String
  package var rule: String

  /// The order among claims counts.
  public var key: [String]? { nil }

  public func write(to rows: any StateRows) throws {
    try rows.execute("DELETE FROM rule_subject WHERE rule = ? AND subject = ?", [rule, subject])
  }
}

extension StateStore {
  /// Stores that a rule has met something, and sends whether this program is the first to do so, once, on any thread. `true` if
  /// nothing can be stored.
  public func claim(_ subject: String, by rule: String, at date: Date) -> SignalProducer<Bool, Never> {
    answer(to: RuleClaim(subject: subject, rule: rule, date: date))
  }

  /// Sends what a rule has met in all programs that share the state, the latest first, once, on any thread.
  public func claims(by rule: String, atMost limit: Int) -> SignalProducer<[String], Never> {
    answer(to: RuleClaims(rule: rule, limit: limit))
  }

  /// Forgets that a rule has met something, which may happen again.
  public func release(_ subject: String, by rule: String) { keep(RuleRelease(subject: subject, rule: rule)) }
}
