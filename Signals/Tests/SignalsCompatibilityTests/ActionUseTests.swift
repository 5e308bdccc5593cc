import Signals
import SignalsTesting
import Testing

@Suite struct ActionUseTests {
  @Test func anActionExecutesOneAfterTheOther() {
    let (signal, observer) = Signal<String, TestError>.pipe()
    var inputs: [Int] = []
    let action = Action<Int, String, TestError> { input in
      inputs.append(input)
      return SignalProducer(signal)
    }
    var values: [String] = []
    var refusals = 0
    action.values.observeValues { values.append($0) }
    action.disabledErrors.observeValues { refusals += 1 }
    action.apply(1).start()
    #expect(action.isExecuting.value)
    #expect(!action.isEnabled.value)
    action.apply(2).startWithFailed { error in
      if case .disabled = error { return }
      Issue.record("an action that executes must be disabled")
    }
    observer.send(value: "a")
    observer.sendCompleted()
    #expect(!action.isExecuting.value)
    #expect(inputs == [1])
    #expect(values == ["a"])
    #expect(refusals == 1)
  }

  @Test func anActionIsEnabledByAProperty() {
    let isEnabled = MutableProperty(false)
    let action = Action<Int, Int, TestError>(enabledIf: isEnabled) { input in
      input > 0 ? SignalProducer(value: input * 2) : SignalProducer(error: .first)
    }
    var errors: [TestError] = []
    var outputs: [Int] = []
    action.errors.observeValues { errors.append($0) }
    action.values.observeValues { outputs.append($0) }
    action.apply(1).start()
    isEnabled.value = true
    action.apply(2).start()
    action.apply(-1).start()
    #expect(outputs == [4])
    #expect(errors == [.first])
  }

  @Test func anActionReadsItsState() {
    let state = MutableProperty<String?>(nil)
    let action = Action<Int, String, Never>(unwrapping: state) { text, count in
      SignalProducer(value: String(repeating: text, count: count))
    }
    #expect(!action.isEnabled.value)
    state.value = "ab"
    var output: String?
    action.apply(2).startWithResult { output = try? $0.get() }
    #expect(output == "abab")
  }

  @Test func aStreamIsBoundToAnAction() {
    var inputs: [Int] = []
    let action = Action<Int, Never, Never> { input in
      inputs.append(input)
      return .empty
    }
    action.bindingTarget <~ SignalProducer([1, 2, 3])
    #expect(inputs == [1, 2, 3])
  }

  @Test func anActionNeedsAValidState() {
    let age = ValidatingProperty<Int, TestError>(-1) { $0 < 0 ? .invalid(.first) : .valid }
    let save = Action<Void, Int, TestError>(validated: age) { SignalProducer(value: $0) }
    var saved: [Int] = []
    save.values.observeValues { saved.append($0) }
    #expect(save.apply().first() == .failure(.disabled))
    age.value = 7
    save.apply().start()
    #expect(saved == [7])
  }

  @Test func anActionDependsOnItsState() {
    let page = MutableProperty(1)
    let load = Action<String, String, TestError>(
      state: page, enabledIf: { $0 > 0 },
      execute: { page, query in
        query.isEmpty ? SignalProducer(error: .second) : SignalProducer(value: "\(query) \(page)")
      })
    var log: [String] = []
    load.events.observeValues { log.append("\($0)") }
    load.completed.observeValues { log.append("done") }
    load.isEnabled.signal.observeValues { log.append("enabled \($0)") }
    #expect(load.apply("swift").last() == .success("swift 1"))
    #expect(load.apply("").last() == .failure(.producerFailed(.second)))
    page.value = 0
    #expect(load.apply("swift").last() == .failure(.disabled))
    #expect(
      log == [
        "enabled false", "VALUE swift 1", "enabled true", "done", "COMPLETED",
        "enabled false", "enabled true", "FAILED second", "enabled false",
      ])
  }
}
