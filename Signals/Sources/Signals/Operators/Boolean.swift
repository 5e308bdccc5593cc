extension Signal where Value == Bool {
  /// Sends false for true, and true for false; ends with the source.
  ///
  /// ```
  /// source:   -t--f--t|
  /// negate(): -f--t--f|
  /// ```
  public func negate() -> Signal<Bool, Error> {
    map { !$0 }
  }

  /// Sends whether the newest values of both sources are true, whenever one of them sends; completes when both have
  /// completed.
  ///
  /// ```
  /// a:      -t-----f--|
  /// b:      ---f-t----|
  /// and(b): ---f-t-f--|
  /// ```
  public func and(_ other: Signal<Bool, Error>) -> Signal<Bool, Error> {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Sends whether the newest value of at least one source is true, whenever one of them sends; completes when both
  /// have completed.
  ///
  /// ```
  /// a:     -f-----t--|
  /// b:     ---f-t----|
  /// or(b): ---f-t-t--|
  /// ```
  public func or(_ other: Signal<Bool, Error>) -> Signal<Bool, Error> {
    combineLatest(with: other).map { $0 || $1 }
  }

  /// Sends whether the newest values of all sources are true, whenever one of them sends; completes when all have
  /// completed.
  ///
  /// ```
  /// a:           -t-----f--|
  /// b:           ---f-t----|
  /// all([a, b]): ---f-t-f--|
  /// ```
  public static func all<S: Sequence>(_ signals: S) -> Signal<Bool, Error> where S.Element == Signal<Bool, Error> {
    combineLatest(signals).map { values in values.allSatisfy { $0 } }
  }

  /// Sends whether the newest value of any source is true, whenever one of them sends; completes when all have
  /// completed.
  ///
  /// ```
  /// a:           -f-----t--|
  /// b:           ---f-t----|
  /// any([a, b]): ---f-t-t--|
  /// ```
  public static func any<S: Sequence>(_ signals: S) -> Signal<Bool, Error> where S.Element == Signal<Bool, Error> {
    combineLatest(signals).map { values in values.contains(true) }
  }
}

extension SignalProducer where Value == Bool {
  /// Sends false for true, and true for false. See ``Signal/negate()``.
  public func negate() -> SignalProducer<Bool, Error> {
    map { !$0 }
  }

  /// Sends whether the newest values of both sources are true, whenever one of them sends. See ``Signal/and(_:)``.
  @_disfavoredOverload
  public func and<Other: SignalProducerConvertible>(_ other: Other) -> SignalProducer<Bool, Error>
  where Other.Value == Bool, Other.Error == Error {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Sends whether the newest value of at least one source is true, whenever one of them sends. See ``Signal/or(_:)``.
  @_disfavoredOverload
  public func or<Other: SignalProducerConvertible>(_ other: Other) -> SignalProducer<Bool, Error>
  where Other.Value == Bool, Other.Error == Error {
    combineLatest(with: other).map { $0 || $1 }
  }

  /// Sends whether the newest values of all sources are true, whenever one of them sends. See ``Signal/all(_:)-(S)``.
  public static func all<S: Sequence>(_ producers: S) -> SignalProducer<Bool, Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Bool, S.Element.Error == Error {
    combineLatest(producers).map { values in values.allSatisfy { $0 } }
  }

  /// Sends whether the newest value of any source is true, whenever one of them sends. See ``Signal/any(_:)-(S)``.
  public static func any<S: Sequence>(_ producers: S) -> SignalProducer<Bool, Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Bool, S.Element.Error == Error {
    combineLatest(producers).map { values in values.contains(true) }
  }
}

// With the producer's type in the signature, `.and(.init(value: true))` compiles.
extension SignalProducer where Value == Bool {
  /// Sends whether the newest values of both sources are true. See ``and(_:)-(Other)``.
  public func and(_ other: SignalProducer<Bool, Error>) -> SignalProducer<Bool, Error> {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Sends whether the newest value of at least one source is true. See ``or(_:)-(Other)``.
  public func or(_ other: SignalProducer<Bool, Error>) -> SignalProducer<Bool, Error> {
    combineLatest(with: other).map { $0 || $1 }
  }
}

extension PropertyProtocol where Value == Bool {
  /// Sends false for true, and true for false. See ``Signal/negate()``.
  public func negate() -> Property<Bool> {
    map { !$0 }
  }

  /// Sends whether the newest values of both sources are true, whenever one of them sends. See ``Signal/and(_:)``.
  public func and<Other: PropertyProtocol>(_ other: Other) -> Property<Bool> where Other.Value == Bool {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Sends whether the newest value of at least one source is true, whenever one of them sends. See ``Signal/or(_:)``.
  public func or<Other: PropertyProtocol>(_ other: Other) -> Property<Bool> where Other.Value == Bool {
    combineLatest(with: other).map { $0 || $1 }
  }

  /// Sends whether the newest values of all sources are true, whenever one of them sends. See ``Signal/all(_:)-(S)``.
  public static func all<S: Sequence>(_ properties: S) -> Property<Bool>
  where S.Element: PropertyProtocol, S.Element.Value == Bool {
    Property(following: SignalProducer.all(properties.map(\.producer)))
  }

  /// Sends whether the newest value of any source is true, whenever one of them sends. See ``Signal/any(_:)-(S)``.
  public static func any<S: Sequence>(_ properties: S) -> Property<Bool>
  where S.Element: PropertyProtocol, S.Element.Value == Bool {
    Property(following: SignalProducer.any(properties.map(\.producer)))
  }
}
