/// A ``SignalSink`` of any type. It is not a superclass, because the runtime would look that up for each operator's
/// type.
typealias AnySink = AnyObject

/// The receiver of a signal's events inside this module: an operator or an observer.
///
/// Not `Sendable`, and without a lock: a signal calls its sinks only from inside its gate, one event at a time, so a
/// sink may have plain state. Values and the terminal event come on two paths, so that no `Event` is made for each
/// value.
///
/// Declared outside of `Signal`, and without its requirements: the runtime makes the type of each operator when it is
/// first needed, and would check the requirements each time for this superclass.
class SignalSink<Value, Error> {
  func receive(_ value: Value) {}
  func terminate(_ termination: Termination<Error>) {}
}

extension Signal {
  typealias Sink = SignalSink<Value, Error>

  /// A sink that ignores values and waits for the end.
  final class TerminationSink: Sink {
    private let action: @Sendable (Termination<Error>) -> Void

    init(_ action: @escaping @Sendable (Termination<Error>) -> Void) {
      self.action = action
    }

    override func terminate(_ termination: Termination<Error>) {
      action(termination)
    }
  }

  /// A sink that calls two closures.
  final class ClosureSink: Sink {
    private let value: @Sendable (Value) -> Void
    private let termination: @Sendable (Termination<Error>) -> Void

    init(
      value: @escaping @Sendable (Value) -> Void,
      termination: @escaping @Sendable (Termination<Error>) -> Void = { _ in }
    ) {
      self.value = value
      self.termination = termination
    }

    override func receive(_ value: Value) {
      self.value(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      self.termination(termination)
    }
  }

  /// An operator that ends with its source, and delivers to a core behind the same gate: most operators. A subclass says
  /// what becomes of a value; by itself, an operator leaves all values out.
  class Operator<U: Sendable>: Sink {
    final let output: Signal<U, Error>.Core

    init(_ output: Signal<U, Error>.Core) {
      self.output = output
    }

    override func terminate(_ termination: Termination<Error>) {
      output.terminate(termination)
    }
  }

  /// A sink that delivers all events to a core behind the same gate.
  final class RelaySink: Operator<Value> {
    override func receive(_ value: Value) {
      output.deliver(value)
    }
  }

  /// A sink that sends all events through the gate of another core.
  final class SendSink: Sink {
    private let output: Core

    init(_ output: Core) {
      self.output = output
    }

    override func receive(_ value: Value) {
      output.send(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      output.end(termination)
    }
  }

  /// A sink that passes all events on to an observer.
  final class ObserverSink: Sink {
    private let observer: Observer

    init(_ observer: Observer) {
      self.observer = observer
    }

    override func receive(_ value: Value) {
      observer.send(value: value)
    }

    override func terminate(_ termination: Termination<Error>) {
      observer.send(termination)
    }
  }
}

/// The way in which a signal ended.
///
/// An error lies in memory of its own, so that the enumeration has the same size for every type of error: code that
/// passes one on without looking into it need not request its type from the runtime.
enum Termination<Error> {
  indirect case failed(Error)
  case completed
  case interrupted
}

extension Termination: Sendable where Error: Sendable {}

extension Termination {
  func mapError<F>(_ transform: (Error) -> F) -> Termination<F> {
    switch self {
    case .failed(let error): .failed(transform(error))
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}

extension Termination where Error == Never {
  /// Returns the same ending for a stream with another type of error.
  func promoted<F>(to: F.Type = F.self) -> Termination<F> {
    switch self {
    case .completed: .completed
    case .interrupted: .interrupted
    }
  }
}
