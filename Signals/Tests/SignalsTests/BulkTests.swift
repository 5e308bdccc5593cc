import Dispatch
import Signals
import SignalsTesting
import Testing

/// What must hold however many values there are.
@Suite struct BulkTests {
  #if SANITIZED
    /// Under a sanitizer a value takes tens of times as long.
    private static let valuesPerSender = 25_000
    private static let rowLength = 10_000
    private static let nestedLevels = 1_000
  #else
    private static let valuesPerSender = 2_500_000
    private static let rowLength = 100_000
    private static let nestedLevels = 15_000
  #endif
  private static let senders = 4

  /// Ten million values, while a fifth thread subscribes and disposes of what it subscribed.
  @Test func noValueIsLostOrDeliveredTwiceWhileObserversComeAndGo() async {
    let (signal, input) = Signal<Numbered, Never>.pipe()
    let all = Tally(senders: Self.senders)
    signal.map { $0 }.observeValues { all.check($0) }
    let (sendersDone, visits, gaps) = (Counter(), Counter(), Counter())
    await onThreads(Self.senders + 1) { thread in
      if thread < Self.senders {
        for number in 0..<Self.valuesPerSender { input.send(value: Numbered(sender: thread, number: number)) }
        sendersDone.next()
      } else {
        while sendersDone.value < Self.senders {
          let (visit, seen) = (Visit(senders: Self.senders), DispatchSemaphore(value: 0))
          let observation = signal.observeValues { value in
            visit.check(value)
            seen.signal()
          }
          // Some stay for a few values; the limit is for those who come when the last has been sent.
          for _ in 0...(visits.next() % 4) { _ = seen.wait(timeout: .now() + .milliseconds(10)) }
          observation?.dispose()
          if visit.gaps > 0 { gaps.next() }
        }
      }
    }
    #expect(all.counts == Array(repeating: Self.valuesPerSender, count: Self.senders))
    #expect((all.gaps, gaps.value) == (0, 0))
    #expect(visits.value > 0)
  }

