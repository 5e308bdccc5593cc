import Foundation
import Signals
import SignalsTesting
import Testing

// The other half of the corpus: properties, actions and bindings, as view models and views have them.

/// A view model as ReactiveSwift's users write one.
private final class LoginViewModel {
  let name = MutableProperty("")
  let password = MutableProperty<String?>(nil)
  let isValid: Property<Bool>
  let greeting: Property<String>
  let title = MutableProperty("Sign in")
  let login: Action<(), String, TestError>
  let refresh: Action<Int, Int, Never>
  let disposables = CompositeDisposable()
  private let scoped = ScopedDisposable(CompositeDisposable())
  private let request = SerialDisposable()

  init(scheduler: DateScheduler) {
    isValid = Property.combineLatest(name, password).map { !$0.isEmpty && ($1?.count ?? 0) > 2 }
    greeting = name.map { $0.isEmpty ? "nobody" : "Hello, \($0)" }.skipRepeats()
    login = Action(
      state: name, enabledIf: { !$0.isEmpty },
      execute: { name in
        name == "eve" ? SignalProducer(error: .first) : SignalProducer(value: "in as \(name)").delay(1, on: scheduler)
      })
    refresh = Action { (count: Int) in SignalProducer(value: count + 1) }
    disposables += name.signal.observeValues { _ in }
    scoped += login.values.observeValues { [weak self] in self?.title.value = $0 }
    title <~ login.errors.map { "failed: \($0)" }
    title <~ refresh.values.map(String.init)
    request.inner = refresh.apply(1).start()
  }
}

@Suite struct CorpusViewModelTests {
  @Test func aViewModelIsWritten() {
    let scheduler = TestScheduler()
    let model = LoginViewModel(scheduler: scheduler)
    var titles: [String] = []
    var isEnabled: [Bool] = []
    model.title.producer.startWithValues { titles.append($0) }
    model.login.isEnabled.producer.startWithValues { isEnabled.append($0) }
    model.name.value = "ada"
    model.password.value = "lovelace"
    #expect(model.isValid.value && model.greeting.value == "Hello, ada")
    model.login.apply().start()
    #expect(model.login.isExecuting.value)
    scheduler.advance(by: .seconds(1))
    model.name.value = "eve"
    model.login.apply().startWithFailed { titles.append("\($0)") }
    #expect(titles.contains("in as ada") && titles.contains("failed: first") && titles.first == "2")
    #expect(isEnabled == [false, true, false, true, false, true])
  }

  @Test func propertiesAreComposed() {
    let (a, b) = (MutableProperty(1), MutableProperty("x"))
    let sum = a.combineLatest(with: b).map { "\($0)\($1)" }
    let pair = a.zip(with: b).map { $1 }
    let both = MutableProperty(true).and(MutableProperty(false)).or(Property(value: true)).negate()
    let nested = MutableProperty(a).flatMap(.latest) { $0.map { $0 * 2 } }
    let latest = Property(initial: 0, then: a.signal)
    let late = Property(initial: nil, then: a.producer.map(Optional.some))
    let capturing = Property(capturing: a)
    let path: KeyPath<String, Int> = \.count
    let counts = b.map(path)
    var optional = MutableProperty<Int?>(nil)
    optional <~ a
    optional.value = 3
    b <~ SignalProducer(["y", "z"])
    a.modify { $0 += 1 }
    let old = a.swap(5)
    #expect(a.withValue { $0 } == 5 && old == 2)
    #expect((sum.value, pair.value, nested.value) == ("5z", "z", 10))
    #expect(both.value == false)
    #expect(latest.value == 5 && late.value == 5 && capturing.value == 5 && counts.value == 1)
    #expect(Property.combineLatest([a, a])?.value == [5, 5])
    optional = MutableProperty(nil)
  }

  @Test func actionsAreMadeInManyWays() {
    let count = MutableProperty(1)
    let text = MutableProperty<String?>("a")
    let plain = Action<(), Int, Never> { SignalProducer(value: 1) }
    let enabled = Action<Int, Int, Never>(enabledIf: count.map { $0 > 0 }) { SignalProducer(value: $0) }
    let stateful = Action(state: count) { (state: Int, input: Int) in
      SignalProducer<Int, TestError>(value: state + input)
    }
    let unwrapped = Action(unwrapping: text) { (text: String, count: Int) in SignalProducer(value: "\(text)\(count)") }
    let validated = ValidatingProperty<Int, TestError>(1) { $0 > 0 ? .valid : .invalid(.first) }
    let valid = Action(validated: validated) { (value: Int, input: Int) in
      SignalProducer<Int, Never>(value: value * input)
    }
    var values: [String] = []
    plain.values.observeValues { values.append("\($0)") }
    plain.apply().start()
    #expect(enabled.apply(2).single()?.value == 2 && stateful.apply(2).single()?.value == 3)
    #expect(unwrapped.apply(3).single()?.value == "a3" && valid.apply(4).single()?.value == 4)
    validated.value = 0
    #expect(validated.result.value.isInvalid && valid.apply(1).single()?.error == .disabled)
    #expect(values == ["1"])
    count <~ enabled.values
    enabled <~ SignalProducer(value: 9)
    #expect(count.value == 9)
  }

  @Test func lifetimesAndDisposablesAreHeld() {
    var log: [String] = []
    let serial = ScopedDisposable(SerialDisposable())
    serial.inner = AnyDisposable { log.append("replaced") }
    serial.inner.inner = AnyDisposable { log.append("serial") }
    let any = ScopedDisposable(AnyDisposable { log.append("any") })
    let (lifetime, token) = Lifetime.make()
    lifetime += AnyDisposable { log.append("lifetime") }
    lifetime.observeEnded { log.append("ended") }
    let composite = CompositeDisposable([AnyDisposable { log.append("composite") }])
    composite += { log.append("closure") }
    let target = BindingTarget<Int>(lifetime: lifetime) { log.append("\($0)") }
    target <~ SignalProducer(value: 1)
    serial.dispose()
    any.dispose()
    token.dispose()
    composite.dispose()
    #expect(log == ["replaced", "1", "serial", "any", "lifetime", "ended", "composite", "closure"])
  }

  @Test func signalsAreSentInto() {
    let (signal, observer) = Signal<Int, TestError>.pipe()
    var events: [Signal<Int, TestError>.Event] = []
    signal.observe { events.append($0) }
    signal.observe(Signal.Observer(value: { _ in }, failed: { _ in }))
    signal.map { $0 * 2 }.filter { $0 > 2 }.take(first: 2).observeResult { _ in }
    signal.skip(first: 1).observeFailed { _ in }
    signal.flatMapError { _ in .init(value: 0) }.observeValues { _ in }
    signal.observeCompleted {}
    signal.observeInterrupted {}
    Signal.merge(signal, signal.map { -$0 }).observe { _ in }
    Signal.combineLatest(signal, signal.map { "\($0)" }).map { $1 }.observe { _ in }
    Signal.zip(signal, signal).map { $0 + $1 }.observe { _ in }
    let path: KeyPath<Int, String> = \.description
    signal.map(path).collect().observe { _ in }
    observer.send(value: 1)
    observer.send(.value(2))
    observer.send(error: .second)
    #expect(events == [.value(1), .value(2), .failed(.second)])
  }
}
