extension Signal {
  private final class CompactMapSink<U: Sendable>: Operator<U> {
    private let body: @Sendable (_ value: Value, _ pass: (U) -> Void) -> Void

    init(_ body: @escaping @Sendable (_ value: Value, _ pass: (U) -> Void) -> Void, _ output: Signal<U, Error>.Core) {
      self.body = body
      super.init(output)
    }

    override func receive(_ value: Value) {
      body(value) { output.deliver($0) }
    }
  }

  /// Sends the value, if any, that `body` passes on for each value.
  @usableFromInline
  func compactMap<U: Sendable>(
    passing body: @escaping @Sendable (_ value: Value, _ pass: (U) -> Void) -> Void
  ) -> Signal<U, Error> {
    derive { CompactMapSink(body, $0) }
  }

  /// Sends the result of `transform` for each value unless that is nil; ends with the source.
  ///
  /// ```
  /// source:                 -1--b--3|
  /// compactMap { Int($0) }: -1-----3|
  /// ```
  // Inlinable because an optional whose type is not known costs a request to the runtime of some 400 instructions.
  @inlinable
  public func compactMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U?) -> Signal<U, Error> {
    compactMap { value, pass in
      if let made = transform(value) { pass(made) }
    }
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
  /// Sends the result of `transform` for each value unless that is nil. See ``Signal/compactMap(_:)``.
  public func compactMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U?) -> SignalProducer<U, Error> {
    lift { $0.compactMap(transform) }
  }

  /// Sends the values that are not nil. See ``Signal/skipNil()``.
  public func skipNil<U>() -> SignalProducer<U, Error> where Value == U? {
    lift { $0.skipNil() }
  }
}
