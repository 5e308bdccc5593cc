import Signals
import SignalsTesting
import Testing

@Suite struct SignalGrammarTests {
  @Test(arguments: [Signal<Int, MarbleError>.Event.completed, .failed(MarbleError()), .interrupted])
  func nothingComesAfterATerminalEvent(ending: Signal<Int, MarbleError>.Event) {
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    let recorder = signal.record()
    observer.send(value: 1)
    observer.send(ending)
    observer.send(value: 2)
    observer.sendCompleted()
    #expect(recorder.events == [.value(1), ending])
  }

  @Test func observingAfterTheEndGivesExactlyOneInterrupted() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    observer.sendCompleted()
    let recorder = signal.record()
    #expect(recorder.events == [.interrupted])
    #expect(signal.observeValues { _ in } == nil)
  }

  @Test func observingAfterTheEndFromInsideTheLastDeliveryGivesInterruptedAtOnce() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    signal.observeCompleted {
      signal.observeInterrupted { log.add("interrupted") }
      log.add("observed")
    }
    observer.sendCompleted()
    #expect(log.lines == ["interrupted", "observed"])
  }

  @Test func anEmptySignalIsOverBeforeItCanBeObserved() {
    #expect(Signal<Int, Never>.empty.record().events == [.interrupted])
  }

  @Test func eachKindOfObserverGetsItsKindOfEvent() {
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    let log = Log()
    signal.observeResult { log.add("result \($0)") }
    signal.observeFailed { _ in log.add("failed") }
    signal.observeCompleted { log.add("completed") }
    signal.observeInterrupted { log.add("interrupted") }
    observer.send(value: 1)
    observer.send(error: MarbleError())
    #expect(log.lines == ["result success(1)", "result failure(SignalsTesting.MarbleError())", "failed"])
  }
}

@Suite struct SignalReentranceTests {
  @Test func aSendFromInsideADeliveryReachesAllObserversAfterTheCurrentEvent() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    signal.observeValues { value in
      log.add("a\(value)")
      if value < 3 { observer.send(value: value + 1) }
    }
    signal.observeValues { log.add("b\($0)") }
    observer.send(value: 0)
    #expect(log.lines == ["a0", "b0", "a1", "b1", "a2", "b2", "a3", "b3"])
  }

  @Test func severalSendsFromInsideADeliveryKeepTheirOrder() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = signal.record()
    signal.observeValues { value in
      guard value == 0 else { return }
      observer.send(value: 1)
      observer.send(value: 2)
      observer.sendCompleted()
      observer.send(value: 3)
    }
    observer.send(value: 0)
    #expect(recorder.events == [.value(0), .value(1), .value(2), .completed])
  }

  @Test func reentranceThroughOperatorsKeepsTheOrder() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    let tens = signal.map { $0 * 10 }.filter { $0 < 100 }
    Signal.merge(tens, signal).observeValues { value in
      log.add("\(value)")
      if value == 1 { observer.send(value: 2) }
    }
    observer.send(value: 1)
    #expect(log.lines == ["10", "1", "20", "2"])
  }

  @Test func twoSignalsMaySendIntoEachOther() {
    let (ping, pingInput) = Signal<Int, Never>.pipe()
    let (pong, pongInput) = Signal<Int, Never>.pipe()
    let recorder = pong.record()
    ping.observeValues { value in pongInput.send(value: value) }
    pong.observeValues { value in if value < 1_000 { pingInput.send(value: value + 1) } }
    pingInput.send(value: 0)
    #expect(recorder.values == Array(0...1_000))
  }

  @Test func anObserverAddedInsideADeliveryGetsTheNextEvent() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    signal.take(first: 1).observeValues { _ in
      signal.observeValues { log.add("late \($0)") }
    }
    observer.send(value: 1)
    observer.send(value: 2)
    #expect(log.lines == ["late 2"])
  }
}

