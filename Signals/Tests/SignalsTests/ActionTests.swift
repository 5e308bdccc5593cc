import Signals
import SignalsTesting
import Testing

@Suite struct ActionTests {
  @Test func itTellsOfTheEventsOfAllItsWork() {
    let action = Action<Int, Int, MarbleError> { input in
      input > 0 ? SignalProducer(value: input * 10) : SignalProducer(error: MarbleError())
    }
    let (values, errors, completions) = (action.values.record(), action.errors.record(), action.completed.record())
    #expect(action.apply(1).record().events == [.value(10), .completed])
    #expect(action.apply(0).record().events == [.failed(.producerFailed(MarbleError()))])
    #expect(values.values == [10])
    #expect(errors.values == [MarbleError()])
    #expect(completions.values.count == 1)
  }

  @Test func itIsDisabledWhileItExecutes() {
    let (work, observer) = Signal<Int, Never>.pipe()
    let action = Action<Void, Int, Never> { _ in SignalProducer(work) }
    let (executing, enabled) = (action.isExecuting.producer.record(), action.isEnabled.producer.record())
    let refused = action.disabledErrors.record()
    let first = action.apply().record()
    #expect(action.apply().record().events == [.failed(.disabled)])
    observer.send(value: 1)
    observer.sendCompleted()
    #expect(first.events == [.value(1), .completed])
    #expect(executing.values == [false, true, false])
    #expect(enabled.values == [true, false, true])
    #expect(refused.values.count == 1)
  }

