import Signals
import SignalsTesting
import Testing

@Suite struct FlattenTests {
  /// Makes of each value a stream that sends it with 0, 1 and 2, two columns apart.
  @Sendable static func threeTimes(_ value: String, _ clock: MarbleClock) -> SignalProducer<String, MarbleError> {
    clock.producer("0-1-2|").map { value + $0 }
  }

  @Test func mergeFollowsAllStreamsAtOnce() {
    expectMarbles("-a--b---|", "-<a0>-<a1><b0><a2><b1>-<b2>|") { source, clock in
      source.flatMap(.merge) { Self.threeTimes($0, clock) }
    }
    expectMarbles("-a-------|", "-<a0>-<a1>-<a2>---|") { source, clock in
      source.flatMap(.merge) { Self.threeTimes($0, clock) }
    }
    expectNothingLeft { source, _ in source.flatMap(.merge) { SignalProducer<Int, MarbleError>(value: $0) } }
    expectNothingLeft(endsWithSource: false) { source, _ in
      source.flatMap(.merge) { _ in SignalProducer<Int, MarbleError>.never }
    }
  }

  @Test func concatFollowsOneStreamAfterTheOther() {
    expectMarbles("-a--b---|", "-<a0>-<a1>-<a2><b0>-<b1>-<b2>|") { source, clock in
      source.flatMap(.concat) { Self.threeTimes($0, clock) }
    }
    expectNothingLeft(endsWithSource: false) { source, _ in
      source.flatMap(.concat) { _ in SignalProducer<Int, MarbleError>.never }
    }
  }

  @Test func concurrentFollowsUpToItsLimit() {
    expectMarbles("abc|", "<a0><b0><a1><b1><a2>(<b2><c0>)-<c1>-<c2>|") { source, clock in
      source.flatMap(.concurrent(limit: 2)) { Self.threeTimes($0, clock) }
    }
  }

  @Test func latestFollowsTheNewestStream() {
    expectMarbles("-a--b---|", "-<a0>-<a1><b0>-<b1>-<b2>|") { source, clock in
      source.flatMap(.latest) { Self.threeTimes($0, clock) }
    }
    expectNothingLeft(endsWithSource: false) { source, _ in
      source.flatMap(.latest) { _ in SignalProducer<Int, MarbleError>.never }
    }
    expectNothingLeft { source, _ in source.flatMap(.latest) { SignalProducer<Int, MarbleError>(value: $0) } }
  }

  @Test func latestTreatsTheInterruptionOfAStreamAsCompletion() {
    expectMarbles("-a-|", "-x--|") { source, clock in source.flatMap(.latest) { _ in clock.producer("x--!") } }
    expectMarbles("-a-----|", "-x-----|") { source, clock in source.flatMap(.latest) { _ in clock.producer("x--!") } }
  }

  @Test func mergeAndConcatTreatTheInterruptionOfAStreamAsCompletion() {
    for strategy in [FlattenStrategy.merge, .concat] {
      expectMarbles("ab-|", "ax-y|") { source, clock in
        source.flatMap(strategy) { $0 == "a" ? clock.producer("a!") : clock.producer("x-y|") }
      }
    }
  }

  @Test func raceAndThrottlePassTheInterruptionOfTheStreamTheyFollowOn() {
    for strategy in [FlattenStrategy.race, .throttle] {
      expectMarbles("-a-----|", "-x--!") { source, clock in source.flatMap(strategy) { _ in clock.producer("x--!") } }
    }
  }

  @Test func raceFollowsTheStreamThatSendsAnEventFirst() {
    expectMarbles("ab-|", "---x-y|") { source, clock in
      source.flatMap(.race) { clock.producer($0 == "a" ? "-----1|" : "--x-y|") }
    }
    expectMarbles("ab-|", "---|") { source, clock in
      source.flatMap(.race) { clock.producer($0 == "a" ? "-----1|" : "-|") }
    }
    expectMarbles("ab-|", "--#") { source, clock in
      source.flatMap(.race) { clock.producer($0 == "a" ? "-----1|" : "-#") }
    }
    expectMarbles("--|", "--|") { source, clock in source.flatMap(.race) { _ in clock.producer("1") } }
    expectNothingLeft(endsWithSource: false) { source, _ in
      source.flatMap(.race) { _ in SignalProducer<Int, MarbleError>.never }
    }
  }

