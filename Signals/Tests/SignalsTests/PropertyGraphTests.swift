import Signals
import SignalsTesting
import Testing

/// Properties made of properties: what observers see on the way from one state to the next.
@Suite struct PropertyGraphTests {
  @Test func aDiamondShowsAStateBetweenWhereBothSidesOfItChange() {
    let source = MutableProperty(1)
    let (tens, negatives) = (source.map { $0 * 10 }, source.map { -$0 })
    let joined = tens.combineLatest(with: negatives).map { "\($0) \($1)" }
    let recorder = joined.producer.record()
    source.value = 2
    // The sides follow the source one after the other, in the order in which they were made.
    #expect(recorder.values == ["10 -1", "20 -1", "20 -2"])
    #expect(joined.value == "20 -2")
  }

  @Test func aMapOfTheWholeHasNoStateBetween() {
    let source = MutableProperty(1)
    let recorder = source.map { ($0 * 10, -$0) }.map { "\($0.0) \($0.1)" }.producer.record()
    source.value = 2
    #expect(recorder.values == ["10 -1", "20 -2"])
  }

  @Test func aDiamondPairedByZipHasNoStateBetween() {
    let source = MutableProperty(1)
    let recorder = source.map { $0 * 10 }.zip(with: source.map { -$0 }).producer.map { joined($0) }.record()
    source.value = 2
    source.value = 3
    #expect(recorder.values == ["10-1", "20-2", "30-3"])
  }

  @Test func propertiesFollowTheirSourceInTheOrderInWhichTheyBeganTo() {
    let source = MutableProperty(1)
    let log = Log()
    let doubled = MutableProperty<Property<Int>?>(nil)
    source.signal.observeValues { log.add("earlier: \($0) \(doubled.value?.value ?? 0)") }
    doubled.value = source.map { $0 * 2 }
    source.signal.observeValues { log.add("later: \($0) \(doubled.value?.value ?? 0)") }
    source.value = 2
    #expect(log.lines == ["earlier: 2 2", "later: 2 4"])
  }

  @Test func anOptionalMayFollowValuesThatAreThere() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property<Int?>(initial: nil, then: signal)
    let started = Property<Int?>(initial: nil, then: SignalProducer<Int, Never>([1, 2]))
    let optional = Property<Int?>(initial: 0, then: SignalProducer<Int?, Never>([1, nil]))
    #expect(property.value == nil && started.value == 2 && optional.value == nil)
    input.send(value: 3)
    #expect(property.value == 3)
  }

  @Test func nothingIsLeftOfADiamond() {
    let survivors = LeakCheck.survivors { check in
      let source = check.watch(MutableProperty(1), "source")
      let (left, right) = (check.watch(source.map { $0 }, "left"), check.watch(source.map { -$0 }, "right"))
      let top = check.watch(left.combineLatest(with: right), "top")
      let probe = check.probe("observer")
      top.producer.startWithValues { _ in withExtendedLifetime(probe) {} }
      source.value = 2
    }
    #expect(survivors == [])
  }
}
