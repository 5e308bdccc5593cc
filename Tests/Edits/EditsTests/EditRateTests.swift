import Charting
import Foundation
import Testing

@testable import Edits
@testable import PaneKit

private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_400_165_160 + seconds) }

extension EditRate {
  /// All edits a second in the last full window.
  fileprivate var current: Double? { counts?.rate }

  fileprivate mutating func add(_ times: [Date], from start: Date, to end: Date = date(60)) {
    add(times.map { (time: $0, counts: EditCounts(by: nil)) }, from: start, to: end)
  }

  /// Times since the beginning, and values.
  fileprivate mutating func taken() -> [(time: Double, value: Double?)] {
    takePoints().map { ($0.time - 1_400_165_160, $0.value) }
  }
}

@Suite struct EditRateTests {
  @Test func everyWindowCountsAlsoTheEmptyOne() {
    var rate = EditRate()
    rate.connect(at: date(0))
    for second in [0, 1, 4.999] { rate.count(at: date(second)) }
    for second in [5, 5.1, 10, 10, 10, 10, 10] { rate.count(at: date(second)) }
    #expect(rate.current == 0.4)
    rate.advance(to: date(15))
    rate.advance(to: date(20))
    let points = rate.taken()
    #expect(points.map(\.value) == [0.6, 0.4, 1, 0])
    #expect(points.map(\.time) == [5, 10, 15, 20], "a rate stands at its window's end")
    #expect(rate.current == 0)
  }

  @Test func thereIsNoRateBeforeTheFirstWindowIsFull() {
    var rate = EditRate()
    rate.count(at: date(-3))
    rate.connect(at: date(0))
    rate.count(at: date(1))
    rate.advance(to: date(4.999))
    #expect(rate.current == nil)
    #expect(rate.taken().isEmpty)
  }

  @Test func aWindowIsAMultipleOfFiveSecondsOfTheClockAndTheOneInWhichAConnectionBeginsIsLeftOut() {
    var rate = EditRate()
    rate.connect(at: date(1.5))
    for second in [2, 3, 4, 5, 9.5] { rate.count(at: date(second)) }
    #expect(rate.current == nil, "three edits in a part of a window are no rate")
    rate.count(at: date(10))
    #expect(rate.current == 0.4)
    rate.advance(to: date(15))
    let points = rate.taken()
    #expect(points.map(\.value) == [0.4, 0.2])
    #expect(points.map(\.time) == [10, 15])
  }

  @Test func theWindowInWhichAConnectionEndsIsLeftOutAndAGapFollows() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.advance(to: date(5))
    rate.count(at: date(6))
    rate.disconnect(at: date(9))
    #expect(rate.current == nil)
    rate.count(at: date(11))
    rate.connect(at: date(22))
    rate.count(at: date(23))
    rate.advance(to: date(25))
    rate.advance(to: date(30))
    let points = rate.taken()
    #expect(points.map(\.value) == [0, nil, 0])
    #expect(points.map { $0.time.rounded() } == [5, 5, 30])
  }

  @Test func oneStepMayCloseAWindowAndEndTheLine() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.count(at: date(1))
    rate.advance(to: date(5))
    rate.advance(to: date(9.9))
    rate.disconnect(at: date(10.1))
    let points = rate.taken()
    #expect(points.map(\.value) == [0.2, 0, nil])
    #expect(points.map { $0.time.rounded() } == [5, 10, 10])
  }

  /// Its time may have been read just before the timer closed the window, and be told just after it.
  @Test func anEditAMomentBeforeItsWindowIsCountedAndBreaksNothing() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.advance(to: date(5))
    rate.count(at: date(4.999))
    rate.advance(to: date(10))
    #expect(rate.taken().map(\.value) == [0, 0.2])
    #expect(rate.current == 0.2)
    // And so may the end of the connection: the gap comes after the last point all the same.
    rate.advance(to: date(15))
    rate.disconnect(at: date(14.999))
    let points = rate.taken()
    #expect(points.map(\.value) == [0, nil])
    #expect(points[0].time < points[1].time)
  }

  @Test func aConnectionThatComesAndGoesAddsOneGapOnly() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.advance(to: date(5))
    for second in 6..<60 {
      rate.disconnect(at: date(Double(second)))
      rate.connect(at: date(Double(second) + 0.5))
    }
    #expect(rate.taken().map(\.value) == [0, nil])
  }

  @Test func aConnectionThatIsReplacedIsAGapToo() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.advance(to: date(5))
    rate.connect(at: date(6))
    rate.advance(to: date(10))
    rate.advance(to: date(15))
    #expect(rate.taken().map(\.value) == [0, nil, 0])
  }

  @Test func aTickThatIsALittleLateStillGivesEachWindowItsPoint() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.count(at: date(1))
    let isAnew = [5.15, 9.7, 10.9].map { rate.advance(to: date($0)) }
    #expect(isAnew == [false, false, false])
    #expect(rate.taken().map(\.value) == [0.2, 0])
  }

  /// What came while the program was stopped would be counted in the next window.
  @Test(arguments: [6.1, 5.3])
  func aWindowWhoseEndIsNoticedLateIsNoRate(second: Double) {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.count(at: date(1))
    let isAnew = rate.advance(to: date(second))
    #expect(isAnew && rate.current == nil)
    rate.advance(to: date(10))
    #expect(rate.taken().isEmpty)
  }

  @Test func aStretchThatNobodyListenedToIsAGapNotAZero() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.advance(to: date(5))
    let isAnew = rate.advance(to: date(3_600))
    #expect(isAnew)
    #expect(rate.current == nil)
    rate.advance(to: date(3_605))
    #expect(rate.taken().map(\.value) == [0, nil, 0])
  }

  @Test(arguments: [(-2_000.0, -1_995.0), (1_003, 1_010)])
  func aClockThatIsSetBackBeginsAgain(second: Double, end: Double) {
    var rate = EditRate()
    rate.connect(at: date(1_000))
    rate.advance(to: date(1_005))
    let isAnew = rate.advance(to: date(second))
    #expect(isAnew)
    #expect(rate.current == nil)
    for tick in stride(from: end - 5, through: end, by: 5) { rate.advance(to: date(max(second, tick))) }
    let points = rate.taken()
    #expect(points.map(\.value) == [0, nil, 0])
    #expect(points.last?.time == end)
  }

  /// The windows come again, and what was counted by the former clock is not theirs.
  @Test func afterAClockThatIsSetBackLongHoursAreCounted() {
    var rate = EditRate()
    rate.connect(at: date(3_600))
    rate.count(at: date(3_601))
    for window in 0..<1_000 {
      let second = Double(window) * 5
      rate.advance(to: date(second))
      rate.count(at: date(second + 1))
    }
    rate.advance(to: date(5_000))
    let points = rate.taken().filter { $0.value != nil }
    #expect(points.count == 1_000 && points.allSatisfy { $0.value == 0.2 })
  }

  /// Else the window would take as much longer, and its rate would be too high.
  @Test func aClockThatIsSetBackInsideOfAWindowBeginsAgainToo() {
    var rate = EditRate()
    rate.connect(at: date(0))
    for second in [1.0, 2, 3, 4] { rate.count(at: date(second)) }
    rate.count(at: date(0.5))
    rate.advance(to: date(5))
    #expect(rate.taken().isEmpty)
    rate.advance(to: date(10))
    #expect(rate.taken().map(\.value) == [0])
  }
}

