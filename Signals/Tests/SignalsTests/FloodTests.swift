import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// Values that several threads set as fast as they can, while observers read, set, observe and dispose.
@Suite(.timeLimit(.minutes(2))) struct FloodTests {
  #if SANITIZED
    private static let count = 5_000
  #else
    private static let count = 20_000
  #endif

  /// What keeps a current value, or the newest values, for those who come later.
  enum Kind: CaseIterable {
    case property, validatingProperty, replay
  }

  @Test(arguments: Kind.allCases) func observersMayReadSetObserveAndDispose(kind: Kind) async {
    let flooded = Flooded(kind)
    let (received, answers, later) = (Counter(), Counter(), Counter())
    let last = Locked(0)
    let start = flooded.observe { value in
      received.next()
      last.withLock { $0 = value }
      flooded.read()
      // An answer is negative, and not answered.
      if value > 0, value % 16 == 0 {
        answers.next()
        flooded.set(-value)
      }
      if value % 64 == 1 {
        let other = flooded.observe { _ in later.next() }
        flooded.read()
        other.dispose()
      }
    }
    let count = Self.count
    await onThreads(3) { thread in
      for number in 1...count {
        if thread < 2 { flooded.set(2 * number + thread) } else { flooded.read() }
      }
    }
    #expect(received.value == flooded.initialCount + 2 * count + answers.value)
    #expect(answers.value > 0 && later.value > 0)
    #expect(flooded.newest == last.withLock { $0 }, "the last event is the value that stands")
    start.dispose()
  }

  /// The observer waits in each delivery for another thread that reads, whichever thread delivers, until one thread has taken
  /// over from the other.
  @Test(arguments: Kind.allCases) func aReaderNeverWaitsForAnObserver(kind: Kind) async {
    let flooded = Flooded(kind)
    let (received, sent, blocked) = (Counter(), Counter(), Counter())
    let (question, answer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let deliverers = Locked<Set<UInt>>([])
    let isDone: @Sendable () -> Bool = {
      blocked.value > 0 || received.value > 2_000 && (deliverers.withLock { $0.count > 1 } || received.value > 100_000)
    }
    let start = flooded.observe { value in
      // The first value of a property comes before the threads are there.
      guard value > 0, received.next() > 0, !isDone() else { return }
      deliverers.withLock { deliverers in _ = deliverers.insert(UInt(pthread_self())) }
      question.signal()
      if answer.wait(timeout: .now() + 20) == .timedOut { blocked.next() }
    }
    await onThreads(3) { thread in
      if thread < 2 {
        while !isDone() {
          // As many values wait as keep the delivering thread busy, and no more.
          if sent.value - received.value < 5_000 { flooded.set(sent.next()) } else { sched_yield() }
        }
        question.signal()
      } else {
        while true {
          question.wait()
          flooded.read()
          answer.signal()
          if isDone() { break }
        }
      }
    }
    #expect(blocked.value == 0, "a thread that reads waited for an observer")
    #expect(deliverers.withLock { $0.count } > 1, "one thread has taken over from the other")
    start.dispose()
  }
}

/// A property or a replay, as what can be done with it.
private struct Flooded: Sendable {
  let set: @Sendable (Int) -> Void
  let observe: @Sendable (@escaping @Sendable (Int) -> Void) -> Disposable
  let initialCount: Int

  init(_ kind: FloodTests.Kind) {
    switch kind {
    case .property:
      let property = MutableProperty(0)
      set = { property.value = $0 }
      observe = { property.producer.startWithValues($0) }
      initialCount = 1
    case .validatingProperty:
      let property = ValidatingProperty<Int, MarbleError>(0) { $0 % 5 == 0 ? .coerced($0, nil) : .valid }
      // One that reads both whenever the result changes.
      property.result.signal.observeValues { [weak property] _ in _ = (property?.value, property?.result.value) }
      set = { property.value = $0 }
      observe = { property.producer.startWithValues($0) }
      initialCount = 1
    case .replay:
      let (signal, input) = Signal<Int, Never>.pipe()
      let replayed = SignalProducer(signal).replayLazily(upTo: 3)
      set = { input.send(value: $0) }
      observe = { replayed.startWithValues($0) }
      initialCount = 0
    }
  }

  /// Takes the value that stands as whoever observes gets it first.
  func read() {
    observe { _ in }.dispose()
  }

  var newest: Int? {
    let newest = Locked<Int?>(nil)
    observe { value in newest.withLock { $0 = value } }.dispose()
    return newest.withLock { $0 }
  }
}
