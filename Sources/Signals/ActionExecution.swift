/// What an action is doing, and whether it may do more. Outside of the action, so that no generic code handles it.
struct ActionFlags: Sendable {
  var isEnabled: Bool
  var isExecuting = false

  var mayBegin: Bool { isEnabled && !isExecuting }
}

/// The state of an action, together with its flags.
// Unchecked: `state` is touched only inside `adjust`, which holds the lock of the flags' storage.
final class ActionProgress<State: Sendable>: @unchecked Sendable {
  let flags: MutableProperty<ActionFlags>
  private let state = Place<State>()

  init(_ state: State, isEnabled: Bool) {
    flags = MutableProperty(ActionFlags(isEnabled: isEnabled))
    self.state.set(state)
  }

  /// Takes over a new state.
  func follow(_ newState: State, isEnabled: Bool) {
    // After the exchange, the earlier state; let go of outside of the lock.
    var newState = newState
    flags.storage.adjust { flags in
      state.put(&newState)
      defer { flags.isEnabled = isEnabled }
      return flags.isEnabled != isEnabled
    }
  }

  /// Marks the action as executing, and returns the state; nil if it may not begin.
  func begin() -> State? {
    let begun = Place<State>()
    flags.storage.adjust { flags in
      guard flags.mayBegin else { return false }
      flags.isExecuting = true
      begun.set(state.value)
      return true
    }
    return begun.take()
  }
}

/// One piece of work of an action. At its end, or when it is disposed of, the action is enabled again.
final class ActionExecution: Disposable {
  private let flags: MutableProperty<ActionFlags>
  private let interrupter: Disposable
  private let finish = Turn()

  init(_ flags: MutableProperty<ActionFlags>, _ interrupter: Disposable) {
    self.flags = flags
    self.interrupter = interrupter
  }

  var isDisposed: Bool { interrupter.isDisposed }

  /// Enables the action. Only the first call does anything, so that it does not touch work that has begun since.
  func end() {
    if finish.isSecond() { return }
    flags.storage.adjust { flags in
      flags.isExecuting = false
      return true
    }
  }

  func dispose() {
    interrupter.dispose()
    end()
  }
}

extension Signal {
  /// Sends the events of an action's work to those who have applied it, and to those who observe the action.
  final class ExecutionSink: Sink {
    private let execution: ActionExecution
    private let output: Signal<Value, ActionError<Error>>.Core
    private let outputs: ActionOutputs<Value, Error>

    init(
      _ execution: ActionExecution, _ output: Signal<Value, ActionError<Error>>.Core,
      _ outputs: ActionOutputs<Value, Error>
    ) {
      self.execution = execution
      self.output = output
      self.outputs = outputs
    }

    override func receive(_ value: Value) {
      output.send(value)
      outputs.send(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      // Before anybody hears of the end, so that the action may be applied again from there.
      execution.end()
      output.end(termination.mapError(ActionError.producerFailed))
      outputs.send(termination)
    }
  }
}

/// What an action tells of all its work: all events in one signal, and each kind in its own.
///
/// They share the gate of the first, and so keep one order. An `Event` is made only where somebody observes that one.
final class ActionOutputs<Output: Sendable, Error: Swift.Error>: Sendable {
  let events = Signal<Signal<Output, Error>.Event, Never>.Core()
  let values: Signal<Output, Never>.Core
  let errors: Signal<Error, Never>.Core
  let completed: Signal<(), Never>.Core

  init() {
    (values, errors, completed) = (.init(gate: events), .init(gate: events), .init(gate: events))
  }

  func send(_ value: Output) {
    if events.tryEnter() || events.enterOrEnqueue({ self.deliver(value) }) {
      deliver(value)
      events.leave()
    }
  }

  func send(_ termination: Termination<Error>) {
    if events.tryEnter() || events.enterOrEnqueue({ self.deliver(termination) }) {
      deliver(termination)
      events.leave()
    }
  }

  /// Completes all of them.
  func complete() {
    events.perform {
      self.values.terminate(.completed)
      self.errors.terminate(.completed)
      self.completed.terminate(.completed)
      self.events.terminate(.completed)
    }
  }

  private func deliver(_ value: Output) {
    if values.mayBeObserved { values.deliver(value) }
    if events.mayBeObserved { deliverEvent(value) }
  }

  private func deliver(_ termination: Termination<Error>) {
    switch termination {
    case .failed(let error): errors.deliver(error)
    case .completed: completed.deliver(())
    case .interrupted: break
    }
    if events.mayBeObserved { deliverEvent(termination) }
  }

  // Apart, so that the type of an event is asked for only where there is one.
  @inline(never)
  private func deliverEvent(_ value: Output) {
    events.deliver(.value(value))
  }

  @inline(never)
  private func deliverEvent(_ termination: Termination<Error>) {
    events.deliver(.init(termination))
  }
}
