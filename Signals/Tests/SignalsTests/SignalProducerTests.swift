import Signals
import SignalsTesting
import Testing

@Suite struct SignalProducerTests {
  @Test func producersOfValuesSendThemAndComplete() {
    #expect(SignalProducer<Int, Never>(value: 1).record().events == [.value(1), .completed])
    #expect(SignalProducer<Int, Never>([1, 2]).record().events == [.value(1), .value(2), .completed])
    #expect(SignalProducer<Int, Never>(values: 1, 2, 3).record().values == [1, 2, 3])
    #expect(SignalProducer<Int, Never>.empty.record().events == [.completed])
    #expect(SignalProducer<Int, Never>.never.record().events == [])
    #expect(SignalProducer<Int, MarbleError>(error: MarbleError()).record().events == [.failed(MarbleError())])
    #expect(SignalProducer<Int, MarbleError>(result: .failure(MarbleError())).record().values == [])
    #expect(SignalProducer<Int, Never> { 7 }.record().events == [.value(7), .completed])
    #expect(SignalProducer<Int, MarbleError> { .failure(MarbleError()) }.record().ending == .failed(MarbleError()))
    let throwing = SignalProducer<Int, any Error> { () throws -> Int in throw MarbleError() }
    #expect(throwing.record().ending?.error is MarbleError)
  }

  @Test func aSequenceIsWalkedOnlyAsFarAsItsValuesAreWanted() {
    #expect(SignalProducer<Int, Never>(1...).take(first: 3).record().values == [1, 2, 3])
    let two = SignalProducer<Int, Never>([1, 2, 3]).take(first: 2)
    #expect(two.record().events == [.value(1), .value(2), .completed])
  }

  @Test func producersOfAnySequenceArePutTogetherInItsOrder() {
    let producers = (1...3).lazy.map { SignalProducer<Int, Never>(value: $0) }
    #expect(SignalProducer<Int, Never>.merge(producers).record().values == [1, 2, 3])
    #expect(SignalProducer<Int, Never>.combineLatest(producers).record().values == [[1, 2, 3]])
    #expect(SignalProducer<Int, Never>.zip(producers).record().values == [[1, 2, 3]])
  }

  @Test func workThatComputesOneValueBehavesAsAnyOtherHoweverItIsStarted() {
    let computations = Counter()
    let work = SignalProducer<Int, MarbleError> { computations.next() }.map { $0 * 10 }
    let log = Log()
    let starts = [
      work.start(),
      work.start { log.add("\($0)") },
      work.start(Signal<Int, MarbleError>.Observer(value: { log.add("\($0)") }, completed: { log.add("completed") })),
      work.startWithResult { log.add("\($0)") },
      work.startWithCompleted { log.add("completed") },
      work.startWithFailed { _ in log.add("failed") },
      work.startWithInterrupted { log.add("interrupted") },
    ]
    #expect(log.lines == ["VALUE 20", "COMPLETED", "30", "completed", "success(40)", "completed"])
    #expect(computations.value == starts.count)
    for start in starts { start.dispose() }
    #expect(starts.map(\.isDisposed) == Array(repeating: true, count: starts.count))
    #expect(work.take(first: 1).record().events == [.value(80), .completed])
    #expect(work.concat(value: 1).record().events == [.value(90), .value(1), .completed])
    let interrupted = EventRecorder<Int, MarbleError>()
    work.startWithSignal { signal, interrupter in
      signal.observe(interrupted.record)
      interrupter.dispose()
    }
    #expect(interrupted.events == [.interrupted])
    #expect(computations.value == 9, "work that is disposed of before it begins computes nothing")
  }

