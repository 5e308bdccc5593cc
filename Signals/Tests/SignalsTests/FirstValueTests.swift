import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// Where the first value of a property comes from.
@Suite(.timeLimit(.minutes(2))) struct FirstValueTests {
  @Test func aPropertyWhoseFirstValueComesLaterSaysWhatToWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Property(following: SignalProducer<Int, Never>.never)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("Property(initial:then:)"))
  }

  @Test func aPropertyThatWaitsForASchedulerOrForNothingFails() async {
    await #expect(processExitsWith: .failure) {
      _ = Property(following: SignalProducer<Int, Never>(value: 1).observe(on: TestScheduler()))
    }
    await #expect(processExitsWith: .failure) {
      _ = Property(following: SignalProducer<Int, Never>.empty)
    }
  }

  /// Another thread is inside the gate through which the first value goes, so it delivers that.
  @Test func aFirstValueThatAnotherThreadDeliversIsWaitedFor() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    signal.observeValues { value in
      guard value == 0 else { return }
      isInside.signal()
      mayLeave.wait()
    }
    await onThreads(2) { thread in
      if thread == 0 { return input.send(value: 0) }
      isInside.wait()
      let property = Property(
        following: SignalProducer<Int, Never> { observer, lifetime in
          lifetime += signal.observe(observer)
          input.send(value: 1)
          mayLeave.signal()
        })
      #expect(property.value == 1)
      input.send(value: 2)
      // The other thread may still be the one that delivers.
      let arrival = DispatchSemaphore(value: 0)
      property.producer.filter { $0 == 2 }.startWithValues { _ in arrival.signal() }
      arrival.wait()
    }
  }

  /// The other thread finds another gate taken in turn, and leaves the first value to a third.
  @Test func aFirstValueThatIsHandedOnIsWaitedFor() async {
    let pipes = [Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe()]
    let areInside = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let mayLeave = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    for index in 0...1 {
      pipes[index].output.observeValues { value in
        guard value == 0 else { return }
        areInside[index].signal()
        mayLeave[index].wait()
      }
    }
    // The second thread is let go only when the first one has left the value with it.
    pipes[0].output.filter { $0 > 0 }.observeValues { value in
      pipes[1].input.send(value: value)
      mayLeave[1].signal()
    }
    await onThreads(3) { thread in
      if thread < 2 { return pipes[thread].input.send(value: 0) }
      for isInside in areInside { isInside.wait() }
      let property = Property(
        following: SignalProducer<Int, Never> { observer, lifetime in
          lifetime += pipes[1].output.observe(observer)
          pipes[0].input.send(value: 7)
          mayLeave[0].signal()
        })
      #expect(property.value == 7)
    }
  }

  @Test func propertiesMadeWhileTheirSourcesChangeHaveAValue() async {
    let (first, second) = (MutableProperty(0), MutableProperty(0))
    let isDone = Counter()
    await onThreads(3) { thread in
      if thread < 2 {
        while isDone.value == 0 { (thread == 0 ? first : second).value += 1 }
      } else {
        for _ in 0..<2_000 {
          let sum = first.combineLatest(with: second).map { $0 + $1 }
          #expect(sum.value >= 0)
        }
        isDone.next()
      }
    }
  }
}
