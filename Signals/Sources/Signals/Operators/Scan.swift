extension Signal {
  private final class ScanSink<State: Sendable, U: Sendable>: Operator<U> {
    private var state: State
    private let next: @Sendable (inout State, Value) -> U

    init(_ state: State, _ next: @escaping @Sendable (inout State, Value) -> U, _ output: Signal<U, Error>.Core) {
      self.state = state
      self.next = next
      super.init(output)
    }

    override func receive(_ value: Value) {
      output.deliver(next(&state, value))
    }
  }

  private final class ReduceSink<U: Sendable>: Operator<U> {
    private var result: U
    private let next: @Sendable (inout U, Value) -> Void

    init(_ result: U, _ next: @escaping @Sendable (inout U, Value) -> Void, _ output: Signal<U, Error>.Core) {
      self.result = result
      self.next = next
      super.init(output)
    }

    override func receive(_ value: Value) {
      next(&result, value)
    }

    override func terminate(_ termination: Termination<Error>) {
      if case .completed = termination { output.deliver(result) }
      output.terminate(termination)
    }
  }

  /// Sends each intermediate result of combining the values with `initialResult`; ends with the source.
  ///
  /// ```
  /// source:     -1--2--3|
  /// scan(0, +): -1--3--6|
  /// ```
  public func scan<U: Sendable>(
    _ initialResult: U, _ nextPartialResult: @escaping @Sendable (U, Value) -> U
  ) -> Signal<U, Error> {
    scan(into: initialResult) { $0 = nextPartialResult($0, $1) }
  }

  /// Sends each intermediate result of combining the values with `initialResult`. See ``Signal/scan(_:_:)``.
  public func scan<U: Sendable>(
    into initialResult: U, _ nextPartialResult: @escaping @Sendable (inout U, Value) -> Void
  ) -> Signal<U, Error> {
    derive { output in
      let next: @Sendable (inout U, Value) -> U = { result, value in
        nextPartialResult(&result, value)
        return result
      }
      return ScanSink(initialResult, next, output)
    }
  }

  /// Keeps a state from value to value, and sends the result of `next` for the state and each value; ends with the
  /// source.
  ///
  /// ```
  /// source:                                    -1--2--3|
  /// scanMap(0) { (sum, n) in (sum + n, sum) }: -0--1--3|
  /// ```
  public func scanMap<State: Sendable, U: Sendable>(
    _ initialState: State, _ next: @escaping @Sendable (State, Value) -> (State, U)
  ) -> Signal<U, Error> {
    scanMap(into: initialState) { state, value in
      let (newState, made) = next(state, value)
      state = newState
      return made
    }
  }

  /// Keeps a state from value to value, and sends the result of `next` for the state and each value. See
  /// ``Signal/scanMap(_:_:)``.
  public func scanMap<State: Sendable, U: Sendable>(
    into initialState: State, _ next: @escaping @Sendable (inout State, Value) -> U
  ) -> Signal<U, Error> {
    derive { ScanSink(initialState, next, $0) }
  }

  /// When the source completes, sends the result of combining all its values with `initialResult`, and completes.
  ///
  /// ```
  /// source:       -1--2--3|
  /// reduce(0, +): --------(6|)
  /// ```
  public func reduce<U: Sendable>(
    _ initialResult: U, _ nextPartialResult: @escaping @Sendable (U, Value) -> U
  ) -> Signal<U, Error> {
    reduce(into: initialResult) { $0 = nextPartialResult($0, $1) }
  }

  /// When the source completes, sends the result of combining all its values with `initialResult`, and completes. See
  /// ``Signal/reduce(_:_:)``.
  public func reduce<U: Sendable>(
    into initialResult: U, _ nextPartialResult: @escaping @Sendable (inout U, Value) -> Void
  ) -> Signal<U, Error> {
    derive { ReduceSink(initialResult, nextPartialResult, $0) }
  }
}

extension SignalProducer {
  /// Sends each intermediate result of combining the values with `initialResult`. See ``Signal/scan(_:_:)``.
  public func scan<U: Sendable>(
    _ initialResult: U, _ nextPartialResult: @escaping @Sendable (U, Value) -> U
  ) -> SignalProducer<U, Error> {
    lift { $0.scan(initialResult, nextPartialResult) }
  }

  /// Sends each intermediate result of combining the values with `initialResult`. See ``Signal/scan(_:_:)``.
  public func scan<U: Sendable>(
    into initialResult: U, _ nextPartialResult: @escaping @Sendable (inout U, Value) -> Void
  ) -> SignalProducer<U, Error> {
    lift { $0.scan(into: initialResult, nextPartialResult) }
  }

  /// Keeps a state from value to value, and sends the result of `next` for the state and each value. See
  /// ``Signal/scanMap(_:_:)``.
  public func scanMap<State: Sendable, U: Sendable>(
    _ initialState: State, _ next: @escaping @Sendable (State, Value) -> (State, U)
  ) -> SignalProducer<U, Error> {
    lift { $0.scanMap(initialState, next) }
  }

  /// Keeps a state from value to value, and sends the result of `next` for the state and each value. See
  /// ``Signal/scanMap(_:_:)``.
  public func scanMap<State: Sendable, U: Sendable>(
    into initialState: State, _ next: @escaping @Sendable (inout State, Value) -> U
  ) -> SignalProducer<U, Error> {
    lift { $0.scanMap(into: initialState, next) }
  }

  /// When the source completes, sends the result of combining all its values with `initialResult`, and completes. See
  /// ``Signal/reduce(_:_:)``.
  public func reduce<U: Sendable>(
    _ initialResult: U, _ nextPartialResult: @escaping @Sendable (U, Value) -> U
  ) -> SignalProducer<U, Error> {
    lift { $0.reduce(initialResult, nextPartialResult) }
  }

  /// When the source completes, sends the result of combining all its values with `initialResult`, and completes. See
  /// ``Signal/reduce(_:_:)``.
  public func reduce<U: Sendable>(
    into initialResult: U, _ nextPartialResult: @escaping @Sendable (inout U, Value) -> Void
  ) -> SignalProducer<U, Error> {
    lift { $0.reduce(into: initialResult, nextPartialResult) }
  }
}
