import Foundation
import Model
import Testing

@testable import Edits
@testable import PaneKit

/// A wiki with five edits in two seconds, at all times: whatever happens to the feed, no other rate is told.
@Suite struct WholeWindowsTests {
  private let start = Date(timeIntervalSince1970: 1_400_165_160)
  /// One edit more or less in a window depends on where its beginning is.
  private static let rates = 2.2...2.8

  /// What an intake gets, in the order of time, and what comes of it.
  private struct Run {
    var inputs: [(time: Double, input: WikipediaIntake.Input)] = []
    let start: Date
    /// The latest values by their times since the start; gaps are left out.
    var values: [Int: Double] = [:]
    /// The seconds since the start at which the line is interrupted.
    var gaps: Set<Int> = []

    init(start: Date) { self.start = start }

    mutating func tell(_ update: WikiFeedUpdate, at seconds: Double) {
      inputs.append((seconds, .update(update, at: start + seconds)))
    }

    mutating func edit(_ happened: Double, at seconds: Double, isReplay: Bool = false, clocks: Double = 0) {
      let event = WikiEvent(kind: .unspecified, title: "Page", time: start + happened + clocks)
      tell(.event(event, isReplay: isReplay), at: seconds)
    }

    /// - Parameters:
    ///   - stop: While the program is stopped, what comes is noticed at the end.
    ///   - leap: The times that the clock leaves out.
    mutating func play(to end: Int, stop: ClosedRange<Double>? = nil, except leap: ClosedRange<Double>? = nil) {
      for tick in stride(from: 5, through: end, by: 5) where leap?.contains(Double(tick)) != true {
        inputs.append((Double(tick), .tick(start + Double(tick))))
      }
      var intake = WikipediaIntake()
      for (time, input) in inputs.sorted(by: { $0.time < $1.time }) {
        let isHeld = stop?.contains(time) ?? false
        let now = start + (stop.map { isHeld ? $0.upperBound : time } ?? time)
        let step =
          switch input {
          case .update(let update, _): intake.reduce(.update(update, at: now))
          case .tick: intake.reduce(.tick(now))
          case .watch: intake.reduce(input)
          }
        for point in step.points {
          let seconds = Int((point.time - start.timeIntervalSince1970).rounded())
          let isGap = point.time != point.time.rounded()
          if isGap, point.value != nil { gaps.remove(seconds) } else if isGap { gaps.insert(seconds) }
          if !isGap { values[seconds] = point.value }
        }
      }
    }
  }

  private static let edits = stride(from: -600.0, to: 90, by: 0.4)

  private func expectRates(_ run: Run, besides missing: Set<Int> = [], from first: Int, through last: Int) {
    for (time, value) in run.values { #expect(Self.rates.contains(value), "\(value) at \(time)") }
    for time in stride(from: first, through: last, by: 5) where !missing.contains(time) {
      #expect(run.values[time] != nil, "nothing at \(time)")
    }
  }

  /// - Parameter offsets: The time from an edit to its arrival, and the seconds by which the server's clock is ahead.
  @Test(arguments: [(0.1, 0), (2, 0), (4, 0), (2, 3_600)] as [(Double, Double)], [0.2, 2.6, 4.7])
  func theHistoryMeetsTheFeedWithoutANotch(offsets: (way: Double, clocks: Double), connected: Double) {
    let (way, clocks) = offsets
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: connected)
    let (served, answered) = (connected + 0.2, connected + 0.35)
    var history: [WikiEvent] = []
    for happened in Self.edits {
      let arrival = happened + way
      if happened <= served, happened > served - 580, arrival < connected || arrival > answered {
        // Its time has no fraction of a second.
        let time = (start + happened + clocks).timeIntervalSince1970.rounded(.down)
        history.append(WikiEvent(kind: .unspecified, title: "Page", time: Date(timeIntervalSince1970: time)))
      } else if arrival >= connected {
        run.edit(happened, at: arrival, clocks: clocks)
      }
    }
    let serverTime = Date(timeIntervalSince1970: (start + served + clocks).timeIntervalSince1970.rounded(.down))
    run.tell(
      .history(WikiHistory(events: history, start: start + served - 580 + clocks, serverTime: serverTime)), at: answered
    )
    run.play(to: 80)
    expectRates(run, from: -560, through: 80)
    #expect(run.gaps.isEmpty)
  }