  @Test func aHundredThousandNestedSendsDoNotGrowTheStack() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let total = Counter()
    signal.map { $0 }.observeValues { value in
      total.next()
      if value < 100_000 { input.send(value: value + 1) }
    }
    input.send(value: 1)
    #expect(total.value == 100_000)
  }

  @Test func aHundredThousandNestedSettingsDoNotGrowTheStack() {
    let property = MutableProperty(0)
    property.signal.observeValues { value in
      if value < 100_000 { property.value = value + 1 }
    }
    property.value = 1
    #expect(property.value == 100_000)
  }

  @Test func aLongRowOfProducersDoesNotGrowTheStackHoweverItWasPutTogether() {
    let one = SignalProducer<Int, Never>(value: 1)
    let appended = (1..<Self.rowLength).reduce(one) { row, _ in row.concat(one) }
    let prepended = (1..<Self.rowLength).reduce(one) { row, _ in row.prefix(one) }
    for row in [appended, prepended] {
      #expect(row.reduce(0, +).record().events == [.value(Self.rowLength), .completed])
    }
  }

  @Test func aLongRowOfThensDoesNotGrowTheStackHoweverItWasPutTogether() {
    let begun = Counter()
    let one = SignalProducer<Int, Never> {
      begun.next()
      return 1
    }
    let appended = (1..<Self.rowLength).reduce(one) { row, _ in row.then(one) }
    let prepended = (1..<Self.rowLength).reduce(one) { row, _ in one.then(row) }
    let halves = appended.then(prepended)
    for (row, count) in [(appended, 1), (prepended, 1), (halves, 2)] {
      let before = begun.value
      #expect(row.record().events == [.value(1), .completed])
      #expect(begun.value - before == count * Self.rowLength)
    }
  }

  @Test func aLongRowOfThensThatCompleteLaterDoesNotGrowTheStack() {
    let scheduler = TestScheduler()
    let one = SignalProducer<Int, Never>(value: 1).delay(1, on: scheduler)
    let recorder = (1..<Self.rowLength).reduce(one) { row, _ in row.then(one) }.record()
    scheduler.advance(by: .seconds(Self.rowLength - 1))
    #expect(recorder.events == [])
    scheduler.advance(by: .seconds(1))
    #expect(recorder.events == [.value(1), .completed])
  }

  @Test func producersInsideProducersDoNotGrowTheStack() {
    @Sendable func nested(_ levels: Int) -> SignalProducer<Int, Never> {
      SignalProducer(value: levels).flatMap(.concat) { levels in
        levels > 0 ? nested(levels - 1) : SignalProducer<Int, Never>(value: 7)
      }
    }
    #expect(nested(Self.nestedLevels).record().events == [.value(7), .completed])
  }

  /// As a service is read that says on each page where the next one is. Each page passes through all levels above it, so a
  /// thousand are half a million steps.
  @Test func thePagesOfALongListComeInTheirOrder() {
    @Sendable func pages(from number: Int) -> SignalProducer<Int, Never> {
      SignalProducer(value: number).flatMap(.concat) { number in
        number == 1_000
          ? .init(value: number) : SignalProducer<Int, Never>(value: number).concat(pages(from: number + 1))
      }
    }
    #expect(pages(from: 0).collect().record().values == [Array(0...1_000)])
  }

  @Test func manyOperatorsThatFlattenDoNotGrowTheStack() {
    let (source, input) = Signal<Int, Never>.pipe()
    let output = (0..<Self.nestedLevels).reduce(source) { signal, _ in
      signal.flatMap(.concat) { SignalProducer<Int, Never>([$0, $0 + 1]).take(first: 1) }
    }
    let recorder = output.record()
    input.send(value: 1)
    #expect(recorder.events == [.value(1)])
    input.send(value: 2)
    input.sendCompleted()
    #expect(recorder.events == [.value(1), .value(2), .completed])
  }

  @Test func disposingOfProducersInsideProducersDoesNotGrowTheStack() {
    let innermost = AnyDisposable()
    @Sendable func nested(_ levels: Int) -> SignalProducer<Int, Never> {
      SignalProducer(value: levels).flatMap(.merge) { levels in
        levels > 0 ? nested(levels - 1) : SignalProducer<Int, Never>.never.on(disposed: { innermost.dispose() })
      }
    }
    let recorder = nested(Self.nestedLevels).record()
    #expect(recorder.events == [])
    recorder.dispose()
    #expect(recorder.events == [.interrupted])
    #expect(innermost.isDisposed)
  }

  /// What is started inside a deep nest, for its result, is not put off with the nest.
  @Test func aPropertyMadeDeepInsideANestHasItsValueAtOnce() {
    let source = MutableProperty(7)
    let seen = Log()
    @Sendable func nested(_ levels: Int) -> SignalProducer<Int, Never> {
      SignalProducer(value: levels).flatMap(.concat) { levels -> SignalProducer<Int, Never> in
        let flattened = Property(following: source.producer.flatMap(.concat) { SignalProducer<Int, Never>(value: $0) })
        let waited = SignalProducer<Int, Never>(value: levels).flatMap(.merge) { SignalProducer<Int, Never>(value: $0) }
        if flattened.value != 7 || waited.first() != .success(levels) { seen.add("level \(levels)") }
        return levels > 0 ? nested(levels - 1) : SignalProducer<Int, Never>(value: 0)
      }
    }
    #expect(nested(300).record().events == [.value(0), .completed])
    #expect(seen.lines == [])
  }

  @Test func twoSignalsMayNestAHundredThousandSendsIntoEachOther() {
    let (ping, pingInput) = Signal<Int, Never>.pipe()
    let (pong, pongInput) = Signal<Int, Never>.pipe()
    let last = MutableProperty(0)
    ping.observeValues { pongInput.send(value: $0 + 1) }
    pong.observeValues { value in
      last.value = value
      if value < 100_000 { pingInput.send(value: value + 1) }
    }
    pingInput.send(value: 1)
    #expect(last.value == 100_000)
  }
}

/// A value that says who sent it and how many that one had sent before.
private struct Numbered: Sendable {
  let sender: Int
  let number: Int
}

/// Checks that each sender's values come one after the other, from the first to the last.
// Unchecked: `check` is called from inside the deliveries of one signal, which never overlap and see what the ones before
// have written; the rest is read when all have been sent. The thread sanitizer holds the signal to that.
private final class Tally: @unchecked Sendable {
  private(set) var counts: [Int]
  private(set) var gaps = 0

  init(senders: Int) {
    counts = Array(repeating: 0, count: senders)
  }

  func check(_ value: Numbered) {
    if counts[value.sender] != value.number { gaps += 1 }
    counts[value.sender] += 1
  }
}

/// Checks that each sender's values come one after the other, from whichever it begins with. Behind a lock, since a value
/// may still be on its way when the observation has been disposed of.
private final class Visit: Sendable {
  private let state: Locked<State>

  private struct State: Sendable {
    var next: [Int?]
    var gaps = 0
  }

  init(senders: Int) {
    state = Locked(State(next: Array(repeating: nil, count: senders)))
  }

  var gaps: Int { state.withLock { $0.gaps } }

  func check(_ value: Numbered) {
    state.withLock { state in
      if let expected = state.next[value.sender], expected != value.number { state.gaps += 1 }
      state.next[value.sender] = value.number + 1
    }
  }
}
