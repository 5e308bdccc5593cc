import Signals
import SignalsTesting
import Testing

/// map, mapError, filter, compactMap, scan, combinePrevious, attempt: what makes one value of one value.
@Suite struct TransformingTests {
  @Test func mapSendsWhatTheTransformMakesOfEachValue() {
    expectMarbles("-1--2--3|", "-<10>--<20>--<30>|") { source, _ in source.map { $0 + "0" } }
    expectMarbles("-1--2--#", "-a--a--#") { source, _ in source.map(value: "a") }
    expectMarbles("-abc--ab!", "-111--11!") { source, _ in source.map(\.count) }
    expectNothingLeft { source, _ in source.map { $0 * 2 } }
  }

  @Test func mapErrorTransformsTheFailureOnly() {
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    let recorder = signal.mapError { _ in OtherError(reason: "late") }.record()
    observer.send(value: 1)
    observer.send(error: MarbleError())
    #expect(recorder.events == [.value(1), .failed(OtherError(reason: "late"))])
    expectNothingLeft { source, _ in source.mapError { _ in OtherError(reason: "late") } }
  }

  @Test func promotionsChangeTypesOnly() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let failing: EventRecorder<Int, OtherError> = signal.promoteError().record()
    observer.send(value: 1)
    observer.sendCompleted()
    #expect(failing.events == [.value(1), .completed])
    let promoted: Signal<String, Never> = Lifetime.empty.ended.promoteValue()
    #expect(promoted.record().events == [.interrupted])
  }

  @Test func filterSendsWhatPasses() {
    expectMarbles("-1--2--3--4|", "-------3--4|") { source, _ in source.filter { $0 > "2" } }
    expectNothingLeft { source, _ in source.filter { $0 > 1 } }
  }

  @Test func compactMapLeavesOutNil() {
    expectMarbles("-1--b--3|", "-1-----3|") { source, _ in source.compactMap { Int($0) } }
    expectMarbles("-1--b--3#", "-1-----3#") { source, _ in source.map { Int($0) }.skipNil() }
    expectNothingLeft { source, _ in source.compactMap { $0 > 1 ? $0 : nil } }
  }

  @Test func scanSendsEachIntermediateResult() {
    expectMarbles("-1--2--3|", "-1--3--6|") { source, _ in source.scan(0) { $0 + (Int($1) ?? 0) } }
    expectMarbles("-1--2--3|", "-1--3--6|") { source, _ in source.scan(into: 0) { $0 += Int($1) ?? 0 } }
    expectMarbles("-1--2--3|", "-0--1--3|") { source, _ in
      source.scanMap(0) { (sum, value) in (sum + (Int(value) ?? 0), sum) }
    }
    expectNothingLeft { source, _ in source.scan(0, +) }
  }

  @Test func theStateOfAScanBelongsToOneStart() {
    let sums = SignalProducer<Int, Never>([1, 2, 3]).scan(0, +)
    #expect(sums.record().values == [1, 3, 6])
    #expect(sums.record().values == [1, 3, 6])
  }

  @Test func reduceSendsTheResultOfASourceThatCompletes() {
    expectMarbles("-1--2--3-|", "---------(6|)") { source, _ in source.reduce(0) { $0 + (Int($1) ?? 0) } }
    expectMarbles("-1--2--3-#", "---------#") { source, _ in source.reduce(into: 0) { $0 += Int($1) ?? 0 } }
    expectMarbles("|", "(0|)") { source, _ in source.reduce(0) { $0 + (Int($1) ?? 0) } }
    expectNothingLeft { source, _ in source.reduce(0, +) }
  }

  @Test func combinePreviousPairsEachValueWithTheOneBefore() {
    expectMarbles("-1---2---3|", "-<01>---<12>---<23>|", text: joined) { source, _ in source.combinePrevious("0") }
    expectMarbles("-1---2---3|", "-----<12>---<23>|", text: joined) { source, _ in source.combinePrevious() }
    expectNothingLeft { source, _ in source.combinePrevious(0) }
  }

  @Test func attemptFailsAtTheFirstValueThatIsRefused() {
    expectMarbles("-1--2--3|", "-1--2--#") { source, _ in
      source.attempt { $0 < "3" ? .success(()) : .failure(MarbleError()) }
    }
    expectMarbles("-1--b--3|", "-1--#") { source, _ in
      source.attemptMap { value in Int(value).map { .success($0) } ?? .failure(MarbleError()) }
    }
    expectNothingLeft { source, _ in source.attempt { $0 < 9 ? .success(()) : .failure(MarbleError()) } }
    expectNothingLeft { source, _ in source.attempt { $0 < 2 ? .success(()) : .failure(MarbleError()) } }
  }

  @Test func attemptWithAClosureThatThrowsFailsWithWhatItThrows() {
    let parsed = SignalProducer<String, Never>(["1", "b", "3"]).attemptMap { text in
      guard let number = Int(text) else { throw OtherError(reason: text) }
      return number
    }
    let recorder = parsed.record()
    #expect(recorder.values == [1])
    #expect(recorder.ending?.error as? OtherError == OtherError(reason: "b"))
  }
}

struct OtherError: Error, Equatable {
  let reason: String
}
