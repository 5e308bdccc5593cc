/// Starts work with an input, one execution at a time, and tells whether it is executing and whether it may be applied.
///
/// ```swift
/// let reload = Action<Query, Page, ServiceError> { query in service.questions(query) }
/// reload.apply(query).start()
/// spinner.isVisible <~ reload.isExecuting
/// ```
///
/// While the work executes, and while its condition is false, an action is disabled: applying it fails with
/// ``ActionError/disabled``.
public final class Action<Input: Sendable, Output: Sendable, Error: Swift.Error>: Sendable {
  /// The events of all executions.
  public let events: Signal<Signal<Output, Error>.Event, Never>
  /// The values of all executions.
  public let values: Signal<Output, Never>
  /// The errors of all executions.
  public let errors: Signal<Error, Never>
  /// Sends each time the action is applied while it is disabled.
  public let disabledErrors: Signal<(), Never>
  /// Sends each time an execution completes.
  public let completed: Signal<(), Never>
  /// Whether the work is executing. Inside an observer, too, the value is as current as that of ``isEnabled``.
  public let isExecuting: Property<Bool>
  /// Whether the action may be applied.
  public let isEnabled: Property<Bool>
  /// Ends with the action.
  public let lifetime: Lifetime

  private let execution: @Sendable (Action, Input) -> SignalProducer<Output, ActionError<Error>>
  private let outputs: ActionOutputs<Output, Error>
  private let disabledErrorsObserver: Signal<(), Never>.Observer
  private let token: Lifetime.Token

  /// An action that may be applied while `isEnabled` returns true for the state, and whose work gets the current state.
  ///
  /// The action keeps `state` alive.
  public init<State: PropertyProtocol>(
    state: State,
    enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
    execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    (lifetime, token) = Lifetime.make()
    let outputs = ActionOutputs<Output, Error>()
    self.outputs = outputs
    (events, values) = (Signal(outputs.events), Signal(outputs.values))
    (errors, completed) = (Signal(outputs.errors), Signal(outputs.completed))
    (disabledErrors, disabledErrorsObserver) = Signal<(), Never>.pipe()

    let progress = ActionProgress(state.value, isEnabled: isEnabled(state.value))
    let flags = progress.flags
    isExecuting = Property({ $0.isExecuting }, of: flags)
    self.isEnabled = Property({ $0.mayBegin }, of: flags)
    lifetime += state.producer.startWithValues { value in progress.follow(value, isEnabled: isEnabled(value)) }

    execution = { action, input in
      SignalProducer { core in
        guard progress.begin() else {
          core.end(.failed(.disabled))
          action.disabledErrorsObserver.send(value: ())
          return
        }
        let execution = Signal<Output, Error>.ExecutionSink(flags, core, action.outputs)
        execution.start(execute(progress.takeState(), input))
      }
    }
    lifetime.observeEnded { withExtendedLifetime((state, progress)) {} }
  }

  deinit {
    outputs.complete()
    disabledErrorsObserver.sendCompleted()
  }

  /// Returns work that begins when it is started, if the action is enabled at that moment, and otherwise fails with
  /// ``ActionError/disabled``.
  public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Error>> {
    execution(self, input)
  }
}

// MARK: Other ways to make one

extension Action {
  /// An action that may always be applied, and whose work gets the current state.
  public convenience init<State: PropertyProtocol>(
    state: State, execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: { _ in true }, execute: execute)
  }

  /// An action that may be applied while `isEnabled` is true.
  public convenience init<Condition: PropertyProtocol>(
    enabledIf isEnabled: Condition, execute: @escaping @Sendable (Input) -> SignalProducer<Output, Error>
  ) where Condition.Value == Bool {
    self.init(state: isEnabled, enabledIf: { $0 }, execute: { _, input in execute(input) })
  }

  /// An action that may be applied while `state` has a value, and whose work gets it.
  public convenience init<State: PropertyProtocol, Wrapped>(
    unwrapping state: State, execute: @escaping @Sendable (Wrapped, Input) -> SignalProducer<Output, Error>
  ) where State.Value == Wrapped? {
    self.init(
      state: state, enabledIf: { $0 != nil },
      // The action is enabled only while there is a value.
      execute: { state, input in state.map { execute($0, input) } ?? .empty })
  }

  /// An action that may be applied while `state` is valid, and whose work gets its value.
  public convenience init<State: Sendable, Reason: Swift.Error>(
    validated state: ValidatingProperty<State, Reason>,
    execute: @escaping @Sendable (State, Input) -> SignalProducer<Output, Error>
  ) {
    self.init(unwrapping: state.result.map { $0.value }, execute: execute)
  }

  /// An action that may always be applied.
  public convenience init(execute: @escaping @Sendable (Input) -> SignalProducer<Output, Error>) {
    self.init(enabledIf: Property(value: true), execute: execute)
  }
}

extension Action where Input == Void {
  /// Returns work without an input. See ``apply(_:)``.
  public func apply() -> SignalProducer<Output, ActionError<Error>> {
    apply(())
  }

  /// An action that may always be applied, and whose work gets the current state.
  public convenience init<State: PropertyProtocol>(
    state: State, execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state) { state, _ in execute(state) }
  }

  /// An action that may be applied while `isEnabled` returns true for the state, and whose work gets the current state.
  public convenience init<State: PropertyProtocol>(
    state: State, enabledIf isEnabled: @escaping @Sendable (State.Value) -> Bool,
    execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Error>
  ) {
    self.init(state: state, enabledIf: isEnabled) { state, _ in execute(state) }
  }

  /// An action that may be applied while `state` has a value, and whose work gets it.
  public convenience init<State: PropertyProtocol, Wrapped>(
    unwrapping state: State, execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Error>
  ) where State.Value == Wrapped? {
    self.init(unwrapping: state) { state, _ in execute(state) }
  }

  /// An action that may be applied while `state` is valid, and whose work gets its value.
  public convenience init<State: Sendable, Reason: Swift.Error>(
    validated state: ValidatingProperty<State, Reason>,
    execute: @escaping @Sendable (State) -> SignalProducer<Output, Error>
  ) {
    self.init(validated: state) { state, _ in execute(state) }
  }
}

extension Action: BindingTargetProvider {
  /// Applies the action to each value that is bound to it, for as long as the action lives.
  public var bindingTarget: BindingTarget<Input> {
    BindingTarget(lifetime: lifetime) { [weak self] in self?.apply($0).start() }
  }
}

/// Why applying an action failed.
public enum ActionError<Error: Swift.Error>: Swift.Error {
  /// The action was executing, or its condition was false.
  case disabled
  /// The work failed.
  case producerFailed(Error)
}

extension ActionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .disabled: "The action is disabled."
    case .producerFailed(let error): "\(error)"
    }
  }
}

extension ActionError: Equatable where Error: Equatable {}
