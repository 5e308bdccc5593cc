extension Signal {
  /// An event of a signal. A signal sends `value* (failed | completed | interrupted)?`, and nothing after one of the
  /// last three.
  public enum Event: Sendable {
    /// A value; more may follow.
    case value(Value)
    /// The signal ended because of an error.
    case failed(Error)
    /// The signal came to its natural end.
    case completed
    /// The signal was cut off: the work behind it was disposed of, or its last input was released.
    case interrupted

    /// Whether this event ends the signal.
    public var isTerminating: Bool {
      if case .value = self { false } else { true }
    }

    /// Whether this is `completed`.
    public var isCompleted: Bool {
      if case .completed = self { true } else { false }
    }

    /// The value, if this is one.
    public var value: Value? {
      if case .value(let value) = self { value } else { nil }
    }

    /// The error, if the signal failed.
    public var error: Error? {
      if case .failed(let error) = self { error } else { nil }
    }

    init(_ termination: Termination<Error>) {
      switch termination {
      case .failed(let error): self = .failed(error)
      case .completed: self = .completed
      case .interrupted: self = .interrupted
      }
    }

    /// Returns the same event with its value transformed.
    public func map<U>(_ transform: (Value) -> U) -> Signal<U, Error>.Event {
      switch self {
      case .value(let value): .value(transform(value))
      case .failed(let error): .failed(error)
      case .completed: .completed
      case .interrupted: .interrupted
      }
    }

    /// Returns the same event with its error transformed.
    public func mapError<F>(_ transform: (Error) -> F) -> Signal<Value, F>.Event {
      switch self {
      case .value(let value): .value(value)
      case .failed(let error): .failed(transform(error))
      case .completed: .completed
      case .interrupted: .interrupted
      }
    }
  }
}

extension Signal.Event: Equatable where Value: Equatable, Error: Equatable {}

extension Signal.Event: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value(let value): "VALUE \(value)"
    case .failed(let error): "FAILED \(error)"
    case .completed: "COMPLETED"
    case .interrupted: "INTERRUPTED"
    }
  }
}