/// Edits that somebody else tells of afterwards.
@Suite struct EditRateHistoryTests {
  @Test func whatWasBeforeTheConnectionMeetsWhatIsHeardInTheSameWindows() {
    var rate = EditRate()
    rate.connect(at: date(12), isFlowing: true)
    for second in [13.0, 14, 16, 17] { rate.count(at: date(second)) }
    #expect(rate.current == nil)
    rate.add([date(1), date(7), date(8), date(11)], from: date(0))
    #expect(rate.current == 0.6, "the window in which the connection began is whole now")
    rate.advance(to: date(20))
    let points = rate.taken()
    #expect(points.map(\.time) == [5, 10, 15, 20])
    #expect(points.map(\.value) == [0.2, 0.4, 0.6, 0.4])
  }

  @Test func aWindowOfWhichAPartIsMissingIsLeftOut() {
    var rate = EditRate()
    rate.connect(at: date(12), isFlowing: true)
    rate.add([date(7), date(11)], from: date(6))
    rate.advance(to: date(15))
    let points = rate.taken()
    #expect(points.map(\.time) == [15])
    #expect(points.map(\.value) == [0.2])
  }

  @Test func pagesOfThePastAddUpWhereTheyMeetInsideOfAWindow() {
    var rate = EditRate()
    rate.connect(at: date(12), isFlowing: true)
    rate.advance(to: date(15))
    rate.add([date(9), date(11)], from: date(8))
    rate.add([date(2), date(6), date(7)], from: date(0))
    let series = Series(rate.takePoints().map { Series.Point(time: $0.time, value: $0.value) })
    #expect(series.points.map(\.value) == [0.2, 0.6, 0.2])
    #expect(series.points.map { $0.time - 1_400_165_160 } == [5, 10, 15])
  }

  @Test func aGapThatIsToldOfAfterwardsIsClosed() {
    var rate = EditRate()
    rate.connect(at: date(0))
    rate.count(at: date(1))
    rate.advance(to: date(5))
    rate.count(at: date(6))
    rate.disconnect(at: date(7))
    rate.connect(at: date(23), isFlowing: true)
    rate.add([date(8), date(12), date(22)], from: date(2))
    rate.advance(to: date(25))
    let series = Series(rate.takePoints().map { Series.Point(time: $0.time, value: $0.value) })
    #expect(series.points.allSatisfy { $0.value != nil })
    let values = series.points.filter { ($0.time * 10).rounded() == ($0.time * 10) }
    #expect(values.map(\.value) == [0.2, 0.4, 0.2, 0, 0.2])
  }

  /// Until the feed is known to send, a window since its connection is not whole, whatever was told of its beginning.
  @Test func aWindowWaitsUntilTheFeedSends() {
    var rate = EditRate()
    rate.connect(at: date(12))
    rate.add([date(11)], from: date(0), to: date(12.1))
    rate.advance(to: date(15))
    #expect(rate.taken().filter { $0.value != nil }.map(\.time) == [5, 10])
    rate.hear(at: date(15.5))
    #expect(rate.taken().filter { $0.value != nil }.map(\.time) == [5, 10], "it began too late")
    rate.disconnect(at: date(16))
    rate.connect(at: date(17))
    rate.add([Date](), from: date(14), to: date(17.1))
    rate.hear(at: date(17.5))
    rate.advance(to: date(20))
    #expect(rate.taken().last { $0.value != nil }?.time == 20)
  }

  @Test(arguments: [-1e12, 1e12, .nan, .infinity])
  func timesThatCannotBeAreNoHarm(seconds: Double) {
    let time = Date(timeIntervalSince1970: seconds)
    var rate = EditRate()
    rate.connect(at: date(12), isFlowing: true)
    rate.add([time, time, date(11)], from: time)
    rate.advance(to: date(15))
    #expect(rate.taken().allSatisfy { ($0.value ?? 0) <= 0.6 && $0.time <= 15 })
  }
}
