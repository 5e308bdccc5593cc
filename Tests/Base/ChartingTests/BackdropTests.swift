import Testing

@testable import Charting

/// The earlier time behind a chart.
@Suite struct BackdropTests {
  private static let day = 86_400.0

  @Test(
    arguments: [
      (60, .day), (day, .day), (1.005 * day, .day), (1.02 * day, .week), (7 * day, .week), (8 * day, .fourWeeks),
      (28 * day, .fourWeeks), (30 * day, .year), (365 * day, .year), (370 * day, nil), (.nan, nil),
    ] as [(Double, TimeShift?)])
  func theShiftIsTheShortestThatLeavesTheSpan(span: Double, shift: TimeShift?) {
    #expect(TimeShift(for: span) == shift)
  }

  @Test func itsPointsAreThoseOfTheEarlierTime() {
    let series = Series([
      Series.Point(time: 100, value: 1), Series.Point(time: 110, value: 2),
      Series.Point(time: Self.day + 100, value: 3),
    ])
    let backdrop = Backdrop(ChartLine(id: "", name: "", series: series), .day)
    #expect(backdrop.point(at: Self.day + 101)?.value == 1)
    #expect(backdrop.point(at: Self.day + 109)?.value == 2)
    #expect(backdrop.point(at: Self.day + 109)?.time == 110, "at its own time")
    #expect(backdrop.times(of: Self.day...Self.day + 200) == 0...200)
    #expect(backdrop.hasValues(in: Self.day...Self.day + 200))
    #expect(!backdrop.hasValues(in: 0...200), "the present is not the day before")
  }

  /// Berlin, 2026: from 02:00 to 03:00 on 29 March, and from 03:00 back to 02:00 on 25 October.
  @Test(
    arguments: [
      (1_774_746_000, 9, 23), (1_774_746_000, -1, 24), (1_774_746_000, 25, 24), (1_792_890_000, 10, 25),
      (1_792_890_000, -2, 24), (1_792_890_000, 26, 24),
    ] as [(Double, Double, Double)])
  func overAChangeOfClocksTheClockShowsTheSame(change: Double, hours: Double, day: Double) {
    func offset(_ time: Double) -> Int { time >= 1_774_746_000 && time < 1_792_890_000 ? 7_200 : 3_600 }
    let time = change + hours * 3_600
    #expect(TimeShift.day.earlier(than: time, utcOffset: offset) == time - day * 3_600)
    let week = TimeShift.week.earlier(than: time, utcOffset: offset)
    #expect((week + Double(offset(week))) == time + Double(offset(time)) - 7 * Self.day)
  }

  @Test func aYearBeforeTheDateIsTheSame() {
    func before(_ time: Double) -> Double { TimeShift.year.earlier(than: time) { _ in 0 } }
    #expect(before(1_835_481_600) == 1_803_859_200, "1 March 2028, after a leap day")
    #expect(before(1_835_308_800 + 60) == 1_803_772_800 + 60, "28 February, a minute past midnight")
    #expect(before(1_835_395_200) == 1_803_859_200, "29 February")
  }

  /// In days that no whole number of columns divides, too.
  @Test(arguments: TimeShift.allCases, [60, 3_601, 86_399.5, 1e6]) func itsColumnsAreThoseOfThePresent(
    shift: TimeShift, span: Double
  ) {
    let viewport = Viewport(time: 1.4e9...1.4e9 + span, value: 0...1)
    let present = LinearScale.time(of: viewport, columns: 71)
    let earlier = present.earlier(by: shift.seconds)
    let dot = present.cellSpan / Double(present.dotsPerCell)
    for place in [0, 17, Double(present.dots - 1)] {
      let distance = present.value(at: place) - shift.seconds - earlier.value(at: place)
      #expect(abs(distance) <= 0.5001 * dot, "\(distance) of \(dot)")
    }
    #expect(earlier.cellSpan == present.cellSpan)
  }
}
