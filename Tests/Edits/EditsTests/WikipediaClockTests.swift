import Charting
import Foundation
import Model
import Testing

@testable import Edits
@testable import PaneKit

/// The local clock is set while a connection stands. Seconds are real ones, by which timers run and the server's clock
/// goes; the local clock shows so much more or less.
@Suite struct WikipediaClockTests {
  private let start = Date(timeIntervalSince1970: 1_400_165_160)

  /// Two edits a second and a sign-up every five, for so many seconds, with the ticks of the clock between them.
  private func run(
    _ intake: inout WikipediaIntake, _ seconds: Range<Int>, clockAhead: TimeInterval, into batch: inout WikipediaBatch
  ) {
    for second in seconds {
      for half in [0.1, 0.6] {
        let happened = start + Double(second) + half
        let kind = second % 5 == 2 && half == 0.1 ? WikiEvent.Kind.newuser : .unspecified
        let event = WikiEvent(kind: kind, title: "Page", time: happened)
        batch.append(intake.reduce(.update(.event(event, isReplay: false), at: happened + 0.1 + clockAhead)))
      }
      let now = start + Double(second) + 1 + clockAhead
      if now.timeIntervalSince1970.remainder(dividingBy: EditRate.window) == 0 {
        batch.append(intake.reduce(.tick(now)))
      }
    }
  }

  private func connected() -> (WikipediaIntake, WikipediaBatch) {
    var intake = WikipediaIntake()
    var batch = WikipediaBatch()
    batch.append(intake.reduce(.update(.connected(source: .english), at: start)))
    return (intake, batch)
  }

  @Test(arguments: [3_600.0, -3_600, 20, 3_603, -3_598])
  func afterAStepTheRateIsBackWithinTwoWindows(step: TimeInterval) {
    var (intake, batch) = connected()
    run(&intake, 0..<10, clockAhead: 0, into: &batch)
    #expect(batch.rate?.rate == 1.8)
    batch.points = []
    run(&intake, 10..<25, clockAhead: step, into: &batch)
    #expect(batch.rate?.rate == 1.8)
    #expect(batch.points.last?.value == 1.8)
    #expect(batch.points.contains { $0.value == nil }, "counting begins again")
    let expected = (start + 22.1 + 0.1 + step).timeIntervalSince1970
    #expect(abs((batch.signUps.last?.time ?? 0) - expected) < 0.01, "sign-ups stand at their own time again")
  }

  @Test func theChartGoesWithAClockThatIsSetBackAndKeepsNothingOfTheFuture() {
    var (intake, batch) = connected()
    var model = WikipediaModel(now: start)
    run(&intake, 0..<600, clockAhead: 0, into: &batch)
    model.reduce(.batch(batch, at: start + 600))
    #expect(model.state.chart.series.count == 120)
    batch = WikipediaBatch()
    run(&intake, 600..<610, clockAhead: -300, into: &batch)
    model.reduce(.batch(batch, at: start + 310))
    let chart = model.state.chart
    #expect(chart.viewport.time.upperBound <= (start + 315).timeIntervalSince1970)
    #expect((chart.series.timeExtent?.upperBound ?? .infinity) <= (start + 315).timeIntervalSince1970)
    #expect(chart.annotations.last.map { $0 <= (start + 315).timeIntervalSince1970 } == true)
    #expect(chart.series.points.last?.value == 1.8)
    #expect(chart.series.count > 60, "what is older stays")
  }

  /// A tick gives the time that it was due, whatever the clock shows to those who read it then.
  @Test func aWindowIsClosedByItsTickThoughEventsAreStampedALittleEarlier() {
    var (intake, batch) = connected()
    func edit(at arrival: Date) {
      let event = WikiEvent(kind: .unspecified, title: "Page", time: nil)
      batch.append(intake.reduce(.update(.event(event, isReplay: false), at: arrival)))
    }
    edit(at: start + 0.9)
    batch.append(intake.reduce(.tick(start + 5)))
    #expect(batch.points.map(\.value) == [0.2])
    edit(at: start + 4.999)
    edit(at: start + 5.1)
    batch.append(intake.reduce(.tick(start + 10)))
    #expect(batch.points.map(\.value) == [0.2, 0.4])
  }
}
