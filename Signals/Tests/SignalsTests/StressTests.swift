import Dispatch
import Foundation
import Signals
import SignalsTesting
import Testing

/// Many threads at once. Run under the thread sanitizer too.
@Suite struct StressTests {
  private static let threads = 4
  #if SANITIZED
    private static let switches = 10_000
  #else
    private static let switches = 100_000
  #endif

  @Test func eventsOfOneSignalNeverOverlapWhateverThreadsSend() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (overlaps, count, inside) = (Counter(), Counter(), Occupancy())
    signal.map { $0 }.observeValues { _ in
      if !inside.enter() { overlaps.next() }
      count.next()
      inside.leave()
    }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      for value in 0..<5_000 { observer.send(value: value) }
    }
    #expect(overlaps.value == 0)
    #expect(count.value == Self.threads * 5_000)
  }

  @Test func everyObserverSeesTheSameOrderAndEachSenderItsOwn() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (first, second) = (signal.record(), signal.filter { _ in true }.record())
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for value in 0..<1_000 { observer.send(value: thread * 1_000 + value) }
    }
    #expect(first.values == second.values)
    for thread in 0..<Self.threads {
      let own = first.values.filter { $0 / 1_000 == thread }
      #expect(own == Array(thread * 1_000..<(thread + 1) * 1_000))
    }
  }

  @Test func oneTerminalEventWinsAndNothingFollowsIt() {
    for _ in 0..<200 {
      let (signal, observer) = Signal<Int, MarbleError>.pipe()
      let recorder = signal.record()
      DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
        observer.send(value: thread)
        if thread == 0 { observer.sendCompleted() } else { observer.send(error: MarbleError()) }
        observer.send(value: -1)
      }
      #expect(recorder.isWellFormed && recorder.ending != nil)
    }
  }

  @Test func observingAndDisposingWhileValuesComeIsSafe() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let mapped = signal.map { $0 + 1 }
    let probes = LeakProbes()
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for value in 0..<1_000 {
        if thread == 0 {
          observer.send(value: value)
        } else {
          let probe = probes.make()
          let observation = (value % 2 == 0 ? mapped : signal).observeValues { _ in withExtendedLifetime(probe) {} }
          observation?.dispose()
        }
      }
    }
    observer.send(value: 0)
    #expect(probes.alive == 0)
  }

  @Test func twoSignalsThatSendIntoEachOtherFromTwoThreadsMakeProgress() {
    let (ping, pingInput) = Signal<Int, Never>.pipe()
    let (pong, pongInput) = Signal<Int, Never>.pipe()
    let count = Counter()
    ping.observeValues { value in if value > 0 { pongInput.send(value: value - 1) } else { count.next() } }
    pong.observeValues { value in if value > 0 { pingInput.send(value: value - 1) } else { count.next() } }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<500 { (thread == 0 ? pingInput : pongInput).send(value: 20) }
    }
    #expect(count.value == 1_000)
  }

  @Test func theLastEventOfAPropertyIsTheValueThatStands() {
    for _ in 0..<50 {
      let property = MutableProperty(-1)
      let doubled = property.map { $0 * 2 }
      let (changes, values) = (property.signal.record(), property.producer.record())
      DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
        for value in 0..<100 { property.value = thread * 100 + value }
      }
      #expect(changes.values.last == property.value)
      #expect(values.values.last == property.value)
      #expect(doubled.value == property.value * 2)
      #expect(changes.values.count == Self.threads * 100)
    }
  }

  @Test func modificationsAreNotLost() {
    let property = MutableProperty(0)
    let recorder = property.signal.record()
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      for _ in 0..<2_000 { property.modify { $0 += 1 } }
    }
    #expect(property.value == Self.threads * 2_000)
    #expect(recorder.values == Array(1...Self.threads * 2_000))
  }

  @Test func aNewObserverOfAPropertyGetsValueAndChangesWithoutAGap() async {
    let property = MutableProperty(0)
    let (gaps, visits, isDone) = (Counter(), Counter(), Counter())
    await onThreads(Self.threads) { thread in
      if thread == 0 {
        // It goes on until the others have joined often enough, each time in the middle of changes.
        while visits.value < 600 { property.modify { $0 += 1 } }
        isDone.next()
      } else {
        while isDone.value == 0 {
          let (previous, seen) = (PreviousValue(), Counter())
          let start = property.producer.startWithValues { value in
            if !previous.isNext(value) { gaps.next() }
            seen.next()
          }
          // The value that stands, and changes after it.
          while seen.value < 20, isDone.value == 0 { sched_yield() }
          start.dispose()
          visits.next()
        }
      }
    }
    #expect(gaps.value == 0)
  }

  @Test func combiningAndMergingFromManyThreadsLosesNothing() {
    let pipes = (0..<Self.threads).map { _ in Signal<Int, Never>.pipe() }
    let merged = Signal.merge(pipes.map(\.output)).record()
    let zipped = Signal.zip(pipes.map(\.output)).record()
    let latest = Signal.combineLatest(pipes.map(\.output)).record()
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for value in 0..<1_000 { pipes[thread].input.send(value: value) }
      pipes[thread].input.sendCompleted()
    }
    #expect(merged.values.count == Self.threads * 1_000 && merged.ending == .completed)
    #expect(zipped.values == (0..<1_000).map { Array(repeating: $0, count: Self.threads) })
    #expect(zipped.ending == .completed)
    #expect(latest.values.last == Array(repeating: 999, count: Self.threads) && latest.ending == .completed)
  }

  /// The inner streams come from two signals, each fed by a thread of its own, so that one can have a value on its way at
  /// the moment at which the operator leaves it for the other.
  @Test func switchingWhileInnerStreamsSendLetsOnlyTheNewestThrough() async {
    let (outer, outerInput) = Signal<Int, Never>.pipe()
    let ticks = [Signal<Void, Never>.pipe(), Signal<Void, Never>.pipe()]
    let newest = Locked(0)
    let (older, isDone) = (Counter(), Counter())
    outer.flatMap(.latest) { [outputs = ticks.map(\.output)] number in outputs[number % 2].map { number } }
      .observeValues { number in
        let isOlder = newest.withLock { newest in
          defer { newest = max(newest, number) }
          return number < newest
        }
        if isOlder { older.next() }
      }
    await onThreads(3) { thread in
      if thread < 2 {
        while isDone.value == 0 { ticks[thread].input.send(value: ()) }
      } else {
        for number in 0..<Self.switches { outerInput.send(value: number) }
        isDone.next()
      }
    }
    #expect(older.value == 0)
    for tick in ticks { tick.input.send(value: ()) }
    #expect(newest.withLock { $0 } == Self.switches - 1)
  }

  @Test func hoppingToAQueueKeepsEverythingInOrder() {
    let producer = SignalProducer<Int, Never>(Array(0..<5_000)).start(on: QueueScheduler())
      .observe(on: QueueScheduler()).collect()
    #expect(producer.single() == .success(Array(0..<5_000)))
  }

  @Test func disposingFromAnotherThreadLetsAtMostTheValueInFlightThrough() {
    for _ in 0..<100 {
      let (signal, observer) = Signal<Int, Never>.pipe()
      let (after, isDisposed) = (Counter(), Occupancy())
      let observation = signal.observeValues { _ in
        if !isDisposed.enter() { after.next() } else { isDisposed.leave() }
      }
      let start = DispatchSemaphore(value: 0)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          for value in 0..<200 {
            if value == 50 { start.signal() }
            observer.send(value: value)
          }
        } else {
          _ = start.wait(timeout: .now() + 30)
          observation?.dispose()
          _ = isDisposed.enter()
        }
      }
      #expect(after.value <= 1)
    }
  }
}

/// Checks that numbers come one after the other, whichever is the first.
private final class PreviousValue: Sendable {
  private let previous = Locked<Int?>(nil)

  func isNext(_ value: Int) -> Bool {
    previous.withLock { previous in
      defer { previous = value }
      return previous.map { value == $0 + 1 } ?? true
    }
  }
}

/// Objects that should not stay alive.
private final class LeakProbes: Sendable {
  final class Probe: Sendable {}

  private struct Witness: Sendable {
    weak let probe: Probe?
  }

  private let witnesses = Locked<[Witness]>([])

  var alive: Int { witnesses.withLock { $0.filter { $0.probe != nil }.count } }

  func make() -> Probe {
    let probe = Probe()
    witnesses.withLock { $0.append(Witness(probe: probe)) }
    return probe
  }
}
