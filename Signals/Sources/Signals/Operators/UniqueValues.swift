extension Signal {
  private final class UniqueValuesSink<Identity: Hashable & Sendable>: Operator<Value> {
    private var seen: Set<Identity> = []
    private let transform: @Sendable (Value) -> Identity

    init(_ transform: @escaping @Sendable (Value) -> Identity, _ output: Core) {
      self.transform = transform
      super.init(output)
    }

    override func receive(_ value: Value) {
      if seen.insert(transform(value)).inserted { output.deliver(value) }
    }
  }

  /// Leaves out every value whose identity, the result of `transform`, has occurred before; ends with the source.
  ///
  /// All identities are kept until the end, so the memory grows with their number.
  ///
  /// ```
  /// source:                           -a--A--b|
  /// uniqueValues { $0.lowercased() }: -a-----b|
  /// ```
  public func uniqueValues<Identity: Hashable & Sendable>(
    _ transform: @escaping @Sendable (Value) -> Identity
  ) -> Signal<Value, Error> {
    derive { UniqueValuesSink(transform, $0) }
  }
}

extension Signal where Value: Hashable {
  /// Leaves out every value that has been sent before; ends with the source.
  ///
  /// All different values are kept until the end, so the memory grows with their number.
  ///
  /// ```
  /// source:         -1--2--1--3--2|
  /// uniqueValues(): -1--2-----3---|
  /// ```
  public func uniqueValues() -> Signal<Value, Error> {
    uniqueValues { $0 }
  }
}

extension SignalProducer {
  /// Leaves out every value whose identity, the result of `transform`, has occurred before. See
  /// ``Signal/uniqueValues(_:)``.
  public func uniqueValues<Identity: Hashable & Sendable>(
    _ transform: @escaping @Sendable (Value) -> Identity
  ) -> SignalProducer<Value, Error> {
    lift { $0.uniqueValues(transform) }
  }
}

extension SignalProducer where Value: Hashable {
  /// Leaves out every value that has been sent before. See ``Signal/uniqueValues()``.
  public func uniqueValues() -> SignalProducer<Value, Error> {
    lift { $0.uniqueValues() }
  }
}

extension PropertyProtocol {
  /// Leaves out every value whose identity, the result of `transform`, has occurred before. See
  /// ``Signal/uniqueValues(_:)``.
  public func uniqueValues<Identity: Hashable & Sendable>(
    _ transform: @escaping @Sendable (Value) -> Identity
  ) -> Property<Value> {
    lift { $0.uniqueValues(transform) }
  }
}

extension PropertyProtocol where Value: Hashable {
  /// Leaves out every value that has been sent before. See ``Signal/uniqueValues()``.
  public func uniqueValues() -> Property<Value> {
    lift { $0.uniqueValues() }
  }
}
