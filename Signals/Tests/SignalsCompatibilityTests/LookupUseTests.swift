import Signals
import SignalsTesting
import Testing

/// Arguments that are found in the type of a producer, as ReactiveSwift's own specifications write them.
@Suite struct LookupUseTests {
  @Test func aClosureReturnsAnEmptyProducer() {
    let (signal, observer) = Signal<Int, TestError>.pipe()
    var values: [Int] = []
    signal.flatMap(.latest) { value -> SignalProducer<Int, TestError> in value > 1 ? .init(value: value) : .empty }
      .observeResult { if case .success(let value) = $0 { values.append(value) } }
    let none: Signal<String, TestError> = signal.flatMap(.merge) { _ in .never }
    none.observeResult { _ in values.append(-1) }
    observer.send(value: 1)
    observer.send(value: 2)
    #expect(values == [2])
  }

  @Test func anArgumentIsAnEmptyProducer() {
    let producer = SignalProducer<Int, TestError>([1, 2])
    #expect(producer.merge(with: .empty).last() == .success(2))
    #expect(producer.concat(.init(error: .first)).last() == .failure(.first))
    #expect(producer.take(until: .empty).collect().last() == .success([]))
    #expect(producer.skip(until: .never).collect().last() == .success([]))
    #expect(producer.sample(on: .empty).collect().last() == .success([]))
    #expect(producer.zip(with: .init(value: "a")).map { "\($0.0)\($0.1)" }.single() == .success("1a"))
    #expect(producer.combineLatest(with: .init(value: "a")).map { "\($0.0)\($0.1)" }.single() == .success("2a"))
    let recovered: SignalProducer<Int, Never> = producer.concat(error: .first).flatMapError { _ in .empty }
    #expect(recovered.collect().single() == .success([1, 2]))
  }

  @Test func aStreamThatCannotFailIsTimed() {
    let scheduler = TestScheduler()
    var error: TestError?
    SignalProducer<Int, Never>.never.timeout(after: 1, raising: TestError.first, on: scheduler)
      .startWithFailed { error = $0 }
    scheduler.advance(by: .seconds(1))
    #expect(error == .first)
  }

  @Test func aResultIsAProducer() {
    let result = Result<Int, TestError>.failure(.second)
    #expect(result.producer.first() == .failure(.second))
  }
}