  @Test(arguments: [0.4, 2, 3.3, 4.5], [1.2, 4.9])
  func aFeedThatBeginsLateIsCountedFromItsBeginning(late: Double, connected: Double) {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: connected)
    for happened in Self.edits where happened >= connected + late { run.edit(happened, at: happened + 0.1) }
    run.play(to: 80)
    expectRates(run, from: 15, through: 80)
  }

  /// What came between the list's answer and the feed's beginning is known to nobody.
  @Test func whatLiesBetweenTheHistoryAndALateFeedIsAGap() {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: 2)
    let history = Self.edits.filter { $0 <= 2.2 }
      .map { WikiEvent(kind: .unspecified, title: "Page", time: start + $0) }
    run.tell(.history(WikiHistory(events: history, start: start - 600, serverTime: start + 2.2)), at: 2.3)
    for happened in Self.edits where happened >= 6 { run.edit(happened, at: happened + 0.1) }
    run.play(to: 80)
    #expect(run.values[5] == nil && run.values[10] == nil && run.gaps == [0])
    expectRates(run, besides: [5, 10], from: -590, through: 80)
  }

  @Test(arguments: [11.2...12.8, 11.2...16.9, 12...19, 13.5...15.9, 11...42])
  func theTimeInWhichTheProgramWasStoppedIsNoRate(stop: ClosedRange<Double>) {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: 0)
    for happened in Self.edits where happened >= 0 { run.edit(happened, at: happened + 0.1) }
    run.play(to: 80, stop: stop)
    expectRates(run, from: 50, through: 80)
  }

  @Test func whatIsRepeatedSlowlyAfterAnInterruptionIsNoRate() {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: 0)
    for happened in Self.edits where happened >= 0 {
      switch happened {
      case ..<20: run.edit(happened, at: happened + 0.1)
      // Repeated until 28; what happens meanwhile waits behind.
      case ..<23: run.edit(happened, at: 23.5 + (happened - 20) * 1.5, isReplay: true)
      case ..<28.3: run.edit(happened, at: 28 + (happened - 23) * 0.06)
      default: run.edit(happened, at: happened + 0.1)
      }
    }
    run.tell(.disconnected(.connectionLost(host: "example.org"), retry: nil), at: 20.2)
    run.tell(.connected(source: .english), at: 23)
    run.play(to: 80)
    expectRates(run, from: 40, through: 80)
    #expect(run.values[20] != nil && run.values[25] == nil && run.values[30] == nil)
  }

  /// Until the difference to the server's clock is measured again, edits seem to be of before the change.
  @Test(arguments: [21, 22.6, 24.7] as [Double], [3, 40, 3_600] as [Double])
  func aClockThatIsSetForwardMakesNoWindowThatIsCountedInPart(set: Double, by step: Double) {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: 0)
    for happened in Self.edits where happened >= 0 && happened < 80 {
      run.edit(happened, at: happened + 0.1 + (happened + 0.1 < set ? 0 : step))
    }
    let last = Int(80 + step) / 5 * 5
    run.play(to: last, except: set...(set + step))
    // A step of less than a window may go unnoticed in the window that it cuts.
    run.values = run.values.filter { Double($0.key) - 5 >= set + step }
    expectRates(run, from: (Int(set + step) / 5 + 4) * 5, through: last)
  }

  @Test func otherWikisAreCountedFromTheMomentOfTheChoice() {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: 0)
    for happened in Self.edits where happened >= 12.3 { run.edit(happened, at: happened + 0.1) }
    run.tell(.selected(source: WikiSelection(["dewiki"])), at: 12.3)
    run.play(to: 80)
    #expect(run.values[15] == nil)
    run.values = run.values.filter { $0.key > 10 }
    expectRates(run, from: 20, through: 80)
  }

  @Test func afterTheChoiceOfAQuietWikiTheFeedIsKnownToSend() {
    var run = Run(start: start)
    run.tell(.connected(source: .english), at: 0)
    for happened in Self.edits where happened >= 0.4 && happened < 12 { run.edit(happened, at: happened + 0.1) }
    run.tell(.selected(source: WikiSelection(["dewiki"])), at: 12.3)
    run.edit(17, at: 17.1)
    run.play(to: 40)
    #expect(run.values[20] == 0.2 && run.values[25] == 0)
  }

  /// An event from the future, the first one or a later one, changes neither the rate nor the times of others.
  @Test(arguments: [0, 1, 30], [3_600, 252_002_135_639] as [Double])
  func anEventFromTheFutureIsCountedAtItsArrival(place: Int, ahead: Double) {
    var intake = WikipediaIntake()
    var batch = WikipediaBatch()
    batch.append(intake.reduce(.update(.connected(source: .english), at: start)))
    for number in 0..<125 {
      let now = start + Double(number) * 0.4
      let time = number == place ? now + ahead : now - 0.2
      let event = WikiEvent(kind: .unspecified, title: "Page", time: time)
      batch.append(intake.reduce(.update(.event(event, isReplay: false), at: now)))
    }
    #expect(batch.points.count == 9 && batch.points.allSatisfy { Self.rates.contains($0.value ?? 0) })
    #expect(batch.oddTimeCount == 1)
    let times = batch.events.map { $0.time.timeIntervalSince(start) }
    #expect(zip(times, 0...).allSatisfy { abs($0 - Double($1) * 0.4) < 0.3 })
  }
}
