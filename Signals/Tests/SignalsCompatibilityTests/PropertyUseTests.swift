import Signals
import SignalsTesting
import Testing

@Suite struct PropertyUseTests {
  @Test func propertiesAreComposed() {
    let first = MutableProperty("Ada")
    let last = MutableProperty("Byron")
    let name = first.combineLatest(with: last).map { "\($0) \($1)" }
    var names: [String] = []
    name.producer.startWithValues { names.append($0) }
    last.value = "Lovelace"
    #expect(name.value == "Ada Lovelace")
    #expect(names == ["Ada Byron", "Ada Lovelace"])
    #expect(first.swap("Augusta") == "Ada")
    last.modify { $0 += "!" }
    #expect(names.last == "Augusta Lovelace!")
    #expect(first.withValue { $0.count } == 7)
  }

  @Test func truthValuesAreComposed() {
    let (isLoaded, isBusy) = (MutableProperty(true), MutableProperty(true))
    let isReady = isLoaded.and(isBusy.negate())
    #expect(!isReady.value)
    isBusy.value = false
    #expect(isReady.value)
    #expect(isLoaded.or(isBusy).value)
  }

  @Test func aPropertyFollowsTheInnerOne() {
    let (one, two) = (MutableProperty(1), MutableProperty(2))
    let selected = MutableProperty(one)
    let followed = selected.flatMap(.latest) { $0 }
    selected.value = two
    one.value = 10
    #expect(followed.value == 2)
    two.value = 20
    #expect(followed.value == 20)
  }

  @Test func aPropertyIsMadeOfAValueAndAStream() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    observer.send(value: 1)
    #expect(property.value == 1)
    #expect(Property(value: 3).map { $0 + 1 }.value == 4)
    #expect(Property(capturing: property).value == 1)
    #expect(Property(property).skipRepeats().value == 1)
  }

  @Test func aValidatingPropertyRefusesAndCoerces() {
    let property = ValidatingProperty<Int, TestError>(1) { value in
      if value < 0 { return .invalid(.first) }
      return value > 100 ? .coerced(100, .second) : .valid
    }
    property.value = -1
    #expect(property.value == 1)
    #expect(property.result.value.isInvalid)
    #expect(property.result.value.error == .first)
    property.value = 200
    #expect(property.value == 100)
    property.value = 7
    #expect(property.result.value.value == 7)
  }

  @Test func bindingsEndWithTheirTarget() {
    let source = MutableProperty(1)
    let (lifetime, token) = Lifetime.make()
    var received: [Int] = []
    BindingTarget(lifetime: lifetime) { received.append($0) } <~ source
    source.value = 2
    token.dispose()
    source.value = 3
    #expect(received == [1, 2])

    let copy = MutableProperty(0)
    let binding = copy <~ source
    #expect(copy.value == 3)
    binding?.dispose()
    source.value = 4
    #expect(copy.value == 3)
    copy <~ SignalProducer<Int, Never>(value: 9)
    #expect(copy.value == 9)
  }
}
