import Signals
import SignalsTesting
import Testing

/// share, first(where:), ignoreValues.
@Suite struct ShareTests {
  private final class Work: Sendable {
    let (begun, ended) = (Counter(), Counter())
    let (values, input) = Signal<Int, MarbleError>.pipe()

    var producer: SignalProducer<Int, MarbleError> {
      SignalProducer(values).on(starting: { self.begun.next() }, disposed: { self.ended.next() })
    }
  }

  @Test func oneStartIsSharedAndEndsWithTheLastWhoLeaves() {
    let work = Work()
    let shared = work.producer.share()
    #expect(work.begun.value == 0)
    let first = shared.record()
    work.input.send(value: 1)
    let second = shared.record()
    work.input.send(value: 2)
    #expect((work.begun.value, work.ended.value) == (1, 0))
    first.dispose()
    work.input.send(value: 3)
    #expect(work.ended.value == 0)
    second.dispose()
    #expect((work.begun.value, work.ended.value) == (1, 1))
    #expect(first.events == [.value(1), .value(2), .interrupted])
    #expect(second.events == [.value(2), .value(3), .interrupted])
    let third = shared.record()
    work.input.send(value: 4)
    #expect((work.begun.value, work.ended.value) == (2, 1))
    #expect(third.events == [.value(4)])
  }

  @Test func whatTheWorkSendsWhileItBeginsIsNotMissed() {
    let starts = Counter()
    let shared = SignalProducer<Int, Never> { observer, _ in
      observer.send(value: starts.next())
      observer.sendCompleted()
    }.share()
    #expect(shared.record().events == [.value(1), .completed])
    #expect(shared.record().events == [.value(2), .completed], "work that has ended begins again")
  }

  @Test func theEndReachesAllWhoShare() {
    let work = Work()
    let shared = work.producer.share()
    let recorders = (0..<3).map { _ in shared.map { $0 }.record() }
    work.input.send(error: MarbleError())
    #expect(recorders.allSatisfy { $0.events == [.failed(MarbleError())] })
    #expect((work.begun.value, work.ended.value) == (1, 1))
  }

  @Test func whoeverStartsItFromInsideADeliveryJoins() {
    let work = Work()
    let shared = work.producer.share()
    let late = EventRecorder<Int, MarbleError>()
    let first = shared.take(first: 1).on(value: { _ in shared.start(late.record) }).record()
    work.input.send(value: 1)
    work.input.send(value: 2)
    #expect(first.events == [.value(1), .completed])
    #expect(late.events == [.value(2)])
    #expect(work.begun.value == 1)
  }

  @Test func startsAndEndsOfManyThreadsShareOneStartAtATime() async {
    let running = Occupancy()
    let overlaps = Counter()
    let shared = SignalProducer<Int, Never> { observer, lifetime in
      if !running.enter() { overlaps.next() }
      lifetime.observeEnded { withExtendedLifetime(observer) { running.leave() } }
      observer.send(value: 1)
    }.share()
    // While it is held, nobody else begins.
    let held = shared.start()
    let values = Counter()
    await onThreads(4) { _ in
      for _ in 0..<500 { shared.startWithValues { _ in values.next() }.dispose() }
    }
    held.dispose()
    #expect(overlaps.value == 0 && values.value == 0)
    let begun = Counter()
    let contended = SignalProducer<Int, Never> { observer, lifetime in
      begun.next()
      lifetime.observeEnded { withExtendedLifetime(observer) { _ = begun.next() } }
    }.share()
    await onThreads(4) { _ in
      for _ in 0..<500 { contended.start().dispose() }
    }
    #expect(begun.value.isMultiple(of: 2), "a start that nobody shares goes on")
  }

  @Test func nothingIsLeftBehind() {
    expectNothingLeftByWork { work, _ in work.share() }
    expectNothingLeftByWork { work, _ in
      let shared = work.share()
      return SignalProducer.merge(shared, shared)
    }
  }

  @Test func theFirstValueThatIsWantedEndsTheStream() {
    expectMarbles("-1--2--3--4|", "-------(3|)") { source, _ in source.first { Int($0) ?? 0 > 2 } }
    expectMarbles("-1--2--|", "-------|") { source, _ in source.first { Int($0) ?? 0 > 2 } }
    expectMarbles("-1--#", "----#") { source, _ in source.first { Int($0) ?? 0 > 2 } }
    expectNothingLeft { source, _ in source.first { $0 > 1 } }
    let ended = AnyDisposable()
    let work = SignalProducer<Int, Never>([1, 2, 3]).concat(.never).on(disposed: { ended.dispose() })
    #expect(work.first { $0 == 2 }.record().events == [.value(2), .completed])
    #expect(ended.isDisposed)
  }

  @Test func valuesAreIgnored() {
    expectMarbles("-1--2--|", "-------|") { source, _ in source.ignoreValues() }
    expectMarbles("-1--2--#", "-------#") { source, _ in source.ignoreValues() }
    expectNothingLeft { source, _ in source.ignoreValues() }
    let saved = SignalProducer<Int, MarbleError>([1, 2]).ignoreValues().promoteValue(String.self)
    #expect(saved.concat(value: "saved").record().events == [.value("saved"), .completed])
  }
}