  @Test func whetherItExecutesAndWhetherItIsEnabledAgreeInsideObservers() {
    let action = Action<Void, Int, Never> { _ in SignalProducer(value: 1) }
    let seen = Log()
    action.isExecuting.signal.observeValues { [unowned action] in
      seen.add("executing \($0), enabled \(action.isEnabled.value)")
    }
    action.isEnabled.signal.observeValues { [unowned action] in
      seen.add("enabled \($0), executing \(action.isExecuting.value)")
    }
    action.apply().start()
    #expect(
      seen.lines == [
        "executing true, enabled false", "enabled false, executing true",
        "executing false, enabled true", "enabled true, executing false",
      ])
  }

  @Test func whatItSaysOfItselfCompletesWithItAndKeepsTheLastValue() {
    var action: Action<Void, Int, Never>? = Action { _ in SignalProducer(value: 1) }
    let properties = [action?.isExecuting, action?.isEnabled].compactMap { $0 }
    let recorders = properties.map { $0.signal.record() }
    action = nil
    #expect(recorders.map(\.events) == [[.completed], [.completed]])
    #expect(properties.map(\.value) == [false, true])
  }

  @Test(arguments: [false, true]) func itMayBeAppliedAgainFromWhereItsEndIsHeardOf(isAsynchronous: Bool) {
    let clock = TestScheduler()
    let action = Action<Int, Int, Never> { input in
      let work = SignalProducer<Int, Never>(value: input)
      return isAsynchronous ? work.delay(1, on: clock) : work
    }
    let refused = action.disabledErrors.record()
    let values = action.values.record()
    let rounds = Counter()
    action.completed.observeValues { [unowned action] in
      if rounds.next() < 3 { action.apply(rounds.value).start() }
    }
    action.apply(0).start()
    clock.advance(by: 10)
    #expect(values.values == [0, 1, 2])
    action.apply(10).startWithCompleted { [unowned action] in action.apply(11).start() }
    clock.advance(by: 10)
    #expect(values.values == [0, 1, 2, 10, 11])
    #expect(refused.values.isEmpty && !action.isExecuting.value)
  }

  @Test func disposingOfItsWorkEnablesItAgain() {
    let work = AnyDisposable()
    let action = Action<Void, Int, Never> { _ in
      SignalProducer { observer, lifetime in
        lifetime += work
        lifetime.observeEnded { _ = observer }
      }
    }
    let running = action.apply().record()
    #expect(action.isExecuting.value)
    running.dispose()
    #expect(work.isDisposed)
    #expect(!action.isExecuting.value && action.isEnabled.value)
  }

  @Test func aConditionEnablesAndDisablesIt() {
    let condition = MutableProperty(false)
    let action = Action<Int, Int, Never>(enabledIf: condition) { SignalProducer(value: $0) }
    #expect(action.apply(1).record().events == [.failed(.disabled)])
    condition.value = true
    #expect(action.isEnabled.value)
    #expect(action.apply(1).record().events == [.value(1), .completed])
  }

  @Test func theWorkGetsTheStateThatStandsWhenItBegins() {
    let state = MutableProperty(1)
    let action = Action<Int, Int, Never>(state: state) { state, input in SignalProducer(value: state + input) }
    let work = action.apply(10)
    state.value = 2
    #expect(work.record().values == [12])
    let name = MutableProperty<String?>(nil)
    let greeting = Action<Void, String, Never>(unwrapping: name) { SignalProducer(value: "hello \($0)") }
    #expect(greeting.apply().record().events == [.failed(.disabled)])
    name.value = "you"
    #expect(greeting.apply().record().values == ["hello you"])
  }

  @Test func aTestedPropertyEnablesItWhileItsResultIsValid() {
    let even = ValidatingProperty<Int, OtherError>(1) { $0 % 2 == 0 ? .valid : .invalid(OtherError(reason: "odd")) }
    let action = Action<Void, Int, Never>(validated: even) { SignalProducer(value: $0) }
    #expect(!action.isEnabled.value)
    even.value = 4
    #expect(action.apply().record().values == [4])
  }

  @Test func itKeepsItsStateAliveAndLetsItGoWithItself() {
    let check = LeakCheck()
    func makeAction() -> Action<Void, Int, Never> {
      let state = check.watch(MutableProperty(1), "state")
      return check.watch(Action(state: state) { SignalProducer(value: $0) }, "action")
    }
    var action: Action<Void, Int, Never>? = makeAction()
    action?.apply().start()
    #expect(check.survivors.sorted() == ["action", "state"])
    let events = action?.events.record()
    action = nil
    #expect(check.survivors == [])
    #expect(events?.events.last?.isCompleted == true)
  }

  @Test func valuesCanBeBoundToIt() {
    let action = Action<Int, Int, Never> { SignalProducer(value: $0 * 2) }
    let recorder = action.values.record()
    let (signal, observer) = Signal<Int, Never>.pipe()
    action <~ signal
    observer.send(value: 1)
    observer.send(value: 2)
    #expect(recorder.values == [2, 4])
  }

  @Test func applyingFromAnObserverOfItsOwnEndIsPossible() {
    let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
    let recorder = action.values.record()
    action.isExecuting.signal.observeValues { isExecuting in
      if !isExecuting, recorder.values.count < 3 { action.apply(recorder.values.count).start() }
    }
    action.apply(0).start()
    #expect(recorder.values == [0, 1, 2])
  }

  /// The piece of work that has ended must not enable the action again when what it leaves behind is disposed of.
  @Test func workThatIsBegunFromTheEndOfOtherWorkIsAlone() {
    let (work, observer) = Signal<Int, Never>.pipe()
    let action = Action<Void, Int, Never> { _ in SignalProducer(work.take(first: 1)) }
    let (starts, refusals) = (Counter(), Counter())
    action.completed.observeValues {}
    action.apply().startWithCompleted { [unowned action] in
      action.apply().on(starting: { starts.next() }).start()
    }
    observer.send(value: 1)
    #expect(starts.value == 1)
    #expect(action.isExecuting.value && !action.isEnabled.value)
    action.apply().startWithFailed { _ in refusals.next() }
    #expect(refusals.value == 1, "two pieces of work at once")
    observer.send(value: 2)
    #expect(action.isEnabled.value)
  }

  @Test func workWhoseStartIsDisposedOfEnablesTheActionAtOnceThoughItsInterruptionTakesTime() {
    let scheduler = TestScheduler()
    let action = Action<Void, Int, Never> { _ in SignalProducer.never.observe(on: scheduler) }
    let start = action.apply().record()
    #expect(action.isExecuting.value)
    start.dispose()
    #expect(!action.isExecuting.value && action.isEnabled.value)
    scheduler.advance()
    #expect(start.events == [.interrupted])
  }
}
