extension Signal {
  private final class SkipFirstSink: Operator<Value> {
    private var remaining: Int

    init(_ count: Int, _ output: Core) {
      remaining = count
      super.init(output)
    }

    override func receive(_ value: Value) {
      if remaining > 0 { remaining -= 1 } else { output.deliver(value) }
    }
  }

  private final class SkipWhileSink: Operator<Value> {
    /// Nil once a value has passed.
    private var shouldContinue: (@Sendable (Value) -> Bool)?

    init(_ shouldContinue: @escaping @Sendable (Value) -> Bool, _ output: Core) {
      self.shouldContinue = shouldContinue
      super.init(output)
    }

    override func receive(_ value: Value) {
      if let shouldContinue, shouldContinue(value) { return }
      shouldContinue = nil
      output.deliver(value)
    }
  }

  /// Leaves out the first `count` values; ends with the source.
  ///
  /// ```
  /// source:         -1--2--3--4|
  /// skip(first: 2): -------3--4|
  /// ```
  public func skip(first count: Int) -> Signal<Value, Error> {
    precondition(count >= 0, "There is no negative number of values.")
    return derive { SkipFirstSink(count, $0) }
  }

  /// Leaves out the values before the first for which `shouldContinue` is false, and sends that one and all after it;
  /// ends with the source.
  ///
  /// ```
  /// source:                  -1--2--3--1|
  /// skip(while: { $0 < 3 }): -------3--1|
  /// ```
  public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Error> {
    derive { SkipWhileSink(shouldContinue, $0) }
  }
}

extension SignalProducer {
  /// Leaves out the first `count` values. See ``Signal/skip(first:)``.
  public func skip(first count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "There is no negative number of values.")
    return lift { $0.skip(first: count) }
  }

  /// Leaves out the values before the first for which `shouldContinue` is false, and sends that one and all after it.
  /// See ``Signal/skip(while:)``.
  public func skip(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer<Value, Error> {
    lift { $0.skip(while: shouldContinue) }
  }
}
