import Foundation
import Testing

@testable import Text

@Suite struct MachineDateTests {
  @Test(
    arguments: [
      (-0x1p62, -62_135_596_800), (-1, -1), (0, 0), (1.5, 1.5), (0x1p62, 253_402_300_799), (.infinity, 253_402_300_799),
    ] as [(TimeInterval, TimeInterval)])
  func aClockIsBelievedWithinTheYearsOfTheCalendar(seconds: TimeInterval, expected: TimeInterval) {
    #expect(Date(timeIntervalSince1970: seconds).withinCalendar == Date(timeIntervalSince1970: expected))
  }

  @Test func theTimeOfTheMachineIsThatOfItsClock() {
    let before = Date()
    #expect((before...Date.distantFuture).contains(.ofMachine))
  }
}
