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
