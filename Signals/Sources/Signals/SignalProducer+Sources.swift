// Producers made of values, errors, closures and signals.

extension SignalProducer {
  /// Sends one value and completes: `v|`
  @_disfavoredOverload
  public init(value: Value) {
    self.init(computing: { value })
  }

  /// Sends the values and completes: `abc|`
  @_disfavoredOverload
  public init<S: Sequence & Sendable>(_ values: S) where S.Element == Value {
    self.init(sending: values)
  }

  private init<S: Sequence & Sendable>(sending values: S) where S.Element == Value {
    self.init { core in
      for value in values {
        core.send(value)
        if core.isEnding { return }
      }
      core.end(.completed)
    }
  }

  /// Sends the values and completes: `abc|`
  @_disfavoredOverload
  public init(values first: Value, _ second: Value, _ tail: Value...) {
    self.init(sending: [first, second] + tail)
  }

  /// Fails at once: `x`
  public init(error: Error) {
    self.init { $0.end(.failed(error)) }
  }

  /// Sends the value and completes, or fails: `v|` or `x`
  public init(result: Result<Value, Error>) {
    switch result {
    case .success(let value): self.init(value: value)
    case .failure(let error): self.init(error: error)
    }
  }

  /// Calls `action` at each start, sends what it returns and completes.
  public init(_ action: @escaping @Sendable () -> Value) {
    self.init(computing: action)
  }

  /// Calls `action` at each start, and sends the value that it returns or fails with the error.
  ///
  /// Where nothing else says the types, write them: `SignalProducer<Int, Failure> { … }`. Without, an action that returns a
  /// result and throws nothing would be as good an action that throws, and the compiler cannot choose.
  public init(_ action: @escaping @Sendable () -> Result<Value, Error>) {
    self.init { core in
      switch action() {
      case .success(let value):
        core.send(value)
        core.end(.completed)
      case .failure(let error):
        core.end(.failed(error))
      }
    }
  }

  /// The producer of `source`.
  public init<Source: SignalProducerConvertible>(_ source: Source) where Source.Value == Value, Source.Error == Error {
    self = source.producer
  }

  /// Completes at once: `|`
  public static var empty: SignalProducer {
    SignalProducer(begin: { $0.end(.completed) })
  }

  /// Sends nothing and never ends: `------`
  public static var never: SignalProducer {
    SignalProducer { observer, lifetime in
      lifetime.observeEnded { _ = observer }
    }
  }
}

// The same for producers that cannot fail: without other context, `SignalProducer(value: 1)` is one of them. The
// initializers above that take values are disfavoured, because the type checker would otherwise try the closures of a
// whole chain before it looks for the type of the error here. The one that takes an action is not: with it, the type
// checker gives up on `SignalProducer { 1 }` before four closures.
extension SignalProducer where Error == Never {
  /// Sends one value and completes: `v|`
  public init(value: Value) {
    self.init(computing: { value })
  }

  /// Sends the values and completes: `abc|`
  public init<S: Sequence & Sendable>(_ values: S) where S.Element == Value {
    self.init(sending: values)
  }

  /// Sends the values and completes: `abc|`
  public init(values first: Value, _ second: Value, _ tail: Value...) {
    self.init(sending: [first, second] + tail)
  }

  /// Calls `action` at each start, sends what it returns and completes.
  public init(_ action: @escaping @Sendable () -> Value) {
    self.init(computing: action)
  }
}

extension SignalProducer where Error == Swift.Error {
  /// Calls `action` at each start, and sends the value that it returns or fails with the error that it throws.
  public init(_ action: @escaping @Sendable () throws -> Value) {
    self.init { Result(catching: action) }
  }
}

extension SignalProducer where Error == Never {
  /// Sends the values and completes: `abc|`
  ///
  /// ```swift
  /// let primes = SignalProducer.of(2, 3, 5).map { $0 * 2 }
  /// ```
  ///
  /// In a long chain, the compiler finds the type of a literal here much sooner than in `SignalProducer([2, 3, 5])`.
  public static func of(_ values: Value...) -> SignalProducer {
    SignalProducer(values)
  }
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// Sends the elements and completes: `abc|`
  public var producer: SignalProducer<Element, Never> { SignalProducer<Element, Never>(self) }
}
