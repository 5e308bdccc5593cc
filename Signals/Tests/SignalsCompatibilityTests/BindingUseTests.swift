import Signals
import SignalsTesting
import Testing

/// A view as programs have them.
private final class Label {
  let (lifetime, token) = Lifetime.make()
  var text = ""
}

@Suite struct BindingUseTests {
  @Test func aPropertyOfAnObjectIsATarget() {
    let label = Label()
    let name = MutableProperty("Ada")
    let target = BindingTarget(on: ImmediateScheduler(), lifetime: label.lifetime, object: label, keyPath: \Label.text)
    target <~ name
    name.value = "Grace"
    #expect(label.text == "Grace")
    BindingTarget<String>(lifetime: label.lifetime) { [weak label] in label?.text = $0 + "!" }
      <~ name.producer.take(first: 1)
    #expect(label.text == "Grace!")
  }

  @Test func whatMayBeMissingIsATarget() {
    var target: MutableProperty<Int>? = nil
    target <~ MutableProperty(1)
    target = MutableProperty(0)
    let optionals = MutableProperty<Int?>(nil)
    target <~ SignalProducer(value: 2)
    optionals <~ SignalProducer<Int, Never>(value: 3)
    #expect(target?.value == 2)
    #expect(optionals.value == 3)
  }

  @Test func anObserverIsATarget() {
    let (signal, observer) = Signal<Int, TestError>.pipe()
    var values: [Int] = []
    signal.observeResult { if case .success(let value) = $0 { values.append(value) } }
    observer <~ MutableProperty(1)
    #expect(values == [1])
  }

  @Test func aTargetIsOfferedByTheProgram() {
    struct Counter: BindingTargetProvider {
      let total = MutableProperty(0)
      var bindingTarget: BindingTarget<Int> {
        BindingTarget(lifetime: total.lifetime) { [total] value in total.modify { $0 += value } }
      }
    }
    let counter = Counter()
    counter <~ SignalProducer([1, 2, 3])
    #expect(counter.total.value == 6)
  }

  @Test func validationsDependOnOneAnother() {
    let email = ValidatingProperty<String, TestError>("") { $0.contains("@") ? .valid : .invalid(.first) }
    let again = ValidatingProperty<String, TestError>("", with: email) { again, email in
      again == email ? .valid : .invalid(.second)
    }
    let limit = MutableProperty(3)
    let count = ValidatingProperty<Int, TestError>(MutableProperty(0), with: limit) { count, limit in
      count <= limit ? .valid : .coerced(limit, nil)
    }
    email.value = "a@b"
    again.value = "a@"
    #expect(again.result.value.error == .second)
    again.value = "a@b"
    #expect(!again.result.value.isInvalid)
    count.value = 5
    switch count.result.value {
    case .coerced(let replacement, let proposed, let error):
      #expect((replacement, proposed) == (3, 5))
      #expect(error == nil)
    case .valid, .invalid:
      Issue.record("five is above the limit")
    }
    var results: [Bool] = []
    email.result.signal.observeValues { results.append($0.isInvalid) }
    email <~ SignalProducer(value: "nothing")
    #expect(results == [true])
    #expect(email.value == "a@b")
  }
}
