import Foundation
import Signals
import SignalsTesting
import Testing

/// The tutorial's tests, and what it shows on the way. `Stopwatch.swift` beside this is that of the example.
@Suite struct TutorialTests {
  @Test func aFaceFollowsFromSteps() {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    var face = Face()
    face.take(.key(" ", start))
    face.take(.key("l", start + 1.5))
    face.take(.key(" ", start + 2))
    face.take(.tick(start + 3))
    #expect(face.lines == ["= 0:02.0", "  lap 1: 0:01.5"])
  }

  @Test func keysAlone() {
    let clock = TestScheduler()
    let (keys, input) = Signal<Character, Never>.pipe()
    let steps = keys.map { Step.key($0, clock.currentDate) }
    let face = Property(initial: Face(), then: steps.scan(into: Face()) { $0.take($1) })
    input.send(value: " ")
    clock.advance(by: 2)
    input.send(value: "l")
    #expect(face.value.laps == [2])
    let ticks =
      SignalProducer.timer(interval: .milliseconds(100), on: clock)
      .active(while: face.map(\.isRunning))
    let recorder = ticks.record()
    clock.advance(by: 0.3)
    #expect(recorder.values.count == 3)
  }

  @Test func theStopwatchRunsFromSpaceToSpace() {
    let clock = TestScheduler()
    let (keys, input) = Signal<Character, Never>.pipe()
    let stopwatch = Stopwatch(keys: keys, on: clock)
    input.send(value: " ")
    clock.advance(by: 61.2)
    #expect(stopwatch.face.value.lines == ["> 1:01.2"])
    input.send(value: " ")
    #expect(clock.scheduledCount == 0)
    clock.advance(by: 60)
    #expect(stopwatch.face.value.lines == ["= 1:01.2"])
  }

  @Test func nothingTicksForAStopwatchThatIsGone() {
    let clock = TestScheduler()
    let (keys, input) = Signal<Character, Never>.pipe()
    var stopwatch: Stopwatch? = Stopwatch(keys: keys, on: clock)
    input.send(value: " ")
    #expect(clock.scheduledCount == 1 && stopwatch != nil)
    stopwatch = nil
    #expect(clock.scheduledCount == 0)
    input.send(value: "l")
  }
}