  @Test func theLosersOfARaceAreInterrupted() {
    let log = Log()
    let (winner, winnerInput) = Signal<Int, Never>.pipe()
    let runners: [SignalProducer<Int, Never>] = [
      SignalProducer(winner).on(interrupted: { log.add("winner interrupted") }),
      SignalProducer.never.on(interrupted: { log.add("loser interrupted") }),
    ]
    let recorder = SignalProducer<SignalProducer<Int, Never>, Never>(runners).flatten(.race).record()
    winnerInput.send(value: 1)
    winnerInput.sendCompleted()
    #expect(log.lines == ["loser interrupted"])
    #expect(recorder.events == [.value(1), .completed])
  }

  @Test func throttleLeavesOutStreamsThatComeWhileOneIsFollowed() {
    expectMarbles("-a-b---c|", "-<a0>-<a1>-<a2>-<c0>-<c1>-<c2>|") { source, clock in
      source.flatMap(.throttle) { Self.threeTimes($0, clock) }
    }
    expectNothingLeft(endsWithSource: false) { source, _ in
      source.flatMap(.throttle) { _ in SignalProducer<Int, MarbleError>.never }
    }
  }

  @Test(arguments: [FlattenStrategy.merge, .concat, .latest, .race, .throttle])
  func everyStrategyPassesFailuresAndInterruptionsOn(strategy: FlattenStrategy) {
    expectMarbles("-a---|", "-x-#") { source, clock in source.flatMap(strategy) { _ in clock.producer("x-#") } }
    expectMarbles("-a--#", "-x--#") { source, clock in source.flatMap(strategy) { _ in clock.producer("x-----y") } }
    expectMarbles("-a--!", "-x--!") { source, clock in source.flatMap(strategy) { _ in clock.producer("x-----y") } }
    expectMarbles("--|", "--|") { source, clock in source.flatMap(strategy) { _ in clock.producer("x") } }
  }

  @Test func nothingOfAnOlderStreamGoesOutAfterTheNewerHasCome() {
    let (outer, outerInput) = Signal<SignalProducer<String, Never>, Never>.pipe()
    let (old, oldInput) = Signal<String, Never>.pipe()
    let recorder = EventRecorder<String, Never>()
    outer.flatten(.latest).observe { event in
      recorder.record(event)
      if event.value == "old" {
        // From inside the delivery of the old stream's value: the switch comes before what the old one sends next.
        outerInput.send(value: SignalProducer(value: "new"))
        oldInput.send(value: "older")
      }
    }
    outerInput.send(value: SignalProducer(old))
    oldInput.send(value: "old")
    #expect(recorder.values == ["old", "new"])
  }

  @Test func aLongChainOfStreamsDoesNotGrowTheStack() {
    let one = SignalProducer<Int, Never>(value: 1)
    let many = SignalProducer<SignalProducer<Int, Never>, Never>(repeatElement(one, count: 100_000)).flatten(.concat)
    let recorder = many.reduce(0, +).record()
    #expect(recorder.events == [.value(100_000), .completed])
  }

  @Test func anEndlessStreamIsStoppedByWhoTakesEnough() {
    let endless = SignalProducer<Int, Never> { observer, lifetime in
      while !lifetime.hasEnded { observer.send(value: 1) }
    }
    let recorder = SignalProducer<Int, Never>(value: 0).flatMap(.merge) { _ in endless }.take(first: 3).record()
    #expect(recorder.events == [.value(1), .value(1), .value(1), .completed])
  }

  @Test func errorsOfNeverArePromoted() {
    let failing = SignalProducer<Int, Never>(value: 1).flatMap(.latest) { _ in
      SignalProducer<Int, MarbleError>(error: MarbleError())
    }
    #expect(failing.record().events == [.failed(MarbleError())])
    let sound = SignalProducer<Int, MarbleError>(value: 1).flatMap(.concat) {
      SignalProducer<Int, Never>(value: $0 + 1)
    }
    #expect(sound.record().events == [.value(2), .completed])
    let (signal, _) = Signal<Signal<Int, Never>, Never>.pipe()
    #expect(signal.flatten(.merge).record().events == [.interrupted])
  }

