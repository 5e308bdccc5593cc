extension Signal {
  private final class MapSink<U: Sendable>: Operator<U> {
    private let transform: @Sendable (Value) -> U

    init(_ transform: @escaping @Sendable (Value) -> U, _ output: Signal<U, Error>.Core) {
      self.transform = transform
      super.init(output)
    }

    override func receive(_ value: Value) {
      output.deliver(transform(value))
    }
  }

  /// Sends the result of `transform` for each value; ends with the source.
  ///
  /// ```
  /// source:         -1--2--3|
  /// map { $0 * 2 }: -2--4--6|
  /// ```
  public func map<U>(_ transform: @escaping @Sendable (Value) -> U) -> Signal<U, Error> {
    derive { MapSink(transform, $0) }
  }

  /// Sends `value` for each value of the source; ends with it.
  ///
  /// ```
  /// source:        -1--2--3|
  /// map(value: a): -a--a--a|
  /// ```
  // Disfavoured, because otherwise it would take the trailing closure of a map from `Void`.
  @_disfavoredOverload
  public func map<U: Sendable>(value: U) -> Signal<U, Error> {
    map { _ in value }
  }

  /// Sends the value at `keyPath` in each value; ends with the source. For key paths in variables; a literal such as
  /// `map(\.name)` is a closure.
  @_disfavoredOverload
  public func map<U>(_ keyPath: any KeyPath<Value, U> & Sendable) -> Signal<U, Error> {
    map { $0[keyPath: keyPath] }
  }
}

extension SignalProducer {
  /// Sends the result of `transform` for each value. See ``Signal/map(_:)-((Value)->U)``.
  public func map<U>(_ transform: @escaping @Sendable (Value) -> U) -> SignalProducer<U, Error> {
    if let computation { return SignalProducer<U, Error>(computing: { transform(computation()) }) }
    return lift { $0.map(transform) }
  }

  /// Sends `value` for each value of the source. See ``Signal/map(value:)``.
  // Disfavoured, because otherwise it would take the trailing closure of a map from `Void`.
  @_disfavoredOverload
  public func map<U: Sendable>(value: U) -> SignalProducer<U, Error> {
    lift { $0.map(value: value) }
  }

  /// Sends the value at `keyPath` in each value; ends with the source. For key paths in variables; a literal such as
  /// `map(\.name)` is a closure.
  @_disfavoredOverload
  public func map<U>(_ keyPath: any KeyPath<Value, U> & Sendable) -> SignalProducer<U, Error> {
    map { $0[keyPath: keyPath] }
  }
}

extension PropertyProtocol {
  /// Sends the result of `transform` for each value. See ``Signal/map(_:)-((Value)->U)``.
  public func map<U>(_ transform: @escaping @Sendable (Value) -> U) -> Property<U> {
    lift { $0.map(transform) }
  }

  /// Sends `value` for each value of the source. See ``Signal/map(value:)``.
  // Disfavoured, because otherwise it would take the trailing closure of a map from `Void`.
  @_disfavoredOverload
  public func map<U: Sendable>(value: U) -> Property<U> {
    lift { $0.map(value: value) }
  }

  /// Sends the value at `keyPath` in each value; ends with the source. For key paths in variables; a literal such as
  /// `map(\.name)` is a closure.
  @_disfavoredOverload
  public func map<U>(_ keyPath: any KeyPath<Value, U> & Sendable) -> Property<U> {
    map { $0[keyPath: keyPath] }
  }
}
