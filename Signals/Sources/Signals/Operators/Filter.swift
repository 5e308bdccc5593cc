extension Signal {
  private final class FilterSink: Operator<Value> {
    private let isIncluded: @Sendable (Value) -> Bool

    init(_ isIncluded: @escaping @Sendable (Value) -> Bool, _ output: Core) {
      self.isIncluded = isIncluded
      super.init(output)
    }

    override func receive(_ value: Value) {
      if isIncluded(value) { output.deliver(value) }
    }
  }

  /// Sends the values that pass `isIncluded`; ends with the source.
  ///
  /// ```
  /// source:            -1--2--3--4|
  /// filter { $0 > 2 }: -------3--4|
  /// ```
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Error> {
    derive { FilterSink(isIncluded, $0) }
  }
}

extension SignalProducer {
  /// Sends the values that pass `isIncluded`. See ``Signal/filter(_:)``.
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> SignalProducer<Value, Error> {
    lift { $0.filter(isIncluded) }
  }
}

extension PropertyProtocol {
  /// A property that takes the values that pass `isIncluded`, and has `initial` until the first such value.
  ///
  /// ```
  /// source:                        1--2--3--4-
  /// filter(initial: 0) { $0 > 2 }: 0-----3--4-
  /// ```
  public func filter(initial: Value, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> Property<Value> {
    Property(initial: initial, then: producer.filter(isIncluded))
  }
}
