import Foundation
import Signals
import SignalsTesting
import Testing

/// skip, take, skipRepeats, uniqueValues: which values go on, and how long.
@Suite struct SelectingTests {
  @Test func skipLeavesOutTheFirstValues() {
    expectMarbles("-1--2--3--4|", "-------3--4|") { source, _ in source.skip(first: 2) }
    expectMarbles("-1--2--3--1|", "-------3--1|") { source, _ in source.skip { $0 < "3" } }
    expectNothingLeft { source, _ in source.skip(first: 1) }
    expectNothingLeft { source, _ in source.skip { $0 < 2 } }
  }

  @Test func skipUntilWaitsForTheTrigger() {
    expectMarbles("-a--b--c--d|", "-------c--d|") { source, clock in
      source.skip(until: clock.trigger("------x"))
    }
    expectMarbles("-a--b--c--d|", "-------c--d|") { source, clock in
      source.skip(until: clock.trigger("------|"))
    }
    expectMarbles("-a--b--c--d|", "-----------|") { source, clock in
      source.skip(until: clock.trigger("------!"))
    }
    expectNothingLeft { source, _ in source.skip(until: .never) }
  }

  @Test func takeFirstCompletesWithTheLastOfThem() {
    expectMarbles("-1--2--3--4|", "-1--(2|)") { source, _ in source.take(first: 2) }
    expectMarbles("-1--#", "-1--#") { source, _ in source.take(first: 2) }
    expectNothingLeft { source, _ in source.take(first: 5) }
    expectNothingLeft { source, _ in source.take(first: 1) }
  }

  @Test func takeFirstKeepsItsCountWhenSentToFromInside() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = EventRecorder<Int, Never>()
    signal.take(first: 2).observe { event in
      recorder.record(event)
      observer.send(value: 9)
    }
    observer.send(value: 1)
    #expect(recorder.events == [.value(1), .value(9), .completed])
  }

  @Test func takingNoValuesStartsNoWork() {
    let log = Log()
    let producer = SignalProducer<Int, Never> { _, _ in log.add("started") }
    #expect(producer.take(first: 0).record().events == [.completed])
    #expect(log.lines == [])
  }

  @Test func takeWhileEndsBeforeTheFirstThatFailsTheTest() {
    expectMarbles("-1--2--3--4|", "-1--2--|") { source, _ in source.take(while: { $0 < "3" }) }
    expectMarbles("-1--2--3--4|", "-1--2--(3|)") { source, _ in source.take(until: { $0 < "3" }) }
    expectNothingLeft { source, _ in source.take(while: { $0 < 2 }) }
  }

  @Test func takeLastSendsTheLastOfASourceThatCompletes() {
    expectMarbles("-1--2--3--4|", "-----------(34|)") { source, _ in source.take(last: 2) }
    expectMarbles("-1--2--3--4-5|", "-------------(345|)") { source, _ in source.take(last: 3) }
    expectMarbles("-1|", "--(1|)") { source, _ in source.take(last: 3) }
    expectMarbles("-1--2#", "-----#") { source, _ in source.take(last: 1) }
    expectMarbles("-1--2|", "-----|") { source, _ in source.take(last: 0) }
    expectNothingLeft { source, _ in source.take(last: 2) }
  }

  @Test func takeUntilCompletesAtTheTrigger() {
    expectMarbles("-a--b--c--d|", "-a--b-|") { source, clock in source.take(until: clock.trigger("------x")) }
    expectMarbles("-a--b--c--d|", "-a--b-|") { source, clock in source.take(until: clock.trigger("------|")) }
    expectMarbles("-a--b--c--d|", "-a--b--c--d|") { source, clock in source.take(until: clock.trigger("------!")) }
    expectMarbles("-a#", "-a#") { source, clock in source.take(until: clock.trigger("------x")) }
    expectNothingLeft { source, _ in source.take(until: .never) }
  }

  @Test func aTriggerThatFiresBeforeAnythingLetsNothingThrough() {
    let producer = SignalProducer<Int, Never>([1, 2, 3]).take(until: SignalProducer<(), Never>(value: ()))
    #expect(producer.record().events == [.completed])
  }

  @Test func takeUntilReplacementGoesOnWithTheReplacement() {
    expectMarbles("-a--b--c--d|", "-a--b-x---y---|") { source, clock in
      source.take(untilReplacement: clock.signal("------x---y---|"))
    }
    expectMarbles("-a|", "-a----x|") { source, clock in source.take(untilReplacement: clock.signal("------x|")) }
    expectMarbles("-a--#", "-a--#") { source, clock in source.take(untilReplacement: clock.signal("------x|")) }
    expectNothingLeft(endsWithSource: false) { source, _ in source.take(untilReplacement: .never) }
  }

  @Test func takeDuringCompletesWithTheLifetime() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    var pair: (lifetime: Lifetime, token: Lifetime.Token)? = Lifetime.make()
    let recorder = pair.map { signal.take(during: $0.lifetime).record() }
    observer.send(value: 1)
    pair = nil
    observer.send(value: 2)
    #expect(recorder?.events == [.value(1), .completed])
    let (lifetime, token) = Lifetime.make()
    expectNothingLeft { source, _ in source.take(during: lifetime) }
    withExtendedLifetime(token) {}
  }

  @Test func skipRepeatsLeavesOutWhatIsTheSameAsTheOneBefore() {
    expectMarbles("-1--1--2--2--1|", "-1-----2-----1|") { source, _ in source.skipRepeats() }
    expectMarbles("-a--A--b|", "-a-----b|") { source, _ in source.skipRepeats { $0.lowercased() == $1.lowercased() } }
    expectNothingLeft { source, _ in source.skipRepeats() }
  }

  @Test func uniqueValuesLeavesOutAllThatHasBeenSeen() {
    expectMarbles("-1--2--1--3--2|", "-1--2-----3---|") { source, _ in source.uniqueValues() }
    expectMarbles("-a--A--b|", "-a-----b|") { source, _ in source.uniqueValues { $0.lowercased() } }
    expectNothingLeft { source, _ in source.uniqueValues() }
  }

  @Test func collectSendsArrays() {
    expectMarbles("-1--2--3|", "--------(<[123]>|)", text: listed) { source, _ in source.collect() }
    expectMarbles("-1--2--3#", "--------#", text: listed) { source, _ in source.collect() }
    expectMarbles("--|", "--(<[]>|)", text: listed) { source, _ in source.collect() }
    expectMarbles("-1--2------3|", "----<[12]>-------(<[3]>|)", text: listed) { source, _ in source.collect(count: 2) }
    expectMarbles("-1--2|", "----<[12]>|", text: listed) { source, _ in source.collect { $0.count == 2 } }
    expectMarbles("-1--3--2|", "-------<[13]>(<[2]>|)", text: listed) { source, _ in
      source.collect { values, value in values.last.map { value < $0 } ?? false }
    }
    expectNothingLeft { source, _ in source.collect() }
    expectNothingLeft { source, _ in source.collect(count: 2) }
  }
}