@Suite struct SignalDisposalTests {
  @Test func anObserverThatDisposesOfItselfGetsNothingMore() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = EventRecorder<Int, Never>()
    let observation = SerialDisposable()
    observation.inner = signal.observe { event in
      recorder.record(event)
      observer.send(value: 2)
      observation.dispose()
    }
    observer.send(value: 1)
    observer.send(value: 3)
    #expect(recorder.events == [.value(1)])
  }

  @Test func anObserverDisposedOfByAnEarlierOneDoesNotGetTheCurrentValue() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let second = SerialDisposable()
    signal.observeValues { _ in second.dispose() }
    let recorder = EventRecorder<Int, Never>()
    second.inner = signal.observe(recorder.record)
    observer.send(value: 1)
    #expect(recorder.events == [])
  }

  @Test func aDisposedObserverIsLetGoOfAtOnce() {
    let check = LeakCheck()
    let (signal, observer) = Signal<Int, Never>.pipe()
    func observe() -> Disposable? {
      let probe = check.probe("observer")
      return signal.observeValues { _ in withExtendedLifetime(probe) {} }
    }
    let observation = observe()
    observer.send(value: 1)
    #expect(check.survivors == ["observer"])
    observation?.dispose()
    #expect(check.survivors == [])
    withExtendedLifetime((signal, observer)) {}
  }

  @Test func anObserverDisposedOfDuringADeliveryIsLetGoOfAfterIt() {
    let check = LeakCheck()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let observation = SerialDisposable()
    func observe() {
      let probe = check.probe("observer")
      observation.inner = signal.map { $0 }.observeValues { _ in withExtendedLifetime(probe) {} }
    }
    observe()
    signal.observeValues { _ in observation.dispose() }
    observer.send(value: 1)
    #expect(check.survivors == [])
    withExtendedLifetime((signal, observer)) {}
  }

  @Test func aTerminalEventLetsGoOfAllObserversAndDisposesOfWhatIsUpstream() {
    let feed = AnyDisposable()
    let (signal, observer) = Signal<Int, Never>.pipe(disposable: feed)
    let survivors = LeakCheck.survivors { check in
      let probe = check.probe("observer")
      signal.map { $0 }.observeValues { _ in withExtendedLifetime(probe) {} }
      observer.sendCompleted()
    }
    #expect(survivors == [])
    #expect(feed.isDisposed)
    withExtendedLifetime((signal, observer)) {}
  }
}

@Suite struct SignalLifetimeTests {
  @Test func aSignalThatNobodyHoldsOrObservesIsTornDownThoughItsInputIsHeld() {
    let feed = AnyDisposable()
    var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal.pipe(disposable: feed)
    let input = pipe?.input
    #expect(!feed.isDisposed)
    pipe = nil
    #expect(feed.isDisposed)
    input?.send(value: 1)
  }

  @Test func aSignalThatIsObservedLivesThoughNobodyHoldsIt() {
    let feed = AnyDisposable()
    var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal.pipe(disposable: feed)
    let input = pipe?.input
    let recorder = EventRecorder<Int, Never>()
    let observation = pipe?.output.map { $0 + 1 }.observe(recorder.record)
    pipe = nil
    input?.send(value: 1)
    #expect(recorder.events == [.value(2)])
    observation?.dispose()
    #expect(feed.isDisposed)
  }

  @Test func aSignalIsInterruptedWhenItsLastInputGoes() {
    var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal.pipe()
    let signal = pipe?.output
    let recorder = signal?.record()
    pipe = nil
    #expect(recorder?.events == [.interrupted])
  }

  @Test func aGeneratorThatForgetsItsInputGivesASignalThatIsOver() {
    let signal = Signal<Int, Never> { _, _ in }
    #expect(signal.record().events == [.interrupted])
  }

  @Test func theLifetimeOfAGeneratorEndsWithTheSignal() {
    let log = Log()
    let (trigger, triggerInput) = Signal<Int, Never>.pipe()
    var signal: Signal<Int, Never>? = Signal { observer, lifetime in
      lifetime += trigger.observe(observer)
      lifetime.observeEnded { log.add("ended") }
    }
    let observation = signal?.observeValues { log.add("\($0)") }
    triggerInput.send(value: 1)
    signal = nil
    triggerInput.send(value: 2)
    observation?.dispose()
    triggerInput.send(value: 3)
    #expect(log.lines == ["1", "2", "ended"])
  }

  @Test func neverIsHeldByItsObserversOnly() {
    let survivors = LeakCheck.survivors { check in
      let never = check.watch(Signal<Int, Never>.never, "never")
      let recorder = never.record()
      #expect(recorder.events == [])
      recorder.dispose()
    }
    #expect(survivors == [])
  }

  @Test func aChainOfOperatorsIsTakenDownFromItsEnd() {
    let survivors = LeakCheck.survivors { check in
      let feed = AnyDisposable()
      var pipe: (output: Signal<Int, Never>, input: Signal<Int, Never>.Observer)? = Signal.pipe(disposable: feed)
      let input = pipe?.input
      var end: Signal<Int, Never>? = pipe.map {
        check.watch($0.output.map { $0 }.filter { $0 > 0 }.skipRepeats(), "end")
      }
      pipe = nil
      #expect(!feed.isDisposed)
      end = nil
      #expect(feed.isDisposed)
      withExtendedLifetime((input, end)) {}
    }
    #expect(survivors == [])
  }
}
