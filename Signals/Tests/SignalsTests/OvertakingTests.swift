import Dispatch
import Signals
import SignalsTesting
import Testing

/// What an interruption overtakes, and what it does not.
@Suite(.timeLimit(.minutes(2))) struct OvertakingTests {
  @Test(arguments: [true, false]) func anInterruptionOvertakesValuesThatWait(isInterruption: Bool) {
    let (signal, input) = Signal<Int, MarbleError>.pipe()
    let recorder = signal.record()
    signal.observe { event in
      guard event.value == 1 else { return }
      input.send(value: 2)
      if isInterruption { input.sendInterrupted() } else { input.sendCompleted() }
      input.send(value: 3)
    }
    input.send(value: 1)
    #expect(recorder.events == (isInterruption ? [.value(1), .interrupted] : [.value(1), .value(2), .completed]))
  }

  @Test func anInterruptionFromAnotherThreadOvertakesValuesThatWait() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.record()
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    signal.observeValues { value in
      guard value == 1 else { return }
      isInside.signal()
      mayLeave.wait()
    }
    await onThreads(2) { thread in
      if thread == 0 { return input.send(value: 1) }
      isInside.wait()
      input.send(value: 2)
      input.sendInterrupted()
      mayLeave.signal()
    }
    #expect(recorder.events == [.value(1), .interrupted])
  }

  @Test func theLossOfTheInputComesAfterWhatItHasSent() {
    let held = Locked<Signal<Int, Never>.Observer?>(nil)
    let recorder = EventRecorder<Int, Never>()
    let (signal, start) = Signal<Void, Never>.pipe()
    let numbers = signal.flatMap(.merge) {
      SignalProducer<Int, Never> { observer, _ in
        held.withLock { $0 = observer }
        observer.send(value: 1)
      }
    }
    numbers.observe { event in
      recorder.record(event)
      guard event.value == 1 else { return }
      let last = held.withLock { held in
        defer { held = nil }
        return held
      }
      last?.send(value: 2)
      withExtendedLifetime(last) {}
    }
    start.send(value: ())
    start.sendCompleted()
    #expect(recorder.events == [.value(1), .value(2), .completed])
  }

  /// Where several streams meet, too: there a value waits that one of them has sent.
  @Test func anInterruptionOvertakesWhatWaitsAtAnOperator() {
    func expectOvertaking(
      _ name: String, _ join: (Signal<Int, Never>, Signal<Int, Never>) -> Signal<Int, Never>
    ) {
      let (a, aInput) = Signal<Int, Never>.pipe()
      let (b, bInput) = Signal<Int, Never>.pipe()
      let joined = join(a, b)
      let recorder = joined.record()
      let received = Counter()
      joined.observeValues { _ in
        guard received.next() == 1 else { return }
        // The gate of this one is free, that of the operator is taken.
        bInput.send(value: 2)
        bInput.sendInterrupted()
      }
      bInput.send(value: 0)
      aInput.send(value: 1)
      if received.value == 0 { bInput.send(value: 0) }
      #expect(recorder.events == [.value(1), .interrupted], "\(name)")
    }
    expectOvertaking("combineLatest") { a, b in Signal.combineLatest(a, b).map { a, _ in a } }
    expectOvertaking("combineLatest of many") { a, b in Signal.combineLatest([a, b]).map { $0[0] } }
    expectOvertaking("zip") { a, b in Signal.zip(a.flatMap(.merge) { .init([$0, $0]) }, b).map { a, _ in a } }
    expectOvertaking("take(untilReplacement:)") { a, b in
      a.take(untilReplacement: b.filter { $0 > 0 })
    }
  }
}
