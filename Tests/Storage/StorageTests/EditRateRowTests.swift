import Edits
import Foundation
import Model
import Testing

@testable import Storage

/// Rates of edits in the state.
@Suite struct EditRateRowTests {
  private let folder: TemporaryFolder
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  init() throws { folder = try TemporaryFolder() }

  private func rate(_ seconds: Int, _ people: Int) -> KeptRate {
    KeptRate(end: Int(now.timeIntervalSince1970) + seconds, people: people, bots: 1)
  }

  @Test func windowsAreThereAtTheNextStartByTheirSource() async {
    StateDatabase(folder.state).keepNow(
      .rates([rate(-10, 1), rate(-5, 2)], of: "a enwiki", oldest: now - 60),
      .rates([rate(-5, 7)], of: "a dewiki", oldest: now - 60), .rates([rate(-5, 3)], of: "a enwiki", oldest: now - 60))
    let state = StateDatabase(folder.state)
    #expect(await state.rates(of: "a enwiki", since: now - 60, now: now).only == [rate(-10, 1), rate(-5, 3)])
    #expect(await state.rates(of: "a frwiki", since: now - 60, now: now).only == [])
    #expect(await state.rates(of: "a enwiki", since: now - 8, now: now).only == [rate(-5, 3)])
  }

  @Test func whatIsTooOldIsForgotten() async {
    let state = StateDatabase(folder.state)
    state.keepNow(.rates([rate(-7_200, 1)], of: "a", oldest: now - 86_400))
    state.keepNow(.rates([rate(0, 2)], of: "b", oldest: now - 3_600))
    #expect(await state.rates(of: "a", since: .distantPast, now: now).only == [])
    #expect(await state.rates(of: "b", since: .distantPast, now: now).only == [rate(0, 2)])
  }

  @Test func whatIsOlderThanADayIsToldByMinutes() async {
    let day = 86_400
    let old = stride(from: -2 * day + 5, through: -2 * day + 600, by: 5).map { rate($0 - 1_790_000_000 % 60, 2) }
    let state = StateDatabase(folder.state)
    state.keepNow(.rates(old + [rate(-5, 4)], of: "a", oldest: now - 3 * 86_400))
    let told = await state.rates(of: "a", since: now - 3 * 86_400, now: now).only
    #expect(told.count == 11 && told.dropLast().allSatisfy { $0.windows == 12 && $0.people == 24 && $0.bots == 12 })
    #expect(told.last == rate(-5, 4))
  }

  @Test func revertsAreKeptWhereTheyAreKnown() async {
    func rate(_ seconds: Int, _ reverts: Int?) -> KeptRate {
      KeptRate(end: Int(now.timeIntervalSince1970) + seconds, people: 3, reverts: reverts)
    }
    // Two minutes of two days ago: of the first all reverts are known, of the second not all.
    let minute = -2 * 86_400 - 1_790_000_000 % 60
    let old = [rate(minute + 5, 1), rate(minute + 10, 2), rate(minute + 65, 1), rate(minute + 70, nil)]
    let state = StateDatabase(folder.state)
    state.keepNow(.rates(old + [rate(-10, 4), rate(-5, nil)], of: "a", oldest: now - 3 * 86_400))
    let told = await state.rates(of: "a", since: now - 3 * 86_400, now: now).only
    #expect(told.map(\.reverts) == [3, nil, 4, nil])
    #expect(told.map(\.windows) == [2, 2, 1, 1])
  }

  @Test func rowsThatNobodyCanHaveWrittenAreLeftOut() async throws {
    let state = StateDatabase(folder.state)
    state.keepNow(.rates([rate(-5, 4)], of: "a", oldest: now - 60))
    try Raw.execute(
      """
      INSERT INTO edit_rate VALUES ('a', 1789999990, -3, 0, 0, 0, NULL);
      INSERT INTO edit_rate VALUES ('a', 1789999991, 9223372036854775807, 0, 0, 0, 0);
      """, in: folder.state)
    #expect(await StateDatabase(folder.state).rates(of: "a", since: now - 60, now: now).only == [rate(-5, 4)])
  }
}
