import Charting
import Foundation
import Model
import Testing

@testable import ViewModels

/// The local clock is set while a connection stands. Seconds are real ones, by which timers run and the server's clock
/// goes; the local clock shows so much more or less.
@Suite struct WikipediaClockTests {
  private let start = Date(timeIntervalSince1970: 1_400_165_160)

  /// Two edits a second and a sign-up every five, for so many seconds, with the ticks between them.
  private func run(_ intake: inout WikipediaIntake, _ seconds: Range<Int>, clockAhead: TimeInterval) {
    for second in seconds {
      for half in [0.1, 0.6] {
        let happened = start + Double(second) + half
        let kind = second % 5 == 2 && half == 0.1 ? WikiEvent.Kind.newuser : .unspecified
        let event = WikiEvent(kind: kind, title: "Page", time: happened)
        _ = intake.receive(.event(event, isReplay: false), at: happened + 0.1 + clockAhead)
      }
      intake.advance(to: start + Double(second) + 1 + clockAhead)
    }
  }

  private func connected() -> WikipediaIntake {
    var intake = WikipediaIntake()
    _ = intake.receive(.connected(source: "enwiki"), at: start)
    return intake
  }

  @Test(arguments: [3_600.0, -3_600, 20])
  func afterAStepTheRateIsBackWithinTwoWindows(step: TimeInterval) {
    var intake = connected()
    run(&intake, 0..<10, clockAhead: 0)
    #expect(intake.takeBatch().rate == 1.8)
    run(&intake, 10..<30, clockAhead: step)
    let batch = intake.takeBatch()
    #expect(batch.rate == 1.8)
    #expect(batch.points.last?.value == 1.8)
    #expect(batch.points.contains { $0.value == nil }, "the windows begin anew")
    let expected = (start + 27.1 + 0.1 + step).timeIntervalSince1970
    #expect(abs((batch.signUps.last ?? 0) - expected) < 0.01, "sign-ups stand at their own time again")
  }

  @Test func theChartGoesWithAClockThatIsSetBackAndKeepsNothingOfTheFuture() {
    var intake = connected()
    var model = WikipediaModel(now: start)
    run(&intake, 0..<600, clockAhead: 0)
    model.absorb(intake.takeBatch(), at: start + 600)
    #expect(model.state.chart.series.count == 120)
    run(&intake, 600..<610, clockAhead: -300)
    model.absorb(intake.takeBatch(), at: start + 310)
    let chart = model.state.chart
    #expect(chart.viewport.time.upperBound <= (start + 315).timeIntervalSince1970)
    #expect((chart.series.timeExtent?.upperBound ?? .infinity) <= (start + 315).timeIntervalSince1970)
    #expect(chart.annotations.last.map { $0 <= (start + 315).timeIntervalSince1970 } == true)
    #expect(chart.series.points.last?.value == 1.8)
    #expect(chart.series.count > 60, "what is older stays")
  }

  @Test func theEndOfAWindowIsFoundWhereTheClockIsALittleBehindTheTimer() {
    var intake = connected()
    let next = intake.tick(awaited: start + 5, at: start + 4.999)
    #expect(next == start + 10)
    #expect(intake.takeBatch().points.map(\.value) == [0])
  }

  @Test func aClockThatIsSetBackDoesNotPutTheNextTickOffByAsMuch() {
    var intake = connected()
    let next = intake.tick(awaited: start + 5, at: start + 5 - 3_600)
    #expect(next == start + 10 - 3_600)
    _ = intake.receive(.disconnected(unreachable, retry: start), at: start + 6 - 3_600)
    #expect(intake.tick(awaited: start + 11, at: start + 11 - 7_200) == start + 16 - 7_200)
  }
}
