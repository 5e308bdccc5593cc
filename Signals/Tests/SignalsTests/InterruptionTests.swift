import Foundation
import Signals
import SignalsTesting
import Testing

/// A start that is disposed of interrupts all that still runs, whichever part of its work has ended before.
@Suite struct InterruptionTests {
  typealias Ticks = SignalProducer<Date, Never>

  /// Starts what `make` makes of a timer, disposes of the start while the timer runs, and checks that the timer stops.
  static func expectTheTimerToStop(
    location: SourceLocation = #_sourceLocation, _ make: (_ timer: Ticks, _ scheduler: TestScheduler) -> Ticks
  ) {
    let scheduler = TestScheduler()
    let timerEnd = AnyDisposable()
    let recorder = EventRecorder<Date, Never>()
    let survivors = LeakCheck.survivors { check in
      let (work, observer) = (check.probe("work"), check.probe("observer"))
      let timer = SignalProducer.timer(interval: .seconds(1), on: scheduler)
        .on(disposed: { withExtendedLifetime(work) { timerEnd.dispose() } })
      let start = make(timer, scheduler).start { event in
        recorder.record(event)
        withExtendedLifetime(observer) {}
      }
      scheduler.advance(by: .milliseconds(2_500))
      #expect(scheduler.scheduledCount > 0, "the timer must be running", sourceLocation: location)
      start.dispose()
      scheduler.advance()
      #expect(timerEnd.isDisposed, "the timer runs on", sourceLocation: location)
    }
    #expect(scheduler.scheduledCount == 0, "left scheduled", sourceLocation: location)
    #expect(survivors == [], sourceLocation: location)
    #expect(!recorder.values.isEmpty, sourceLocation: location)
    #expect(recorder.ending == .interrupted, sourceLocation: location)
    #expect(recorder.isWellFormed, sourceLocation: location)
  }

  @Test(arguments: [FlattenStrategy.merge, .concat, .concurrent(limit: 2), .latest, .race, .throttle])
  func aStreamThatHasOutlivedItsSourceIsInterrupted(strategy: FlattenStrategy) {
    Self.expectTheTimerToStop { timer, _ in SignalProducer(value: 0).flatMap(strategy) { _ in timer } }
  }

  @Test func whatFollowsAPrefixIsInterrupted() {
    Self.expectTheTimerToStop { timer, _ in timer.prefix(value: .distantPast) }
  }

  @Test func whatIsConcatenatedIsInterrupted() {
    Self.expectTheTimerToStop { timer, _ in SignalProducer(value: .distantPast).concat(timer) }
    Self.expectTheTimerToStop { timer, _ in SignalProducer<Int, Never>.empty.then(timer) }
  }

  @Test func whatTakesThePlaceOfAFailureIsInterrupted() {
    Self.expectTheTimerToStop { timer, _ in
      SignalProducer<Date, MarbleError>(error: MarbleError()).flatMapError { _ in timer }
    }
  }

  @Test func whatTakesThePlaceOfAnotherIsInterrupted() {
    Self.expectTheTimerToStop { timer, scheduler in
      SignalProducer.timer(interval: .seconds(5), on: scheduler).take(first: 1).take(untilReplacement: timer)
    }
  }

  @Test func joinedStreamsThatHaveOutlivedTheirSourcesAreInterrupted() {
    let one = SignalProducer<Int, Never>(value: 0)
    Self.expectTheTimerToStop { timer, _ in
      let late = one.flatMap(.latest) { _ in timer }
      return SignalProducer.combineLatest(late, one.flatMap(.merge) { _ in timer }).map { $0.0 }
    }
    Self.expectTheTimerToStop { timer, _ in
      SignalProducer.combineLatest(one, one.flatMap(.latest) { _ in timer }).map { $0.1 }
    }
    Self.expectTheTimerToStop { timer, _ in
      SignalProducer.combineLatest([one.flatMap(.latest) { _ in timer }]).map { $0[0] }
    }
    Self.expectTheTimerToStop { timer, _ in
      SignalProducer.merge(one.flatMap(.concat) { _ in timer }, one.flatMap(.latest) { _ in timer })
    }
    Self.expectTheTimerToStop { timer, _ in
      SignalProducer.zip(one.flatMap(.concat) { _ in timer }, one.flatMap(.latest) { _ in timer }).map { $0.0 }
    }
  }

