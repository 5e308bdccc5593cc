extension Signal {
  private final class AttemptMapSink<U: Sendable>: Operator<U> {
    private let action: @Sendable (Value) -> Result<U, Error>

    init(_ action: @escaping @Sendable (Value) -> Result<U, Error>, _ output: Signal<U, Error>.Core) {
      self.action = action
      super.init(output)
    }

    override func receive(_ value: Value) {
      switch action(value) {
      case .success(let made): output.deliver(made)
      case .failure(let error): output.terminate(.failed(error))
      }
    }
  }

  /// Sends each value for which `action` succeeds, and fails at the first value for which it fails; ends with the
  /// source.
  ///
  /// ```
  /// source:                -1--2--3|
  /// attempt { refuse(3) }: -1--2--#
  /// ```
  public func attempt(_ action: @escaping @Sendable (Value) -> Result<(), Error>) -> Signal<Value, Error> {
    attemptMap { value in action(value).map { value } }
  }

  /// Sends the result of `action` for each value, and fails when `action` fails; ends with the source.
  ///
  /// ```
  /// source:                   -1--2--b|
  /// attemptMap { parse($0) }: -1--2--#
  /// ```
  public func attemptMap<U: Sendable>(
    _ action: @escaping @Sendable (Value) -> Result<U, Error>
  ) -> Signal<U, Error> {
    derive { AttemptMapSink(action, $0) }
  }
}

extension Signal where Error == Never {
  /// Sends each value for which `action` succeeds, and fails at the first value for which it fails. See
  /// ``Signal/attempt(_:)-((Value)->Result<(),Error>)``.
  public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, Swift.Error> {
    promoteError(Swift.Error.self).attempt(action)
  }

  /// Sends the result of `action` for each value, and fails when `action` fails. See ``Signal/attemptMap(_:)-((Value)->Result<U,Error>)``.
  public func attemptMap<U: Sendable>(_ action: @escaping @Sendable (Value) throws -> U) -> Signal<U, Swift.Error> {
    promoteError(Swift.Error.self).attemptMap(action)
  }
}

extension Signal where Error == Swift.Error {
  /// Sends each value for which `action` succeeds, and fails at the first value for which it fails. See
  /// ``Signal/attempt(_:)-((Value)->Result<(),Error>)``.
  public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> Signal<Value, Error> {
    attemptMap { value in
      try action(value)
      return value
    }
  }

  /// Sends the result of `action` for each value, and fails when `action` fails. See ``Signal/attemptMap(_:)-((Value)->Result<U,Error>)``.
  public func attemptMap<U: Sendable>(_ action: @escaping @Sendable (Value) throws -> U) -> Signal<U, Error> {
    attemptMap { value in Result { try action(value) } }
  }
}

extension SignalProducer {
  /// Sends each value for which `action` succeeds, and fails at the first value for which it fails. See
  /// ``Signal/attempt(_:)-((Value)->Result<(),Error>)``.
  public func attempt(_ action: @escaping @Sendable (Value) -> Result<(), Error>) -> SignalProducer<Value, Error> {
    lift { $0.attempt(action) }
  }

  /// Sends the result of `action` for each value, and fails when `action` fails. See ``Signal/attemptMap(_:)-((Value)->Result<U,Error>)``.
  public func attemptMap<U: Sendable>(
    _ action: @escaping @Sendable (Value) -> Result<U, Error>
  ) -> SignalProducer<U, Error> {
    lift { $0.attemptMap(action) }
  }
}

extension SignalProducer where Error == Never {
  /// Sends each value for which `action` succeeds, and fails at the first value for which it fails. See
  /// ``Signal/attempt(_:)-((Value)->Result<(),Error>)``.
  public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, Swift.Error> {
    lift { $0.attempt(action) }
  }

  /// Sends the result of `action` for each value, and fails when `action` fails. See ``Signal/attemptMap(_:)-((Value)->Result<U,Error>)``.
  public func attemptMap<U: Sendable>(
    _ action: @escaping @Sendable (Value) throws -> U
  ) -> SignalProducer<U, Swift.Error> {
    lift { $0.attemptMap(action) }
  }
}

extension SignalProducer where Error == Swift.Error {
  /// Sends each value for which `action` succeeds, and fails at the first value for which it fails. See
  /// ``Signal/attempt(_:)-((Value)->Result<(),Error>)``.
  public func attempt(_ action: @escaping @Sendable (Value) throws -> Void) -> SignalProducer<Value, Error> {
    lift { $0.attempt(action) }
  }

  /// Sends the result of `action` for each value, and fails when `action` fails. See ``Signal/attemptMap(_:)-((Value)->Result<U,Error>)``.
  public func attemptMap<U: Sendable>(_ action: @escaping @Sendable (Value) throws -> U) -> SignalProducer<U, Error> {
    lift { $0.attemptMap(action) }
  }
}
