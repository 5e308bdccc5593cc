import Signals
import SignalsTesting
import Testing

private final class Model {
  @MutableProperty var count = 0
  @Property(value: "constant") var title: String
}

/// A property as a program has written it.
private final class Clock: PropertyProtocol {
  private let hours = MutableProperty(9)

  var value: Int { hours.value }
  var producer: SignalProducer<Int, Never> { hours.producer }
  var signal: Signal<Int, Never> { hours.signal }

  func tick() { hours.modify { $0 += 1 } }
}

@Suite struct PropertyCompositionUseTests {
  @Test func wrappedPropertiesAreFollowed() {
    let model = Model()
    var counts: [Int] = []
    model.$count.producer.startWithValues { counts.append($0) }
    model.count += 1
    model.$count.modify { $0 += 1 }
    #expect(counts == [0, 1, 2])
    #expect(model.title == "constant")
    #expect(model.$title.map { $0.count }.value == 8)
  }

  @Test func aPropertyOfTheProgramIsComposed() {
    let clock = Clock()
    let isMorning = clock.map { $0 < 12 }.skipRepeats()
    var log: [Bool] = []
    isMorning.signal.observeValues { log.append($0) }
    for _ in 0..<4 { clock.tick() }
    #expect(log == [false])
    #expect(clock.combineLatest(with: isMorning).value == (13, false))
    let copy = MutableProperty(0)
    copy <~ clock
    #expect(copy.value == 13)
  }

  @Test func manyPropertiesAreCombined() {
    let (a, b, c, d) = (MutableProperty(1), MutableProperty("b"), MutableProperty(true), Property(value: 4.0))
    let all = Property.combineLatest(a, b, c, d)
    var last: (Int, String, Bool, Double)?
    all.producer.startWithValues { last = $0 }
    a.value = 2
    #expect(last ?? (0, "", false, 0) == (2, "b", true, 4))
    #expect(Property.zip(a, b, c).map { "\($0)\($1)\($2)" }.value == "2btrue")
    #expect(Property<Bool>.all(c.map { $0 }, c.negate()).value == false)
    #expect(Property<Bool>.any([c, c]).value)
  }

  @Test func valuesAreSelected() {
    let source = MutableProperty(1)
    let odd = source.filter(initial: 1) { $0 % 2 == 1 }
    let unique = source.uniqueValues { $0 % 3 }
    let pairs = source.combinePrevious(0)
    let constant = source.map(value: "a")
    let described = source.map(\.description)
    source.value = 2
    source.value = 4
    #expect(odd.value == 1)
    #expect(unique.value == 2)
    #expect(pairs.value == (2, 4))
    #expect(constant.value == "a")
    #expect(described.value == "4")
  }

  @Test func aPropertyFollowsWhatComesLater() {
    let (signal, observer) = Signal<String, Never>.pipe()
    let name = Property(initial: "nobody", then: signal)
    let maybe = Property<String?>(initial: nil, then: signal)
    let doubled = Property(initial: 0, then: SignalProducer([1, 2]).map { $0 * 2 })
    observer.send(value: "Ada")
    #expect(name.value == "Ada")
    #expect(maybe.value == "Ada")
    #expect(doubled.value == 4)
  }

  @Test func aPropertyCompletesWithItsSource() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    var events: [String] = []
    source?.map { $0 + 1 }.producer.start { event in
      switch event {
      case .value(let value): events.append("\(value)")
      case .completed: events.append("completed")
      case .failed, .interrupted: events.append("other")
      }
    }
    source = nil
    #expect(events == ["2", "completed"])
  }
}
