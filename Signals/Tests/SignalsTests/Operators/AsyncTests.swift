import Dispatch
import Signals
import SignalsTesting
import Testing

/// Streams as asynchronous sequences, asynchronous sequences as streams, and threads that wait.
@Suite struct AsyncTests {
  @Test func theValuesOfASignalCanBeIteratedOver() async {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let values = signal.values
    observer.send(value: 1)
    observer.send(value: 2)
    observer.sendCompleted()
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [1, 2])
  }

  @Test func aFailureIsThrownToWhoIterates() async {
    let failing = SignalProducer<Int, MarbleError>(value: 1).concat(error: MarbleError())
    var seen: [Int] = []
    await #expect(throws: MarbleError.self) {
      for try await value in failing.values { seen.append(value) }
    }
    #expect(seen == [1])
  }

  @Test func leavingTheLoopInterruptsTheWork() async {
    let (ended, token) = AsyncStream<Void>.makeStream()
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded { token.finish() }
      lifetime.observeEnded { _ = observer }
      observer.send(value: 1)
    }
    func firstValue() async -> Int? {
      for await value in producer.values { return value }
      return nil
    }
    #expect(await firstValue() == 1)
    for await _ in ended {}
  }

  @Test func leavingTheLoopOfASequenceThatIsKeptInterruptsTheWorkToo() async {
    let check = LeakCheck()
    let (ended, token) = AsyncStream<Void>.makeStream()
    let (signal, observer) = Signal<LeakCheck.Probe, Never>.pipe()
    let values = SignalProducer(signal).on(disposed: { token.finish() }).values
    for _ in 0..<3 { observer.send(value: check.probe("value")) }
    #expect(check.survivors.count == 3)
    for await _ in values { break }
    for await _ in ended {}
    #expect(check.survivors == [], "what nobody will take is kept")
    observer.send(value: check.probe("later"))
    #expect(check.survivors == [])
    var isOver = true
    for await _ in values { isOver = false }
    #expect(isOver)
  }

  @Test func twoWhoGoThroughASequenceShareItUntilBothHaveLeft() async {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let ended = AnyDisposable()
    let values = signal.on(disposed: { ended.dispose() }).values
    var (first, second): (AsyncValues<Int, Never>.Iterator?, _) = (
      values.makeAsyncIterator(), values.makeAsyncIterator()
    )
    for value in 1...3 { observer.send(value: value) }
    #expect(await first?.next() == 1)
    first = nil
    #expect(!ended.isDisposed)
    #expect(await second.next() == 2)
    observer.sendCompleted()
    #expect(await second.next() == 3)
    #expect(await second.next() == nil)
  }

  @Test func aBufferMayHaveALimit() async throws {
    let source = SignalProducer<Int, MarbleError>(1...5).concat(error: MarbleError())
    let policies: [(AsyncValues<Int, MarbleError>.BufferingPolicy, [Int])] = [
      (.unbounded, [1, 2, 3, 4, 5]), (.bufferingNewest(2), [4, 5]), (.bufferingOldest(2), [1, 2]),
      (.bufferingNewest(0), []),
    ]
    for (policy, expected) in policies {
      var seen: [Int] = []
      await #expect(throws: MarbleError.self, "the end was dropped with \(policy)") {
        for try await value in source.values(bufferingPolicy: policy) { seen.append(value) }
      }
      #expect(seen == expected)
    }
    let property = MutableProperty(0)
    var newest = property.values(bufferingPolicy: .bufferingNewest(1)).makeAsyncIterator()
    for value in 1...3 { property.value = value }
    #expect(await newest.next() == 3)
  }

  @Test func theStandardLibrarysStreamsEndAsTheSourceDoes() async throws {
    let numbers = SignalProducer<Int, Never>([1, 2])
    var seen: [Int] = []
    for await value in numbers.asyncStream { seen.append(value) }
    for try await value in numbers.asyncThrowingStream { seen.append(value) }
    #expect(seen == [1, 2, 1, 2])
    let failing = SignalProducer<Int, MarbleError>([3]).concat(error: MarbleError())
    await #expect(throws: MarbleError.self) {
      for try await value in failing.asyncThrowingStream { seen.append(value) }
    }
    #expect(seen.last == 3)
    let (signal, input) = Signal<Int, Never>.pipe()
    let (stream, throwing) = (signal.asyncStream, signal.asyncThrowingStream)
    input.send(value: 4)
    // An interruption ends them as completion does.
    input.sendInterrupted()
    for await value in stream { seen.append(value) }
    for try await value in throwing { seen.append(value) }
    #expect(seen.suffix(2) == [4, 4])
  }

  @Test func lettingGoOfTheStandardLibrarysStreamsInterruptsTheWork() async throws {
    let (ended, token) = AsyncStream<Void>.makeStream()
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.observeEnded {
        token.yield()
        withExtendedLifetime(observer) {}
      }
      observer.send(value: 1)
    }
    func firstValues() async throws -> [Int] {
      var values: [Int] = []
      for await value in producer.asyncStream {
        values.append(value)
        break
      }
      for try await value in producer.asyncThrowingStream {
        values.append(value)
        break
      }
      return values
    }
    #expect(try await firstValues() == [1, 1])
    var iterator = ended.makeAsyncIterator()
    for _ in 0..<2 { _ = await iterator.next() }
  }

  @Test func anAsynchronousSequenceCanBeStarted() async {
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    for value in 1...3 { continuation.yield(value) }
    continuation.finish()
    var events: [Int] = []
    for await value in SignalProducer<Int, Never>(sequence).values { events.append(value) }
    #expect(events == [1, 2, 3])
  }

  @Test func disposingOfAStartCancelsTheTaskThatIterates() async {
    let (ended, token) = AsyncStream<Void>.makeStream()
    let (sequence, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in token.finish() }
    let recorder = SignalProducer<Int, Never>(sequence).record()
    recorder.dispose()
    for await _ in ended {}
    #expect(recorder.events == [.interrupted])
  }

  @Test func aSequenceThatIgnoresCancellationIsLeftWhenTheStartHasEnded() async {
    let taken = Counter()
    let (left, end) = AsyncStream<Void>.makeStream()
    let recorder = SignalProducer<Int, Never>(StubbornSequence(taken: taken, end: end)).take(first: 3).record()
    for await _ in left {}
    #expect(recorder.values == [1, 2, 3])
    #expect(taken.value == 3)
  }

  @Test func asynchronousWorkIsDoneOncePerStart() async {
    let starts = Counter()
    let work = SignalProducer<Int, MarbleError>.task { () throws(MarbleError) in
      await Task.yield()
      if starts.next() == 2 { throw MarbleError() }
      return starts.value
    }
    #expect(starts.value == 0)
    var results: [String] = []
    for _ in 0..<2 {
      for await event in work.materialize().values { results.append("\(event)") }
    }
    #expect(results == ["VALUE 1", "COMPLETED", "FAILED MarbleError()"])
    let inferred = SignalProducer.task { try await Self.answer() }
    for await event in inferred.materialize().values { results.append("\(event)") }
    #expect(results.suffix(2) == ["VALUE 42", "COMPLETED"])
  }

  private static func answer() async throws -> Int { 42 }

  @Test func disposingOfAStartCancelsItsTask() async {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let (ended, ending) = AsyncStream<Void>.makeStream()
    let start = SignalProducer<Int, any Error>.task {
      beginning.finish()
      let (never, _) = AsyncStream<Int>.makeStream()
      // Waits for nothing but the cancellation.
      for await _ in never {}
      ending.finish()
      try Task.checkCancellation()
      return 1
    }.record()
    for await _ in begun {}
    start.dispose()
    for await _ in ended {}
    #expect(start.events.map { "\($0)" } == ["INTERRUPTED"])
  }

  @Test func aTaskCanWaitForAPropertyToBecomeSomething() async {
    let count = MutableProperty(1)
    #expect(await count.values.first { $0 == 1 } == 1)
    async let reached = count.values.first { $0 > 2 }
    for value in 2...3 { count.value = value }
    #expect(await reached == 3)
  }

  @Test func aTaskCanWaitForTheFirstValue() async throws {
    let producer = SignalProducer<Int, MarbleError>([1, 2])
    #expect(try await producer.first()?.get() == 1)
    #expect(await SignalProducer<Int, MarbleError>(error: MarbleError()).first() == .failure(MarbleError()))
    #expect(await SignalProducer<Int, MarbleError>.empty.first() == nil)
    #expect(try await producer.start(on: QueueScheduler()).first()?.get() == 1)
  }

  @Test func cancellingATaskThatWaitsForTheFirstValueEndsTheWork() async {
    let (ended, end) = AsyncStream<Void>.makeStream()
    let (started, start) = AsyncStream<Void>.makeStream()
    let silent = SignalProducer<Int, Never>.never.on(started: { start.finish() }, disposed: { end.finish() })
    let task = Task { await silent.first() }
    for await _ in started {}
    task.cancel()
    for await _ in ended {}
    #expect(await task.value == nil)
  }

  @Test func aThreadCanWaitForAResult() {
    let numbers = SignalProducer<Int, MarbleError>([1, 2, 3])
    #expect(numbers.first() == .success(1))
    #expect(numbers.last() == .success(3))
    #expect(numbers.single() == nil)
    #expect(numbers.take(first: 1).single() == .success(1))
    #expect(SignalProducer<Int, MarbleError>.empty.first() == nil)
    #expect(SignalProducer<Int, MarbleError>(error: MarbleError()).last() == .failure(MarbleError()))
    #expect((try? numbers.wait().get()) != nil)
    #expect(throws: MarbleError.self) { try numbers.concat(error: MarbleError()).wait().get() }
  }

  @Test func aThreadCanWaitForWorkOnAQueue() {
    let producer = SignalProducer<Int, Never>([1, 2]).start(on: QueueScheduler()).observe(on: QueueScheduler())
    #expect(producer.last() == .success(2))
  }
}

/// Counts to a thousand whether or not its task is cancelled.
private struct StubbornSequence: AsyncSequence, Sendable {
  let taken: Counter
  let end: AsyncStream<Void>.Continuation

  func makeAsyncIterator() -> Iterator { Iterator(taken: taken, visit: Visit(end)) }

  struct Iterator: AsyncIteratorProtocol {
    let taken: Counter
    let visit: Visit

    func next() async -> Int? { await next(isolation: nil) }

    func next(isolation actor: isolated (any Actor)?) async -> Int? {
      let number = taken.next()
      return number <= 1_000 ? number : nil
    }
  }

  /// Tells when the iterator has been let go of.
  final class Visit: Sendable {
    private let end: AsyncStream<Void>.Continuation

    init(_ end: AsyncStream<Void>.Continuation) { self.end = end }

    deinit { end.finish() }
  }
}
