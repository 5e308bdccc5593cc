// The faces of flattening: which signals and producers may be flattened, and with which errors. What each strategy
// does is in the files beside this one.

/// What is done with several streams at a time.
public struct FlattenStrategy: Sendable {
  enum Kind: Sendable {
    case concurrent(limit: UInt)
    case latest
    case race
    case throttle
  }

  let kind: Kind

  /// All streams are followed as they come. One that is interrupted counts as complete.
  public static let merge = concurrent(limit: .max)

  /// One stream is followed after the other, in the order in which they came. One that is interrupted counts as complete.
  public static let concat = concurrent(limit: 1)

  /// As many as `limit` streams are followed at a time; the others wait their turn.
  public static func concurrent(limit: UInt) -> FlattenStrategy {
    precondition(limit > 0, "With a limit of nothing, no stream would ever be followed.")
    return FlattenStrategy(kind: .concurrent(limit: limit))
  }

  /// Only the newest stream is followed. One that is interrupted counts as complete.
  public static let latest = FlattenStrategy(kind: .latest)

  /// Only the stream that sends the first event, of whatever kind, is followed. If it is interrupted, so is the output.
  public static let race = FlattenStrategy(kind: .race)

  /// Only streams that come while none is being followed are followed. If one is interrupted, so is the output.
  public static let throttle = FlattenStrategy(kind: .throttle)
}

extension Signal where Value: SignalProducerConvertible, Error == Value.Error {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Never> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Never {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    flatMap(strategy) { $0.producer.promoteError(Error.self) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Value.Error {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
    lift { $0.flatten(strategy) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Never> {
    lift { $0.flatten(strategy) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Never {
  /// Sends what the streams that come as values send, merged as `strategy` says; completes when the source and all of
  /// them have. Fails with the first that fails.
  ///
  /// ```
  /// source:           -a   --   b   -   -   -|
  /// a:                 0   -1   -   2   |
  /// b:                          0   -   1   -2   |
  /// flatten(.merge):  -<a0>-<a1><b0><a2><b1>-<b2>|
  /// flatten(.concat): -<a0>-<a1>-   <a2><b0>-<b1>-<b2>|
  /// flatten(.latest): -<a0>-<a1><b0>-   <b1>-<b2>|
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension PropertyProtocol where Value: PropertyProtocol {
  /// A property of the value of the property that this one holds.
  ///
  /// ```
  /// source:           -a   --   b   -   -
  /// flatten(.latest): -<a0>-<a1><b0>-<b1>
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
    lift { $0.flatMap(strategy) { $0.producer } }
  }
}