  @Test func aLevelBelowALevelIsInterrupted() {
    Self.expectTheTimerToStop { timer, _ in
      SignalProducer<Int, Never>(value: 0).flatMap(.merge) { _ in timer.prefix(value: .distantPast) }
        .flatMap(.latest) { SignalProducer(value: $0).concat(timer) }
    }
  }

  @Test func aTimeOperatorWhoseSourceIsOverLetsGoOfItsTimer() {
    let scheduler = TestScheduler()
    let one = SignalProducer<Int, Never>(value: 1)
    let starts = [
      one.delay(10, on: scheduler).record(),
      one.debounce(10, on: scheduler, discardWhenCompleted: false).record(),
      one.throttle(10, on: scheduler, discardWhenCompleted: false).record(),
      one.collect(every: .seconds(10), on: scheduler, discardWhenCompleted: false).map(\.count).record(),
    ]
    #expect(scheduler.scheduledCount == starts.count)
    for start in starts { start.dispose() }
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
    #expect(starts.map(\.events) == Array(repeating: [.interrupted], count: starts.count))
  }

  @Test func anInterruptionInPlaceOfTheSourceStillTakesTheWayOverTheScheduler() {
    let scheduler = TestScheduler()
    let one = SignalProducer<Int, Never>(value: 1)
    let starts = [
      one.observe(on: scheduler).record(),
      one.delay(10, on: scheduler).record(),
      one.flatMap(.latest) { _ in SignalProducer<Int, Never>.never }.observe(on: scheduler).record(),
    ]
    for start in starts { start.dispose() }
    #expect(starts.map(\.events) == [[], [], []])
    scheduler.advance()
    #expect(starts.map(\.events) == [[.interrupted], [.interrupted], [.interrupted]])
  }

  @Test func theOperatorsBelowHearOfAnInterruptionInPlaceOfTheSource() {
    let log = Log()
    SignalProducer<Int, Never>(value: 1)
      .on(interrupted: { log.add("source") }, disposed: { log.add("source let go of") })
      .flatMap(.latest) { _ in SignalProducer<Int, Never>.never.on(interrupted: { log.add("inner") }) }
      .on(interrupted: { log.add("output") }).start().dispose()
    #expect(log.lines == ["source let go of", "output", "inner"])
  }

  @Test func whatMaterializedAnInterruptionDoesNotBeginAnew() {
    let starts = Counter()
    let start = SignalProducer<Int, Never>.never.materialize()
      .flatMap(.latest) { _ in SignalProducer<Int, Never> { starts.next() }.concat(.never) }.record()
    start.dispose()
    #expect(starts.value == 0)
    #expect(start.events == [.interrupted])
  }

  @Test(arguments: [FlattenStrategy.merge, .latest])
  func aPropertyThatIsGoneStopsWhatItFollows(strategy: FlattenStrategy) {
    let scheduler = TestScheduler()
    let survivors = LeakCheck.survivors { check in
      let probe = check.probe("work")
      let ticks = SignalProducer.timer(interval: .seconds(1), on: scheduler).on(value: { _ in
        withExtendedLifetime(probe) {}
      })
      var source: MutableProperty<Int>? = MutableProperty(1)
      var inner: Property<Date>? = Property(initial: .distantPast, then: ticks)
      var followed = inner.flatMap { inner in
        source?.flatMap(strategy) { [weak inner] _ in inner ?? Property(value: .distantFuture) }
      }
      source = nil
      scheduler.advance(by: .seconds(1))
      #expect(followed?.value == scheduler.currentDate)
      inner = nil
      followed = nil
      #expect(scheduler.scheduledCount == 0)
      withExtendedLifetime((source, inner, followed)) {}
    }
    #expect(survivors == [])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func aSourceThatCompletesWhileItsStartIsDisposedOfLeavesNothingRunning() {
    for _ in 0..<200 {
      let (source, input) = Signal<Int, Never>.pipe()
      let innerEnd = AnyDisposable()
      let start = SignalProducer(source).flatMap(.latest) { _ in
        SignalProducer<Int, Never>.never.on(disposed: { innerEnd.dispose() })
      }.record()
      input.send(value: 1)
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { input.sendCompleted() } else { start.dispose() }
      }
      #expect(innerEnd.isDisposed)
      #expect(start.events == [.interrupted])
    }
  }
}
