import Foundation
import Testing

@testable import Edits
@testable import Model

private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_400_165_160 + seconds) }

@Suite struct ClockOffsetTests {
  private static let hour = 3_600.0

  /// Events a second, each on its way for half a second; the server's clock is ahead.
  private func observe(
    _ offset: inout ClockOffset, _ seconds: ClosedRange<Int>, ahead: TimeInterval = 0, localAhead: TimeInterval = 0
  ) {
    for second in seconds {
      let happened = Double(second)
      offset.observe(date(happened + ahead), arrival: date(happened + 0.5 + localAhead))
    }
  }

  private func isClose(_ offset: ClockOffset, to seconds: TimeInterval) -> Bool {
    offset.smallest.map { abs($0 - seconds) < 1e-6 } ?? false
  }

  @Test func theSmallestDifferenceSeenIsTheNearestToThatOfTheClocks() {
    var offset = ClockOffset()
    // The server's clock is 100 s ahead; events take 2, 0.5 and 3 s.
    for (happened, way) in [(0.0, 2.0), (10, 0.5), (20, 3)] {
      offset.observe(date(happened + 100), arrival: date(happened + way))
    }
    #expect(isClose(offset, to: -99.5))
    #expect(abs(offset.localTime(of: date(120)).timeIntervalSince(date(20.5))) < 1e-6)
  }

  @Test(arguments: [3_600, 61, 252_002_135_639] as [Double], [0, 1, 2, 30])
  func anEventFromTheFutureChangesNothing(ahead: TimeInterval, place: Int) {
    var offset = ClockOffset()
    if place > 0 { observe(&offset, 0...place - 1) }
    let isPlausible = offset.observe(date(Double(place) + ahead), arrival: date(Double(place) + 0.5))
    #expect(!isPlausible)
    observe(&offset, place + 1...place + 2)
    #expect(isClose(offset, to: 0.5))
  }

  @Test func anEventEachMinuteFromTheFutureChangesNothing() {
    var offset = ClockOffset()
    for minute in 0..<30 {
      observe(&offset, minute * 60...minute * 60 + 50)
      offset.observe(date(Double(minute * 60) + Self.hour), arrival: date(Double(minute * 60) + 51))
    }
    #expect(isClose(offset, to: 0.5))
  }

  @Test func aClockThatIsSetIsFollowed() {
    var offset = ClockOffset()
    observe(&offset, 0...20)
    // The local clock is set back an hour: what comes is from the future.
    observe(&offset, 21...23, localAhead: -Self.hour)
    #expect(isClose(offset, to: 0.5 - Self.hour))
    // It is set forward: what comes is late, until nothing has agreed for long.
    observe(&offset, 24...40)
    #expect(isClose(offset, to: 0.5), "the memory has passed by the local clock")
    observe(&offset, 41...60, localAhead: 300)
    #expect(isClose(offset, to: 0.5))
    observe(&offset, 61...700, localAhead: 300)
    #expect(isClose(offset, to: 300.5))
  }

  @Test func theSmallestIsForgottenAfterAWhile() {
    var offset = ClockOffset()
    offset.observe(date(30), arrival: date(0))
    observe(&offset, 1...400)
    #expect(isClose(offset, to: -30), "clocks that differ by less than a minute")
    observe(&offset, 401...700)
    #expect(isClose(offset, to: 0.5))
  }

  @Test func whatIsRepeatedAfterAnInterruptionIsLate() {
    var offset = ClockOffset()
    observe(&offset, 0...1)
    for second in 2...300 { offset.observe(date(Double(second)), arrival: date(400)) }
    #expect(isClose(offset, to: 0.5))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func timesThatCannotBeAreNoHarm(seconds: Double) {
    var offset = ClockOffset()
    let isPlausible = offset.observe(Date(timeIntervalSince1970: seconds), arrival: date(0))
    #expect(!isPlausible)
    #expect(offset.smallest == nil)
  }
}
