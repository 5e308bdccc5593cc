import Signals
import SignalsTesting
import Testing

@Suite struct SignalProducerUseTests {
  @Test func aStartHandlerGetsAnObserverAndALifetime() {
    var starts = 0
    var ends = 0
    let producer = SignalProducer<Int, TestError> { observer, lifetime in
      starts += 1
      lifetime.observeEnded { ends += 1 }
      observer.send(value: starts)
      observer.sendCompleted()
    }
    #expect(starts == 0)
    #expect(producer.first()?.value == 1)
    #expect(producer.last()?.value == 2)
    #expect((starts, ends) == (2, 2))
  }

  @Test func disposingInterrupts() {
    var events: [String] = []
    let disposable = SignalProducer<Int, Never>.never
      .on(starting: { events.append("starting") }, started: { events.append("started") })
      .on(interrupted: { events.append("interrupted") }, disposed: { events.append("disposed") })
      .start()
    disposable.dispose()
    #expect(events == ["starting", "started", "interrupted", "disposed"])
  }

  @Test func operatorsOfSignalsAreLifted() {
    let doubled: SignalProducer<Int, Never> = SignalProducer([1, 2]).lift { $0.map { $0 * 2 } }
    #expect(doubled.collect().single()?.value == [2, 4])
    let transform: (Signal<Int, Never>) -> (Signal<Int, Never>) -> Signal<(Int, Int), Never> = Signal.zip(with:)
    var sums: [Int] = []
    SignalProducer([1, 2]).lift(transform)(SignalProducer([10, 20])).startWithValues { sums.append($0 + $1) }
    #expect(sums == [11, 22])
  }

  @Test func flatMapHasItsStrategies() {
    let (first, firstInput) = Signal<Int, TestError>.pipe()
    let (second, secondInput) = Signal<Int, TestError>.pipe()
    var latest: [Int] = []
    var merged: [Int] = []
    var inOrder: [Int] = []
    let streams = SignalProducer<Signal<Int, TestError>, TestError>([first, second])
    streams.flatten(.latest).startWithResult { latest.append((try? $0.get()) ?? -1) }
    streams.flatten(.merge).startWithResult { merged.append((try? $0.get()) ?? -1) }
    streams.flatMap(.concat) { SignalProducer($0) }.startWithResult { inOrder.append((try? $0.get()) ?? -1) }
    secondInput.send(value: 1)
    firstInput.send(value: 2)
    firstInput.sendCompleted()
    secondInput.send(value: 3)
    secondInput.send(error: .first)
    #expect(latest == [1, 3, -1])
    #expect(merged == [1, 2, 3, -1])
    // The second signal is only observed after the first has completed.
    #expect(inOrder == [2, 3, -1])
  }

  @Test func failuresAreRetriedAndReplaced() {
    var attempts = 0
    let failing = SignalProducer<Int, TestError> { observer, _ in
      attempts += 1
      observer.send(error: .first)
    }
    #expect(
      failing.retry(upTo: 2).flatMapError { _ in SignalProducer<Int, Never>(value: attempts) }.first()?.value == 3)
    #expect(failing.mapError { _ in TestError.second }.first()?.error == .second)
    let checked = SignalProducer<Int, TestError>([1, 2, 3]).attempt { $0 < 2 ? .success(()) : .failure(.second) }
    #expect(checked.last()?.error == .second)
  }

  @Test func producersAreConcatenatedAndPrefixed() {
    let producer = SignalProducer<Int, Never>(value: 2).prefix(value: 1).concat(SignalProducer([3, 4])).concat(value: 5)
    #expect(producer.collect().first()?.value == [1, 2, 3, 4, 5])
    #expect(producer.then(SignalProducer<String, Never>(value: "then")).last()?.value == "then")
    #expect(SignalProducer.merge(producer, producer).reduce(0, +).last()?.value == 30)
  }

  @Test func aReplayIsShared() {
    var starts = 0
    let replayed = SignalProducer<Int, Never> { observer, _ in
      starts += 1
      for value in 1...3 { observer.send(value: value) }
      observer.sendCompleted()
    }.replayLazily(upTo: 2)
    #expect(replayed.collect().last()?.value == [1, 2, 3])
    #expect(replayed.collect().last()?.value == [2, 3])
    #expect(starts == 1)
  }

  @Test func eventsAreMaterialized() {
    let producer = SignalProducer<Int, TestError>(value: 1).concat(error: .first)
    #expect(producer.materialize().collect().last()?.value == [.value(1), .failed(.first)])
    #expect(producer.materialize().dematerialize().last()?.error == .first)
  }
}

extension Result {
  var value: Success? { try? get() }

  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
