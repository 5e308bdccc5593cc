extension Signal {
  private final class CompactMapSink<U: Sendable>: Sink {
    private let transform: @Sendable (Value) -> U?
    private let output: Signal<U, Error>.Core

    init(_ transform: @escaping @Sendable (Value) -> U?, _ output: Signal<U, Error>.Core) {
      self.transform = transform
      self.output = output
    }

    override func receive(_ value: Value) {
      if let made = transform(value) { output.deliver(made) }
    }

    override func terminate(_ termination: Termination<Error>) {
      output.terminate(termination)
    }
  }

  /// Sends what `transform` makes of each value, unless that is nil; ends with the source.
  ///
  /// ```
  /// source:                 -1--b--3|
  /// compactMap { Int($0) }: -1-----3|
  /// ```
  public func compactMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U?) -> Signal<U, Error> {
    derive { CompactMapSink(transform, $0) }
  }

  /// Sends the values that are not nil; ends with the source.
  ///
  /// ```
  /// source:    -1--<nil>--3|
  /// skipNil(): -1---    --3|
  /// ```
  public func skipNil<U>() -> Signal<U, Error> where Value == U? {
    compactMap { $0 }
  }
}

extension SignalProducer {
  /// Sends what `transform` makes of each value, unless that is nil; ends with the source.
  ///
  /// ```
  /// source:                 -1--b--3|
  /// compactMap { Int($0) }: -1-----3|
  /// ```
  public func compactMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U?) -> SignalProducer<U, Error> {
    lift { $0.compactMap(transform) }
  }

  /// Sends the values that are not nil; ends with the source.
  ///
  /// ```
  /// source:    -1--<nil>--3|
  /// skipNil(): -1---    --3|
  /// ```
  public func skipNil<U>() -> SignalProducer<U, Error> where Value == U? {
    lift { $0.skipNil() }
  }
}