  @Test func theWorkIsDoneOncePerStart() {
    let starts = Counter()
    let producer = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: starts.next())
      observer.sendCompleted()
    }
    #expect(starts.value == 0)
    #expect(producer.record().values == [1])
    #expect(producer.map { $0 * 10 }.record().values == [20])
    #expect(starts.value == 2)
  }

  @Test func disposingOfOneStartInterruptsOnlyThatOne() {
    let inputs = Log()
    let (signal, observer) = Signal<Int, Never>.pipe()
    let producer = SignalProducer<Int, Never> { output, lifetime in
      lifetime += signal.observe(output)
      lifetime.observeEnded { inputs.add("ended") }
    }
    let (first, second) = (producer.record(), producer.record())
    first.dispose()
    observer.send(value: 1)
    #expect(first.events == [.interrupted])
    #expect(second.events == [.value(1)])
    #expect(inputs.lines == ["ended"])
  }

  @Test func startWithSignalAttachesBeforeTheWorkBegins() {
    let log = Log()
    let producer = SignalProducer<Int, Never> { observer, _ in
      log.add("begins")
      observer.send(value: 1)
    }
    producer.startWithSignal { signal, _ in
      signal.observeValues { log.add("\($0)") }
      log.add("attached")
    }
    #expect(log.lines == ["attached", "begins", "1"])
  }

  @Test func workThatIsDisposedOfInTheSetupNeverBegins() {
    let starts = Counter()
    let recorder = EventRecorder<Int, Never>()
    SignalProducer<Int, Never> { _, _ in starts.next() }.startWithSignal { signal, interrupter in
      signal.observe(recorder.record)
      interrupter.dispose()
      #expect(interrupter.isDisposed)
    }
    #expect(recorder.events == [.interrupted])
    #expect(starts.value == 0)
  }

  @Test func operatorsThatLogAStartKeepSilentAboutOneThatNeverBegins() {
    let log = Log()
    let producer = SignalProducer<Int, Never>(value: 1)
      .on(starting: { log.add("starting") }, started: { log.add("started") }, interrupted: { log.add("interrupted") })
    producer.map { $0 + 1 }.startWithSignal { _, interrupter in interrupter.dispose() }
    #expect(log.lines == ["interrupted"])
    producer.startWithSignal { _, _ in }
    #expect(log.lines == ["interrupted", "starting", "started"])
  }

  @Test func eachKindOfEndCallsItsOwnClosure() {
    typealias Producer = SignalProducer<Int, MarbleError>
    let producers = [Producer.empty, Producer(error: MarbleError()), .never]
    let ends = producers.map { producer in
      let log = Log()
      let starts = [
        producer.startWithCompleted { log.add("completed") },
        producer.startWithFailed { _ in log.add("failed") },
        producer.startWithInterrupted { log.add("interrupted") },
      ]
      for start in starts { start.dispose() }
      return log.lines
    }
    #expect(ends == [["completed"], ["failed"], ["interrupted"]])
  }

  @Test func disposingFromInsideADeliveryLetsNothingMoreThrough() {
    let recorder = EventRecorder<Int, Never>()
    let log = Log()
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      for value in 1...1_000 {
        if lifetime.hasEnded { return log.add("ended at \(value)") }
        observer.send(value: value)
      }
    }
    producer.map { $0 }.startWithSignal { signal, interrupter in
      signal.observe { event in
        recorder.record(event)
        if event.value == 2 { interrupter.dispose() }
      }
    }
    #expect(recorder.events == [.value(1), .value(2), .interrupted])
    #expect(log.lines == ["ended at 3"])
  }

  @Test func valuesThatWaitBehindADeliveryAreDroppedWhenItDisposesOfTheStart() {
    let recorder = EventRecorder<Int, Never>()
    let (input, inputObserver) = Signal<Int, Never>.pipe()
    SignalProducer(input).startWithSignal { signal, interrupter in
      signal.observe { event in
        recorder.record(event)
        guard event.value == 1 else { return }
        inputObserver.send(value: 2)
        interrupter.dispose()
        inputObserver.send(value: 3)
      }
    }
    inputObserver.send(value: 1)
    #expect(recorder.events == [.value(1), .interrupted])
  }

  @Test func operatorsDoNotSeeWhatWaitsBehindADeliveryThatDisposesOfTheStart() {
    let (log, start) = (Log(), SerialDisposable())
    let input = MutableProperty<Signal<Int, Never>.Observer?>(nil)
    let work = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { input.value = nil }
      input.value = observer
    }
    work.on(value: { log.add("passes \($0)") }).startWithSignal { signal, interrupter in
      start.inner = interrupter
      signal.observeValues { value in
        log.add("arrives \(value)")
        input.value?.send(value: value + 1)
        start.dispose()
      }
    }
    input.value?.send(value: 1)
    #expect(log.lines == ["passes 1", "arrives 1"])
  }

  @Test func aStartOfASignalDoesNotTouchTheSignal() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let others = signal.record()
    let start = signal.producer.record()
    observer.send(value: 1)
    start.dispose()
    observer.send(value: 2)
    #expect(start.events == [.value(1), .interrupted])
    #expect(others.events == [.value(1), .value(2)])
    observer.sendCompleted()
    #expect(signal.producer.record().events == [.interrupted])
  }

  @Test func aStartWhoseInputIsForgottenIsInterrupted() {
    #expect(SignalProducer<Int, Never> { _, _ in }.record().events == [.interrupted])
  }

  @Test func anInterruptionTakesTheWayOfEveryEventThroughTheOperators() {
    let log = Log()
    let start = SignalProducer<Int, Never>.never
      .on(interrupted: { log.add("first") }).map { $0 }.on(interrupted: { log.add("second") }).start()
    start.dispose()
    start.dispose()
    #expect(log.lines == ["first", "second"])
  }

  @Test func aStartThatIsOverLetsGoOfEverything() {
    let survivors = LeakCheck.survivors { check in
      let (work, observed) = (check.probe("work"), check.probe("observer"))
      let start = SignalProducer<Int, Never> { observer, lifetime in
        lifetime.observeEnded { withExtendedLifetime(work) {} }
        observer.send(value: 1)
        observer.sendCompleted()
      }.map { $0 }.startWithSignal { signal, interrupter in
        check.watch(signal, "signal")
        signal.observeValues { _ in withExtendedLifetime(observed) {} }
        return interrupter
      }
      #expect(start.isDisposed)
    }
    #expect(survivors == [])
  }

  @Test func aSignalThatAnOperatorBringsFromElsewhereIsNotTheStartsToInterrupt() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let others = signal.record()
    let starts = [
      SignalProducer<Int, Never>.never.lift { _ in signal }.record(),
      SignalProducer<Int, Never>.never.lift { source in
        source.observeValues { _ in }
        return signal
      }.record(),
    ]
    observer.send(value: 1)
    for start in starts { start.dispose() }
    observer.send(value: 2)
    #expect(starts.map(\.events) == [[.value(1), .interrupted], [.value(1), .interrupted]])
    #expect(others.events == [.value(1), .value(2)])
  }

  @Test func operatorsOfTwoSignalsCanBeLifted() {
    let zip: (SignalProducer<Int, Never>) -> SignalProducer<(Int, Int), Never> =
      SignalProducer<Int, Never>([1, 2]).lift { (left: Signal<Int, Never>) in { right in left.zip(with: right) } }
    #expect(zip(SignalProducer([3, 4])).record().values.map { joined($0) } == ["13", "24"])
    let log = Log()
    let left = SignalProducer<Int, Never>(value: 1).on(value: { log.add("left \($0)") })
    let right = SignalProducer<Int, Never>(value: 2).on(value: { log.add("right \($0)") })
    let merge: (SignalProducer<Int, Never>) -> SignalProducer<Int, Never> =
      left.lift { (left: Signal<Int, Never>) in { right in left.merge(with: right) } }
    merge(right).start()
    #expect(log.lines == ["right 2", "left 1"])
  }
}
