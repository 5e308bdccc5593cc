import Foundation
import Model
import ModelTesting
import Testing

@testable import Storage

/// What rules have met, in a file that two programs share.
@Suite struct RuleRowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func onlyTheFirstProgramMeetsSomething() async {
    let (one, other) = (StateDatabase(folder.state), StateDatabase(folder.state))
    let date = Date(timeIntervalSince1970: 1_000)
    #expect(await one.claim("question 1", by: "rule", at: date).only)
    #expect(await !other.claim("question 1", by: "rule", at: date).only)
    #expect(await other.claim("question 1", by: "another rule", at: date).only)
    #expect(await other.claim("question 2", by: "rule", at: date).only)
    one.flush(within: 5)
    // And after a restart.
    #expect(await !StateDatabase(folder.state).claim("question 2", by: "rule", at: date).only)
    #expect(await other.claims(by: "rule", atMost: 10).only == ["question 1", "question 2"])
    _ = await other.claim("question 3", by: "rule", at: date + 1).only
    #expect(await other.claims(by: "rule", atMost: 1).only == ["question 3"])
    #expect(await other.claims(by: "no rule", atMost: 1).only == [])
    other.release("question 2", by: "rule")
    #expect(await other.claim("question 2", by: "rule", at: date).only)
  }

  /// - Parameter row: The values of a row, in SQL, of which `i` is the number.
  private func insert(_ count: Int, _ row: String) throws {
    try Raw.execute(
      """
      WITH RECURSIVE number(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i + 1 < \(count))
      INSERT INTO rule_subject SELECT \(row) FROM number
      """, in: folder.state)
  }

  /// However much a wide rule meets, another one knows what it has met before.
  @Test func aRuleThatMeetsMuchForgetsOnlyItsOwn() async throws {
    let store = StateDatabase(folder.state)
    let date = Date(timeIntervalSince1970: 1_000)
    #expect(await store.claim("question 1", by: "narrow", at: date).only)
    store.flush(within: 5)
    let most = RuleClaim.limit + RuleClaim.slack
    try insert(most, "'wide', 'edit ' || i, 2000000 + i")
    #expect(await store.claim("last", by: "wide", at: Date(timeIntervalSince1970: 1_000_000)).only)
    #expect(await store.claims(by: "wide", atMost: 2 * most).only.count == RuleClaim.limit)
    #expect(await store.claims(by: "wide", atMost: 1).only == ["last"])
    #expect(await store.claim("edit 0", by: "wide", at: date).only, "the earliest was forgotten")
    #expect(await !store.claim("edit \(most - 1)", by: "wide", at: date).only)
    #expect(await !StateDatabase(folder.state).claim("question 1", by: "narrow", at: date).only)
  }

  /// Rules of former settings are forgotten, the one whose latest claim is the oldest first.
  @Test func theRulesAreLimited() async throws {
    let store = StateDatabase(folder.state)
    #expect(await store.claim("a", by: "first", at: Date(timeIntervalSince1970: 1)).only)
    store.flush(within: 5)
    try insert(RuleClaim.ruleLimit, "'rule ' || i, 'edit 0', 2000 + i")
    #expect(await store.claim("a", by: "rule 0", at: Date(timeIntervalSince1970: 900)).only)
    #expect(await store.claims(by: "first", atMost: 1).only == ["a"], "no new rule has come")
    #expect(await store.claim("a", by: "last", at: Date(timeIntervalSince1970: 1_000)).only)
    #expect(await store.claims(by: "first", atMost: 1).only == [])
    #expect(await store.claims(by: "rule 0", atMost: 9).only.count == 2)
  }
}
