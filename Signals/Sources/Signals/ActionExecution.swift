import Synchronization

/// Whether an action is executing and whether it may be applied. A type of its own outside of the generic action, so
/// that no generic code handles it.
struct ActionFlags: Sendable {
  var isEnabled: Bool
  var isExecuting = false

  var mayBegin: Bool { isEnabled && !isExecuting }
}

/// The state of an action, together with its flags.
// Unchecked: `state` is touched only inside `adjust`, which holds the lock of the flags' storage; `stateOfExecution` there,
// and by the caller that has begun.
final class ActionProgress<State: Sendable>: @unchecked Sendable {
  let flags: MutableProperty<ActionFlags>
  private let state = Place<State>()
  /// The state that the current work began with, until the work has taken it. The caller that marked the action as
  /// executing takes it, before the mark is removed.
  private let stateOfExecution = Place<State>()

  init(_ state: State, isEnabled: Bool) {
    flags = MutableProperty(ActionFlags(isEnabled: isEnabled))
    self.state.set(state)
  }

  /// Stores a new state.
  func follow(_ newState: State, isEnabled: Bool) {
    // After the exchange this is the earlier state, which is released outside of the lock.
    var newState = newState
    flags.storage.adjust { flags in
      state.put(&newState)
      defer { flags.isEnabled = isEnabled }
      return flags.isEnabled != isEnabled
    }
  }

  /// Marks the action as executing; returns false if it may not begin. After true, the caller must call
  /// ``takeState()``.
  func begin() -> Bool {
    var hasBegun = false
    flags.storage.adjust { flags in
      hasBegun = flags.mayBegin
      if !hasBegun { return false }
      flags.isExecuting = true
      stateOfExecution.set(state.value)
      return true
    }
    return hasBegun
  }

  /// Returns the state that was current when the work began.
  func takeState() -> State {
    stateOfExecution.takeOut()
  }
}

extension Property where Value == Bool {
  /// A property that shows one part of an action's flags.
  ///
  /// It does what `flags.producer.map(part).skipRepeats()` would, in one step instead of four, because an action
  /// changes its flags twice each time that it is applied. Inside an observer, too, it reads the current flags.
  ///
  /// - Precondition: The flags are not shared yet.
  convenience init(_ part: @escaping @Sendable (ActionFlags) -> Bool, of flags: MutableProperty<ActionFlags>) {
    let storage = PropertyStorage(part(flags.value))
    self.init(read: { [weak flags] in flags.map { part($0.value) } ?? storage.value }, storage: storage)
    storage.core.setUpstream(flags.storage.core.attach(ActionFlagSink(part, storage)))
  }
}

/// Stores one part of an action's flags in a property when it has changed.
private final class ActionFlagSink: Signal<ActionFlags, Never>.Sink {
  private let part: @Sendable (ActionFlags) -> Bool
  private let storage: PropertyStorage<Bool>
  private var latest: Bool

  init(_ part: @escaping @Sendable (ActionFlags) -> Bool, _ storage: PropertyStorage<Bool>) {
    self.part = part
    self.storage = storage
    latest = storage.value
  }

  override func receive(_ flags: ActionFlags) {
    let value = part(flags)
    if value == latest { return }
    latest = value
    storage.set(value)
  }

  override func terminate(_ termination: Termination<Never>) {
    storage.core.end(termination)
  }
}

extension Signal {
  /// One execution of an action: sends its events to the caller that applied it and to the action's observers. At its
  /// end, or when it is disposed of, the action is enabled again.
  ///
  /// It is one object for all of this, because there is one for each time that an action is applied.
  // Unchecked: its state is atomic, but for `work`, which is set before the object is shared.
  final class ExecutionSink: Sink, Disposable, @unchecked Sendable {
    private let flags: MutableProperty<ActionFlags>
    private let output: Signal<Value, ActionError<Error>>.Core
    private let outputs: ActionOutputs<Value, Error>
    /// Interrupts the work; nil when the work is a computation.
    private var work: Disposable?
    private let isInterrupted = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)

    init(
      _ flags: MutableProperty<ActionFlags>, _ output: Signal<Value, ActionError<Error>>.Core,
      _ outputs: ActionOutputs<Value, Error>
    ) {
      self.flags = flags
      self.output = output
      self.outputs = outputs
    }

    /// Starts the work. The end of the output interrupts it.
    func start(_ producer: SignalProducer<Value, Error>) {
      guard let computation = producer.computation else {
        producer.startWithCore { core, interrupter in
          work = interrupter
          output.setUpstream(self)
          core.attach(self)
        }
        return
      }
      output.setUpstream(self)
      if isDisposed { return terminate(.interrupted) }
      let value = computation()
      if !isDisposed { receive(value) }
      terminate(isDisposed ? .interrupted : .completed)
    }

    override func receive(_ value: Value) {
      output.send(value)
      outputs.send(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      // Before the end is delivered, so that an observer of it may apply the action again.
      enableAction()
      switch termination {
      case .failed(let error): fail(error)
      case .completed: output.end(.completed)
      case .interrupted: output.end(.interrupted)
      }
      outputs.send(termination)
    }

    // A function of its own, so that the runtime is asked for the error's type only when there is an error.
    @inline(never)
    private func fail(_ error: Error) {
      output.end(.failed(.producerFailed(error)))
    }

    var isDisposed: Bool { isInterrupted.load(ordering: .acquiring) }

    func dispose() {
      isInterrupted.store(true, ordering: .releasing)
      work?.dispose()
      enableAction()
    }

    /// Only the first call has an effect, so that a late call does not touch work that has begun since.
    private func enableAction() {
      if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
      flags.storage.adjust { flags in
        flags.isExecuting = false
        return true
      }
    }
  }
}

/// The outputs of an action: all events in one signal, and each kind of event in its own.
///
/// They share the gate of the first signal, and so keep one order. An `Event` is made only while that signal is
/// observed.
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

  // A function of its own, so that the runtime is asked for the event's type only when there is an event.
  @inline(never)
  private func deliverEvent(_ value: Output) {
    events.deliver(.value(value))
  }

  @inline(never)
  private func deliverEvent(_ termination: Termination<Error>) {
    events.deliver(.init(termination))
  }
}
