import Signals
import SignalsTesting
import Testing

@Suite struct ReplayTests {
  @Test func theWorkIsDoneOnceForAllStarts() {
    let starts = Counter()
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    let replayed = SignalProducer(signal).on(starting: { starts.next() }).replayLazily(upTo: 2)
    #expect(starts.value == 0)
    let first = replayed.record()
    for value in 1...3 { observer.send(value: value) }
    let second = replayed.record()
    observer.send(value: 4)
    observer.send(error: MarbleError())
    let third = replayed.record()
    #expect(starts.value == 1)
    #expect(first.events == [.value(1), .value(2), .value(3), .value(4), .failed(MarbleError())])
    #expect(second.events == [.value(2), .value(3), .value(4), .failed(MarbleError())])
    #expect(third.events == [.value(3), .value(4), .failed(MarbleError())])
  }

  @Test func disposingOfOneStartLeavesTheOthers() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let replayed = SignalProducer(signal).replayLazily(upTo: 0)
    let (first, second) = (replayed.record(), replayed.record())
    first.dispose()
    observer.send(value: 1)
    #expect(first.events == [.interrupted])
    #expect(second.events == [.value(1)])
  }

  @Test func theWorkEndsWithTheLastStartWhenNobodyHoldsTheProducer() {
    let work = AnyDisposable()
    let survivors = LeakCheck.survivors { check in
      let probe = check.probe("work")
      var replayed: SignalProducer<Int, Never>? = SignalProducer { observer, lifetime in
        lifetime += work
        lifetime.observeEnded { withExtendedLifetime((observer, probe)) {} }
        observer.send(value: 1)
      }.replayLazily(upTo: 1)
      let (first, second) = (replayed?.record(), replayed?.record())
      first?.dispose()
      replayed = nil
      #expect(!work.isDisposed)
      #expect(second?.values == [1])
      second?.dispose()
      #expect(work.isDisposed)
    }
    #expect(survivors == [])
  }

  @Test func aStartFromInsideADeliveryMissesNothing() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let replayed = SignalProducer(signal).replayLazily(upTo: 5)
    let late = EventRecorder<Int, Never>()
    replayed.startWithValues { value in
      if value == 1 {
        observer.send(value: 2)
        replayed.start(late.record)
        observer.send(value: 3)
      }
    }
    observer.send(value: 1)
    #expect(late.values == [1, 2, 3])
  }
}
