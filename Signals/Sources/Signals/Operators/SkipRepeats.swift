extension Signal {
  private final class SkipRepeatsSink: Operator<Value> {
    private let previous = Place<Value>()
    private let isEquivalent: @Sendable (Value, Value) -> Bool

    init(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool, _ output: Core) {
      self.isEquivalent = isEquivalent
      super.init(output)
    }

    override func receive(_ value: Value) {
      if previous.isTaken, isEquivalent(previous.value, value) { return }
      previous.set(value)
      output.deliver(value)
    }
  }

  /// Leaves out values that equal the previous one; ends with the source.
  ///
  /// ```
  /// source:        -1--1--2--2--1|
  /// skipRepeats(): -1-----2-----1|
  /// ```
  public func skipRepeats(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> Signal<Value, Error> {
    derive { SkipRepeatsSink(isEquivalent, $0) }
  }
}

extension Signal where Value: Equatable {
  /// Leaves out values that equal the previous one. See ``Signal/skipRepeats(_:)``.
  // Inlinable, as below, because comparing values takes fewer steps when their type is known.
  @inlinable
  public func skipRepeats() -> Signal<Value, Error> {
    skipRepeats { $0 == $1 }
  }
}

extension SignalProducer {
  /// Leaves out values that equal the previous one. See ``Signal/skipRepeats(_:)``.
  public func skipRepeats(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> SignalProducer<Value, Error> {
    lift { $0.skipRepeats(isEquivalent) }
  }
}

extension SignalProducer where Value: Equatable {
  /// Leaves out values that equal the previous one. See ``Signal/skipRepeats(_:)``.
  @inlinable
  public func skipRepeats() -> SignalProducer<Value, Error> {
    skipRepeats { $0 == $1 }
  }
}

extension PropertyProtocol {
  /// Leaves out values that equal the previous one. See ``Signal/skipRepeats(_:)``.
  public func skipRepeats(_ isEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> Property<Value> {
    lift { $0.skipRepeats(isEquivalent) }
  }
}

extension PropertyProtocol where Value: Equatable {
  /// Leaves out values that equal the previous one. See ``Signal/skipRepeats(_:)``.
  @inlinable
  public func skipRepeats() -> Property<Value> {
    skipRepeats { $0 == $1 }
  }
}
