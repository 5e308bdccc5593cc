import Signals
import SignalsTesting
import Testing

/// The order in which the observers of one source are served: that in which they began to observe.
@Suite struct OrderTests {
  @Test(arguments: [1, 2, 3, 10, 100])
  func observersAreServedInTheOrderInWhichTheyBegan(count: Int) {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    for number in 0..<count {
      signal.observe { event in log.add("\(number): \(event)") }
    }
    observer.send(value: 1)
    observer.sendCompleted()
    let numbers = 0..<count
    #expect(log.lines == numbers.map { "\($0): VALUE 1" } + numbers.map { "\($0): COMPLETED" })
  }

  @Test func theOrderStaysWhenObserversLeave() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    var expected: [Int] = []
    var observations: [(number: Int, disposable: Disposable?)] = []
    var generator = SplitMix(state: 7)
    for number in 0..<300 {
      observations.append((number, signal.observeValues { _ in log.add("\(number)") }))
      expected.append(number)
      if number % 3 != 0 {
        let (left, disposable) = observations.remove(at: Int.random(in: 0..<observations.count, using: &generator))
        disposable?.dispose()
        expected.removeAll { $0 == left }
      }
      // Some of them leave between two values, some without any between them.
      if number % 10 == 0 { observer.send(value: 0) }
    }
    let before = log.lines.count
    observer.send(value: 0)
    #expect(log.lines.dropFirst(before).map { Int($0) } == expected)
    observations.removeFirst().disposable?.dispose()
    expected.removeFirst()
    signal.observeInterrupted { log.add("-1") }
    observer.sendInterrupted()
    #expect(log.lines.last == "-1")
  }

  @Test func anObserverThatComesBackStandsAtTheEnd() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    let first = signal.observeValues { _ in log.add("first") }
    signal.observeValues { _ in log.add("second") }
    first?.dispose()
    signal.observeValues { _ in log.add("first again") }
    observer.send(value: 1)
    #expect(log.lines == ["second", "first again"])
  }

  @Test func anObserverThatComesDuringADeliveryIsServedLastFromTheNextValueOn() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    signal.take(first: 1).observeValues { _ in signal.observeValues { log.add("late \($0)") } }
    signal.observeValues { log.add("early \($0)") }
    observer.send(value: 1)
    observer.send(value: 2)
    #expect(log.lines == ["early 1", "early 2", "late 2"])
  }

  @Test func anOperatorStandsWhereItWasMade() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let log = Log()
    let (mapped, merged) = (signal.map { $0 * 10 }, Signal.merge(signal, .never))
    signal.observeValues { log.add("\($0)") }
    merged.observeValues { log.add("merged \($0)") }
    mapped.observeValues { log.add("mapped \($0)") }
    observer.send(value: 1)
    #expect(log.lines == ["mapped 10", "merged 1", "1"])
  }

  @Test func theSameHoldsForAProperty() {
    let property = MutableProperty(0)
    let log = Log()
    let doubled = property.map { $0 * 2 }
    let early = property.signal.observeValues { log.add("early \($0)") }
    property.producer.startWithValues { log.add("producer \($0), doubled \(doubled.value)") }
    doubled.signal.observeValues { log.add("doubled \($0)") }
    property.signal.observeValues { log.add("late \($0)") }
    property.value = 1
    early?.dispose()
    property.value = 2
    #expect(
      log.lines == [
        "producer 0, doubled 0", "doubled 2", "early 1", "producer 1, doubled 2", "late 1", "doubled 4",
        "producer 2, doubled 4", "late 2",
      ])
  }

  /// Random numbers that are the same in each run. The generator is SplitMix64 (Steele, Lea and Flood, 2014).
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
