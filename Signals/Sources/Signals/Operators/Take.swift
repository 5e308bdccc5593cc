extension Signal {
  private final class TakeFirstSink: Operator<Value> {
    private var remaining: Int

    init(_ count: Int, _ output: Core) {
      remaining = count
      super.init(output)
    }

    override func receive(_ value: Value) {
      guard remaining > 0 else { return }
      remaining -= 1
      output.deliver(value)
      if remaining == 0 { output.terminate(.completed) }
    }
  }

  private final class TakeWhileSink: Operator<Value> {
    private let shouldContinue: @Sendable (Value) -> Bool
    private let sendsLast: Bool

    init(_ shouldContinue: @escaping @Sendable (Value) -> Bool, sendsLast: Bool, _ output: Core) {
      self.shouldContinue = shouldContinue
      self.sendsLast = sendsLast
      super.init(output)
    }

    override func receive(_ value: Value) {
      let continues = shouldContinue(value)
      if continues || sendsLast { output.deliver(value) }
      if !continues { output.terminate(.completed) }
    }
  }

  /// Sends the first `count` values and completes with the last of them; ends earlier if the source ends.
  ///
  /// ```
  /// source:         -1--2   --3--4|
  /// take(first: 2): -1--(2|)
  /// ```
  public func take(first count: Int) -> Signal<Value, Error> {
    precondition(count >= 0, "There is no negative number of values.")
    return count == 0 ? .empty : derive { TakeFirstSink(count, $0) }
  }

  /// Sends values while `shouldContinue` is true, and completes at the first value for which it is false, without
  /// sending that; ends earlier if the source ends.
  ///
  /// ```
  /// source:                  -1--2--3--4|
  /// take(while: { $0 < 3 }): -1--2--|
  /// ```
  public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Error> {
    derive { TakeWhileSink(shouldContinue, sendsLast: false, $0) }
  }

  /// Sends values up to and including the first for which `shouldContinue` is false, and completes; ends earlier if the
  /// source ends.
  ///
  /// ```
  /// source:                  -1--2--3   --4|
  /// take(until: { $0 < 3 }): -1--2--(3|)
  /// ```
  public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Error> {
    derive { TakeWhileSink(shouldContinue, sendsLast: true, $0) }
  }
}

extension SignalProducer {
  /// Sends the first `count` values and completes with the last of them. See ``Signal/take(first:)``.
  public func take(first count: Int) -> SignalProducer<Value, Error> {
    precondition(count >= 0, "There is no negative number of values.")
    // A count of zero starts nothing.
    return count == 0 ? .empty : lift { $0.take(first: count) }
  }

  /// Sends values while `shouldContinue` is true, and completes at the first value for which it is false, without
  /// sending that. See ``Signal/take(while:)``.
  public func take(while shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer<Value, Error> {
    lift { $0.take(while: shouldContinue) }
  }

  /// Sends values up to and including the first for which `shouldContinue` is false, and completes. See
  /// ``Signal/take(until:)-((Value)->Bool)``.
  public func take(until shouldContinue: @escaping @Sendable (Value) -> Bool) -> SignalProducer<Value, Error> {
    lift { $0.take(until: shouldContinue) }
  }
}
