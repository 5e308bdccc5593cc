import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct TimerTests {
  /// What a timer sends: each date in seconds after the start of the scheduler's clock.
  private func seconds(_ recorder: EventRecorder<Date, Never>) -> [TimeInterval] {
    recorder.values.map(\.timeIntervalSinceReferenceDate)
  }

  @Test func aTimerAtADateFiresOnceAndCompletes() {
    let scheduler = TestScheduler()
    let timer = SignalProducer.timer(at: scheduler.currentDate.addingTimeInterval(3), on: scheduler)
    let recorder = timer.record(datedBy: scheduler)
    scheduler.advance(by: 2.9)
    #expect(recorder.events == [])
    scheduler.advance(by: 0.1)
    #expect(recorder.entries.map(\.date.timeIntervalSinceReferenceDate) == [3, 3])
    #expect(recorder.ending == .completed)
    let late = timer.record()
    #expect(late.events == [], "before the scheduler has run")
    scheduler.advance()
    #expect(seconds(late) == [3])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func aTimerStartsAtADateOrAtOnceIfThatHasPassed() {
    let scheduler = TestScheduler()
    let timer = SignalProducer.timer(
      every: 2, startingAt: Date(timeIntervalSinceReferenceDate: 3), on: scheduler)
    let early = timer.take(first: 3).record()
    scheduler.advance(by: 4)
    let late = timer.take(first: 3).record()
    let immediate = SignalProducer.timer(every: .seconds(2), startingAt: .distantPast, on: scheduler)
      .take(first: 2).record()
    scheduler.advance()
    #expect(seconds(late) == [4])
    scheduler.advance(by: 10)
    #expect(seconds(early) == [3, 5, 7])
    #expect(seconds(late) == [4, 6, 8])
    #expect(seconds(immediate) == [4, 6])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func anAlignedTimerFiresAtTheMultiplesOfItsInterval() {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_003.2))
    let recorder = SignalProducer.timer(every: 5, aligned: true, on: scheduler).record()
    scheduler.advance(by: 10)
    #expect(recorder.values.map(\.timeIntervalSince1970) == [1_005, 1_010])
    let second = SignalProducer.timer(every: .seconds(5), aligned: true, on: scheduler).record()
    scheduler.advance(to: Date(timeIntervalSince1970: 1_015))
    #expect(second.values == [Date(timeIntervalSince1970: 1_015)])
    #expect(scheduler.scheduledCount == 2)
    recorder.dispose()
    second.dispose()
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func anAlignedTimerThatIsStartedAtAMultipleWaitsForTheNext() {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_005))
    let recorder = SignalProducer.timer(every: 5, aligned: true, on: scheduler).record()
    scheduler.advance(by: 5)
    #expect(recorder.values == [Date(timeIntervalSince1970: 1_010)])
  }

  @Test(arguments: [0.1, 1.0 / 30, 0.7, 86_400])
  func anAlignedTimerLeavesNoMultipleOutAndSendsNoneTwice(interval: TimeInterval) {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSince1970: 1_763_000_000.123))
    let recorder = SignalProducer.timer(every: interval, aligned: true, on: scheduler).record()
    scheduler.advance(by: interval * 1_000)
    let multiples = recorder.values.map { $0.timeIntervalSince1970 / interval }
    #expect(multiples.count == 1_000)
    #expect(multiples.allSatisfy { abs($0 - $0.rounded()) < 1e-4 })
    #expect(zip(multiples, multiples.dropFirst()).allSatisfy { $1.rounded() - $0.rounded() == 1 })
  }

  @Test func aTimerThatIsNotAlignedFiresAfterItsInterval() {
    let scheduler = TestScheduler()
    let recorder = SignalProducer.timer(every: 1.5, on: scheduler).take(first: 2).record()
    scheduler.advance(by: 10)
    #expect(seconds(recorder) == [1.5, 3])
  }

  @Test func timersAreLetGoOfWithTheirStart() {
    let dates: [@Sendable (TestScheduler) -> SignalProducer<Date, Never>] = [
      { .timer(at: .distantFuture, on: $0) },
      { .timer(every: 1, startingAt: .distantPast, on: $0) },
      { .timer(every: 1, aligned: true, on: $0) },
    ]
    for timer in dates {
      let scheduler = TestScheduler()
      let survivors = LeakCheck.survivors { check in
        let probe = check.probe("observer")
        let start = timer(scheduler).startWithValues { _ in withExtendedLifetime(probe) {} }
        scheduler.advance(by: 3.5)
        start.dispose()
      }
      #expect(survivors.isEmpty)
      #expect(scheduler.scheduledCount == 0)
    }
  }
}
