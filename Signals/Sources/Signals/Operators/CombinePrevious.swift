extension Signal {
  private final class CombinePreviousSink: Operator<(Value, Value)> {
    private var previous: Value?

    init(_ previous: Value?, _ output: Signal<(Value, Value), Error>.Core) {
      self.previous = previous
      super.init(output)
    }

    override func receive(_ value: Value) {
      defer { previous = value }
      if let previous { output.deliver((previous, value)) }
    }
  }

  /// Sends each value with the one before it; ends with the source.
  ///
  /// ```
  /// source:             -1   ---2   ---3   |
  /// combinePrevious(0): -<01>---<12>---<23>|
  /// combinePrevious():  --   ---<12>---<23>|
  /// ```
  public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Error> {
    derive { CombinePreviousSink(initial, $0) }
  }

  /// Sends each value with the one before it. See ``Signal/combinePrevious(_:)``.
  public func combinePrevious() -> Signal<(Value, Value), Error> {
    derive { CombinePreviousSink(nil, $0) }
  }
}

extension SignalProducer {
  /// Sends each value with the one before it. See ``Signal/combinePrevious(_:)``.
  public func combinePrevious(_ initial: Value) -> SignalProducer<(Value, Value), Error> {
    lift { $0.combinePrevious(initial) }
  }

  /// Sends each value with the one before it. See ``Signal/combinePrevious(_:)``.
  public func combinePrevious() -> SignalProducer<(Value, Value), Error> {
    lift { $0.combinePrevious() }
  }
}

extension PropertyProtocol {
  /// Sends each value with the one before it. See ``Signal/combinePrevious(_:)``.
  public func combinePrevious(_ initial: Value) -> Property<(Value, Value)> {
    lift { $0.combinePrevious(initial) }
  }
}
