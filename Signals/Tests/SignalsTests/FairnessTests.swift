import Dispatch
import Foundation
import Signals
import SignalsTesting
import Synchronization
import Testing

/// A sender is not held up by others, and a burst is not paid for afterwards.
@Suite(.timeLimit(.minutes(2))) struct FairnessTests {
  #if SANITIZED
    private static let count = 20_000
  #else
    private static let count = 300_000
  #endif

  /// Without handing over, the send would last until the flood has reached its limit.
  @Test func aSendBesideAFloodReturnsAfterABoundedNumberOfDeliveries() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let delivered = signal.deliveries(besideAFloodOf: 100_000, { input.send(value: $0) })
    #expect(delivered < 50_000)
  }

  @Test func aSettingBesideAFloodOfSettingsReturnsAfterABoundedNumberOfDeliveries() {
    let property = MutableProperty(0)
    let delivered = property.signal.deliveries(besideAFloodOf: 100_000, { property.value = $0 })
    #expect(delivered < 50_000)
  }

  @Test func nothingIsLostOrOutOfOrderWhenTheGateIsHandedOver() async {
    let (signal, input) = Signal<(thread: Int, number: Int), Never>.pipe()
    let overlaps = Counter()
    let inside = Occupancy()
    let next = Locked([0, 0, 0])
    let gaps = Counter()
    signal.observeValues { value in
      if !inside.enter() { overlaps.next() }
      let isNext = next.withLock { next in
        defer { next[value.thread] = value.number + 1 }
        return next[value.thread] == value.number
      }
      if !isNext { gaps.next() }
      inside.leave()
    }
    let count = Self.count
    await onThreads(3) { thread in
      for number in 0..<count { input.send(value: (thread, number)) }
    }
    #expect((overlaps.value, gaps.value) == (0, 0))
    #expect(next.withLock { $0 } == [count, count, count])
  }

  /// A thread that has offered to take over, and has waited long enough, is gone when the one inside looks.
  @Test func anOfferToTakeOverIsTakenBack() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let received = Counter()
    let (mayOffer, hasOffered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = 3_000
    signal.observeValues { value in
      received.next()
      if value == 0 { for number in 1...count { input.send(value: number) } }
      // By now the thread inside wants to be relieved.
      if value == count / 2 {
        mayOffer.signal()
        hasOffered.wait()
      }
    }
    await onThreads(2) { thread in
      if thread == 0 { return input.send(value: 0) }
      mayOffer.wait()
      input.send(value: -1)
      hasOffered.signal()
    }
    #expect(received.value == count + 2)
  }

  /// Two threads, each inside one signal and flooding the other: each may have to take over while it is inside.
  @Test func twoSignalsThatFloodEachOtherMakeProgress() async {
    let (ping, pingInput) = Signal<Int, Never>.pipe()
    let (pong, pongInput) = Signal<Int, Never>.pipe()
    let received = Counter()
    ping.observeValues { if $0 > 0 { pongInput.send(value: $0 - 1) } else { received.next() } }
    pong.observeValues { if $0 > 0 { pingInput.send(value: $0 - 1) } else { received.next() } }
    let count = Self.count / 10
    await onThreads(4) { thread in
      for _ in 0..<count { (thread % 2 == 0 ? pingInput : pongInput).send(value: 3) }
    }
    #expect(received.value == 4 * count)
  }

  @Test func aBurstLeavesLittleMemoryBehind() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let received = Counter()
    signal.observeValues { value in
      received.next()
      if value == 0 { for number in 1...1_000_000 { input.send(value: number) } }
    }
    input.send(value: 0)
    #expect(received.value == 1_000_001)
    #expect(signal.keptBacklogCapacity <= 10_000)
  }

  /// What is quadratic takes more than a minute here.
  @Test(arguments: [false, true]) func disposingOfManyObserversTakesConstantTimeEach(newestFirst: Bool) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let received = Counter()
    let count = 200_000
    var observations = (0..<count).map { _ in signal.observeValues { _ in received.next() } }
    input.send(value: 1)
    #expect(received.value == count)
    if newestFirst { observations.reverse() }
    for observation in observations[..<(count / 2)] { observation?.dispose() }
    input.send(value: 2)
    #expect(received.value == count + count / 2)
    for observation in observations[(count / 2)...] { observation?.dispose() }
    input.send(value: 3)
    #expect(received.value == count + count / 2)
  }

  @Test func thoseWhoStayAreServedInTheirOrderWhoeverLeaves() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let served = Locked<[Int]>([])
    let check = LeakCheck()
    var expected: [Int] = []
    var observations: [Int: Disposable] = [:]
    // Knuth's linear congruential generator: arbitrary, and the same in every run.
    var state: UInt64 = 1
    func arbitrary(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    for round in 0..<2_000 {
      if arbitrary(below: 3) != 0 || expected.isEmpty {
        let probe = check.probe("observer \(round)")
        observations[round] = signal.observeValues { _ in
          withExtendedLifetime(probe) { served.withLock { $0.append(round) } }
        }
        expected.append(round)
      } else {
        let leaving = expected.remove(at: arbitrary(below: expected.count))
        observations.removeValue(forKey: leaving)?.dispose()
      }
      if arbitrary(below: 4) == 0 {
        served.withLock { $0 = [] }
        input.send(value: round)
        #expect(served.withLock { $0 } == expected)
      }
    }
    #expect(check.survivors.count == expected.count, "one that left is let go of at once")
  }
}

extension Signal where Value == Int, Error == Never {
  /// Sends one value while another thread sends as many as `limit`, always more than are delivered meanwhile.
  ///
  /// - Returns: How many values the one send delivered before it returned.
  fileprivate func deliveries(besideAFloodOf limit: Int, _ send: @escaping @Sendable (Int) -> Void) -> Int {
    let flood = Flood(limit: limit)
    let sender = ObjectIdentifier(Thread.current)
    let deliveredHere = Counter()
    observeValues { value in
      guard ObjectIdentifier(Thread.current) == sender else { return }
      // The flood does not begin before this thread is inside the gate.
      if value == -1 { flood.begin(send) }
      flood.waitForMore(than: 2 * deliveredHere.next())
    }
    send(-1)
    let delivered = deliveredHere.value
    flood.stop()
    return delivered
  }
}

/// Sends without pause from a thread of its own, up to a limit.
private final class Flood: Sendable {
  private let limit: Int
  private let mustStop = Atomic<Bool>(false)
  private let count = Atomic<Int>(0)
  private let hasStopped = DispatchSemaphore(value: 0)

  init(limit: Int) {
    self.limit = limit
  }

  private var sent: Int { count.load(ordering: .acquiring) }

  /// Returns when more than `number` values have been sent, or all.
  func waitForMore(than number: Int) {
    while sent <= number, sent < limit, !mustStop.load(ordering: .acquiring) { sched_yield() }
  }

  /// Begins.
  func begin(_ send: @escaping @Sendable (Int) -> Void) {
    Thread {
      for value in 0..<self.limit {
        if self.mustStop.load(ordering: .acquiring) { break }
        send(value)
        self.count.add(1, ordering: .releasing)
      }
      self.hasStopped.signal()
    }.start()
  }

  /// Returns when the thread sends no more.
  func stop() {
    mustStop.store(true, ordering: .releasing)
    hasStopped.wait()
  }
}
