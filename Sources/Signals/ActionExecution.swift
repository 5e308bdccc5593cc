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
    private let events: Signal<Event, Never>.Observer

    init(
      _ execution: ActionExecution, _ output: Signal<Value, ActionError<Error>>.Core,
      _ events: Signal<Event, Never>.Observer
    ) {
      self.execution = execution
      self.output = output
      self.events = events
    }

    override func receive(_ value: Value) {
      output.send(value)
      events.send(value: .value(value))
    }

    override func terminate(_ termination: Termination<Error>) {
      // Before anybody hears of the end, so that the action may be applied again from there.
      execution.end()
      output.end(termination.mapError(ActionError.producerFailed))
      events.send(value: Event(termination))
    }
  }
}

/// The events of all work of an action, by kind, behind the gate of the signal of events.
struct EventParts<Output: Sendable, Error: Swift.Error> {
  let values: Signal<Output, Never>.Core
  let errors: Signal<Error, Never>.Core
  let completed: Signal<(), Never>.Core

  init(of events: Signal<Signal<Output, Error>.Event, Never>) {
    let gate = events.core.gate
    (values, errors, completed) = (.init(gate: gate), .init(gate: gate), .init(gate: gate))
    events.core.attach(PartsSink(self))
  }

  private final class PartsSink: Signal<Signal<Output, Error>.Event, Never>.Sink {
    private let parts: EventParts

    init(_ parts: EventParts) {
      self.parts = parts
    }

    override func receive(_ event: Signal<Output, Error>.Event) {
      switch event {
      case .value(let value): parts.values.deliver(value)
      case .failed(let error): parts.errors.deliver(error)
      case .completed: parts.completed.deliver(())
      case .interrupted: break
      }
    }

    override func terminate(_ termination: Termination<Never>) {
      parts.values.terminate(termination)
      parts.errors.terminate(termination)
      parts.completed.terminate(termination)
    }
  }
}