  @Test func concatAndPrefixPutStreamsInARow() {
    let clock = MarbleClock()
    let first = clock.producer("-a-b|")
    let result = clock.record(first.concat(clock.producer("-c|")).concat(value: "d").prefix(value: "0"))
    let failing = clock.record(first.concat(error: MarbleError()))
    let prefixed = clock.record(first.prefix(clock.producer("1|")))
    clock.run()
    #expect(result.diagram == "0a-b-c(d|)")
    #expect(failing.diagram == "-a-b#")
    #expect(prefixed.diagram == "1-a-b|")
  }

  @Test func thenForwardsAnInterruptionAndConcatGoesOn() {
    let clock = MarbleClock()
    let begun = Counter()
    let close = clock.producer("c|").on(starting: { begun.next() })
    let closed = clock.record(clock.producer("-a-!").then(close))
    let concatenated = clock.record(clock.producer("-a-!").concat(clock.producer("c|")))
    clock.run()
    #expect(closed.diagram == "---!")
    #expect(begun.value == 0, "what follows a success does not begin after an interruption")
    #expect(concatenated.diagram == "-a-c|")
  }

  @Test func thenInterruptsWhicheverWorkRuns() {
    for interruptsFirst in [true, false] {
      let clock = TestScheduler()
      let (first, second) = (AnyDisposable(), AnyDisposable())
      func work(_ disposable: AnyDisposable) -> SignalProducer<Int, Never> {
        SignalProducer<Int, Never>(value: 1).delay(1, on: clock).on(disposed: { disposable.dispose() })
      }
      let recorder = EventRecorder<Int, Never>()
      let start = work(first).then(work(second)).start { recorder.record($0) }
      if !interruptsFirst { clock.advance(by: 1.5) }
      start.dispose()
      #expect(recorder.events == [.interrupted])
      clock.advance()
      #expect(first.isDisposed && second.isDisposed != interruptsFirst)
      #expect(clock.scheduledCount == 0)
    }
  }

  @Test func thenWaitsForCompletionAndDropsTheValues() {
    let clock = MarbleClock()
    let result = clock.record(clock.producer("-a-b|").then(clock.producer("-c|")))
    let failing = clock.record(clock.producer("-a-#").then(clock.producer("-c|")))
    clock.run()
    #expect(result.diagram == "-----c|")
    #expect(failing.diagram == "---#")
  }

  @Test func flatMapErrorGoesOnWithAnotherStream() {
    expectMarbles("-a--b--#", "-a--b--c--d|") { source, clock in source.flatMapError { _ in clock.producer("c--d|") } }
    expectMarbles("-a--|", "-a--|") { source, clock in source.flatMapError { _ in clock.producer("c--d|") } }
    expectNothingLeft { source, _ in source.flatMapError { _ in SignalProducer<Int, Never>(value: 3) } }
  }

  @Test func aFailureMayBeFollowedByAProperty() {
    let fallback = MutableProperty(1)
    let failing = SignalProducer<Int, MarbleError>(error: MarbleError())
    let recorder = failing.flatMapError { _ in fallback }.record()
    let (signal, input) = Signal<Int, MarbleError>.pipe()
    let fromSignal = signal.flatMapError { _ in fallback }.record()
    input.send(error: MarbleError())
    fallback.value = 2
    #expect(recorder.values == [1, 2])
    #expect(fromSignal.values == [1, 2])
  }

  @Test func sequencesAreTakenApart() {
    expectMarbles("-ab--c|", "-(aa)(bb)--(cc)|") { source, _ in source.map { [$0, $0] }.flatten() }
    expectMarbles("-a#", "--#") { source, _ in source.map { _ in [String]() }.flatten() }
    expectNothingLeft { source, _ in source.map { [$0, $0] }.flatten() }
  }

  @Test func anEndlessSequenceIsLeftByWhoTakesEnough() {
    let (signal, input) = Signal<PartialRangeFrom<Int>, Never>.pipe()
    let recorder = signal.flatten().take(first: 3).record()
    let cold = SignalProducer<PartialRangeFrom<Int>, Never>(value: 5...).flatten().take(first: 2).record()
    input.send(value: 1...)
    #expect(recorder.events == [.value(1), .value(2), .value(3), .completed])
    #expect(cold.events == [.value(5), .value(6), .completed])
  }
}
