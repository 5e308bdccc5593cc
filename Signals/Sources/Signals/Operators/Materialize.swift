extension Signal {
  private final class MaterializeSink: Sink {
    private let output: Signal<Event, Never>.Core

    init(_ output: Signal<Event, Never>.Core) {
      self.output = output
    }

    override func receive(_ value: Value) {
      output.deliver(.value(value))
    }

    override func terminate(_ termination: Termination<Error>) {
      output.deliver(Event(termination))
      output.terminate(.completed)
    }
  }

  private final class MaterializeResultsSink: Sink {
    private let output: Signal<Result<Value, Error>, Never>.Core

    init(_ output: Signal<Result<Value, Error>, Never>.Core) {
      self.output = output
    }

    override func receive(_ value: Value) {
      output.deliver(.success(value))
    }

    override func terminate(_ termination: Termination<Error>) {
      switch termination {
      case .failed(let error):
        output.deliver(.failure(error))
        output.terminate(.completed)
      case .completed: output.terminate(.completed)
      case .interrupted: output.terminate(.interrupted)
      }
    }
  }

  /// Sends each event as a value, including the terminal one, and then completes.
  ///
  /// ```
  /// source:        -1        --2        --#
  /// materialize(): -<value 1>--<value 2>--(<failed>|)
  /// ```
  public func materialize() -> Signal<Event, Never> {
    derive { MaterializeSink($0) }
  }

  /// Sends each value, and the error, as a `Result`; completes after an error, and otherwise ends with the source.
  ///
  /// ```
  /// source:               -1          --2          --#
  /// materializeResults(): -<success 1>--<success 2>--(<failure>|)
  /// ```
  public func materializeResults() -> Signal<Result<Value, Error>, Never> {
    derive { MaterializeResultsSink($0) }
  }
}

extension SignalProducer {
  /// Sends each event as a value, including the terminal one, and then completes. See ``Signal/materialize()``.
  public func materialize() -> SignalProducer<Signal<Value, Error>.Event, Never> {
    lift { $0.materialize() }
  }

  /// Sends each value, and the error, as a `Result`. See ``Signal/materializeResults()``.
  public func materializeResults() -> SignalProducer<Result<Value, Error>, Never> {
    lift { $0.materializeResults() }
  }
}

extension Signal where Error == Never {
  private final class DematerializeSink<U: Sendable, F: Swift.Error>: Sink {
    private let event: @Sendable (Value) -> Signal<U, F>.Event
    private let output: Signal<U, F>.Core

    init(_ event: @escaping @Sendable (Value) -> Signal<U, F>.Event, _ output: Signal<U, F>.Core) {
      self.event = event
      self.output = output
    }

    override func receive(_ value: Value) {
      switch event(value) {
      case .value(let value): output.deliver(value)
      case .failed(let error): output.terminate(.failed(error))
      case .completed: output.terminate(.completed)
      case .interrupted: output.terminate(.interrupted)
      }
    }

    override func terminate(_ termination: Termination<Never>) {
      output.terminate(termination.promoted())
    }
  }

  /// Sends the events that the source sends as values; ends with the first terminal event among them, or with the
  /// source.
  ///
  /// ```
  /// source:          -<value 1>--<value 2>--<failed>--
  /// dematerialize(): -1        --2        --#
  /// ```
  public func dematerialize<U, F>() -> Signal<U, F> where Value == Signal<U, F>.Event {
    derive { DematerializeSink({ $0 }, $0) }
  }

  /// Sends the values that the source sends as results; fails with the first failure among them, or ends with the
  /// source.
  ///
  /// ```
  /// source:                 -<success 1>--<success 2>--<failure>--
  /// dematerializeResults(): -1          --2          --#
  /// ```
  public func dematerializeResults<U: Sendable, F>() -> Signal<U, F> where Value == Result<U, F> {
    derive { output in
      let sink = DematerializeSink<U, F>(
        { result in
          switch result {
          case .success(let value): .value(value)
          case .failure(let error): .failed(error)
          }
        }, output)
      return sink
    }
  }
}

extension SignalProducer where Error == Never {
  /// Sends the events that the source sends as values. See ``Signal/dematerialize()``.
  public func dematerialize<U, F>() -> SignalProducer<U, F> where Value == Signal<U, F>.Event {
    lift { $0.dematerialize() }
  }

  /// Sends the values that the source sends as results. See ``Signal/dematerializeResults()``.
  public func dematerializeResults<U: Sendable, F>() -> SignalProducer<U, F> where Value == Result<U, F> {
    lift { $0.dematerializeResults() }
  }
}
