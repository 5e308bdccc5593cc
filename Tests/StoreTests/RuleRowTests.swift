import Foundation
import Model
import Testing

@testable import Store

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
}
