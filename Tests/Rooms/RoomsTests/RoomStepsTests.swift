import Model
import Rooms
import Testing

/// Which steps a span is asked for in.
@Suite struct RoomStepsTests {
  @Test(
    arguments: [
      (RoomSpan.hour, 100, 30.0), (.hour, 400, 10), (.sixHours, 100, 120), (.day, 100, 600), (.week, 100, 3_600),
      (.week, 200, 1_800), (.month, 100, 21_600), (.quarter, 100, 43_200), (.year, 100, 86_400), (.year, 1, 86_400),
    ])
  func eachColumnHasAStep(span: RoomSpan, columns: Int, step: Double) {
    #expect(RoomSteps().step(over: span.seconds, columns: columns) == step)
  }

  @Test func noAnswerHasMorePointsThanItMay() {
    for span in RoomSpan.allCases {
      for columns in [0, 1, 80, 1_000, 1_000_000] {
        let step = RoomSteps().step(over: span.seconds, columns: columns)
        #expect(span.seconds / step <= 11_000 && step >= 10)
      }
    }
    #expect(RoomSteps().finest(over: 7 * 86_400, least: 120) == 120)
    #expect(RoomSteps().finest(over: 30 * 86_400, least: 120) == 300)
    #expect(RoomSteps().finest(over: 365 * 86_400, least: 120) == 3_600)
    #expect(RoomSteps(shortest: 60).step(over: 600, columns: 100) == 60)
  }

  @Test func spansFollowEachOther() {
    func longer(than seconds: Double) -> RoomSpan? {
      SpanStep.longer.next(from: seconds, among: RoomSpan.allCases, seconds: \.seconds)
    }
    func shorter(than seconds: Double) -> RoomSpan? {
      SpanStep.shorter.next(from: seconds, among: RoomSpan.allCases, seconds: \.seconds)
    }
    #expect(longer(than: 86_400) == .week && shorter(than: 86_400) == .sixHours)
    #expect(longer(than: 43_200) == .day && shorter(than: 43_200) == .sixHours)
    #expect(longer(than: 86_399.5) == .week, "a day that was rounded is a day")
    #expect(longer(than: 4e7) == nil && shorter(than: 3_600) == nil)
  }
}
