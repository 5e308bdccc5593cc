import Foundation
import Model
import NIOHTTP1
import NetTesting
import Testing

@testable import Clients

/// How far the clock of a server is from this one's.
@Suite struct ServerClockTests {
  private static let now = Date(timeIntervalSince1970: 1_795_302_000)

  private static func date(_ lead: TimeInterval) -> String { now.addingTimeInterval(lead).httpDate }

  @Test(
    arguments: [
      ([900], 900), ([-900], -900), ([29], 0), ([31], 31), ([-31], -31), ([900, 903, 897], 900),
      // One answer alone changes nothing, such as a late one or one of a cache.
      ([900, 0], 900), ([900, 0, 900], 900), ([900, 0, 0], 0), ([0, 900, 902], 902), ([0, 900, -900], 0),
    ] as [([TimeInterval], TimeInterval)])
  func aDifferenceIsWhatTwoAnswersAgreeOn(leads: [TimeInterval], expected: TimeInterval) {
    let clock = ServerClock()
    for lead in leads { clock.take(HTTPHeaders([("Date", Self.date(lead))]), at: Self.now) }
    #expect(clock.lead == expected)
  }

  @Test func whatIsNoDateAndTheAgeOfACacheAreUnderstood() {
    let clock = ServerClock()
    clock.take(HTTPHeaders(), at: Self.now)
    clock.take(HTTPHeaders([("Date", "now")]), at: Self.now)
    #expect(clock.lead == 0)
    clock.take(HTTPHeaders([("Date", Self.date(-900)), ("Age", "600")]), at: Self.now)
    #expect(clock.lead == -300)
    #expect(clock.localTime(of: Self.now.addingTimeInterval(-400), at: Self.now) == Self.now.addingTimeInterval(-100))
    // It cannot have been dated by a clock that is not there yet.
    #expect(clock.localTime(of: Self.now.addingTimeInterval(-5), at: Self.now) == Self.now.addingTimeInterval(-5))
  }

  @Test(arguments: [
    (31, "31 s ahead"), (-89, "89 s behind"), (-890, "15 min behind"), (5_399, "90 min ahead"), (7_200, "2 h ahead"),
    (-1e9, "31 y behind"),
  ])
  func aDifferenceIsToldInWords(lead: TimeInterval, words: String) {
    #expect(ClockDifference(of: "x", lead: lead)?.words.string == words)
    #expect(ClockDifference(of: "x", lead: 0) == nil)
  }
}
