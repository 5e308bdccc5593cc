// The public overloads of flattening: which signals and producers may be flattened, and with which errors. The files
// beside this one implement the strategies.

/// The treatment of several streams at a time.
public struct FlattenStrategy: Sendable {
  enum Kind: Sendable {
    case concurrent(limit: UInt)
    case latest
    case race
    case throttle
  }

  let kind: Kind

  /// Follows all streams as they come. An interrupted stream counts as complete.
  public static let merge = concurrent(limit: .max)

  /// Follows one stream after the other, in the order in which they came. An interrupted stream counts as complete.
  public static let concat = concurrent(limit: 1)

  /// Follows up to `limit` streams at a time; the others wait.
  public static func concurrent(limit: UInt) -> FlattenStrategy {
    precondition(limit > 0, "With a limit of nothing, no stream would ever be followed.")
    return FlattenStrategy(kind: .concurrent(limit: limit))
  }

  /// Follows only the newest stream. An interrupted stream counts as complete.
  public static let latest = FlattenStrategy(kind: .latest)

  /// Follows only the stream that sends the first event of any kind. If it is interrupted, so is the output.
  public static let race = FlattenStrategy(kind: .race)

  /// Follows a stream to its end and ignores those that come meanwhile. If the followed stream is interrupted, so is
  /// the output.
  public static let throttle = FlattenStrategy(kind: .throttle)
}

extension Signal where Value: SignalProducerConvertible, Error == Value.Error {
  /// Sends the values of the streams that the source sends, merged by `strategy`; completes when the source and all
  /// streams have completed. Fails with the first that fails.
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
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Value.Error> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Never> {
    flatMap(strategy) { $0.producer }
  }
}

extension Signal where Value: SignalProducerConvertible, Value.Error == Never {
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> Signal<Value.Value, Error> {
    flatMap(strategy) { $0.producer.promoteError(Error.self) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Value.Error {
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never {
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Value.Error> {
    lift { $0.flatten(strategy) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Error == Never, Value.Error == Never {
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Never> {
    lift { $0.flatten(strategy) }
  }
}

extension SignalProducer where Value: SignalProducerConvertible, Value.Error == Never {
  /// Sends the values of the streams that the source sends, merged by `strategy`. See ``Signal/flatten(_:)-3jqf9``.
  public func flatten(_ strategy: FlattenStrategy) -> SignalProducer<Value.Value, Error> {
    lift { $0.flatten(strategy) }
  }
}

extension PropertyProtocol where Value: PropertyProtocol {
  /// A property that has the value of the property that this one holds.
  ///
  /// ```
  /// source:           -a   --   b   -   -
  /// flatten(.latest): -<a0>-<a1><b0>-<b1>
  /// ```
  public func flatten(_ strategy: FlattenStrategy) -> Property<Value.Value> {
    lift { $0.flatMap(strategy) { $0.producer } }
  }
}
