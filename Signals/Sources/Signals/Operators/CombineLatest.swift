extension Signal {
  /// Sends the newest values of both sources whenever one of them sends, once both have sent; completes when both have
  /// completed. Fails or is interrupted with the first source that is.
  ///
  /// ```
  /// a:                   -1--   ---2   ----   ---|
  /// b:                   ---x   ----   ---y   ---|
  /// combineLatest(a, b): ---<1x>---<2x>---<2y>---|
  /// ```
  // Inlinable because making a pair takes a few instructions when its type is known, and a hundred when it is not.
  @inlinable
  public static func combineLatest<B>(_ a: Signal<Value, Error>, _ b: Signal<B, Error>) -> Signal<(Value, B), Error> {
    combineLatest(a, b) { ($0, $1) }
  }

  /// Sends the result of `transform` for the newest values of both sources; see ``combineLatest(_:_:)``.
  @usableFromInline
  static func combineLatest<B, U: Sendable>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ transform: @escaping @Sendable (Value, B) -> U
  ) -> Signal<U, Error> {
    let combination = LatestPair<Value, B, U, Error>(transform)
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    inputs += a.feed(combination, as: combination.a, to: combination.output)
    inputs += b.feed(combination, as: combination.b, to: combination.output)
    return Signal<U, Error>(combination.output)
  }

  /// Sends the newest values of all sources whenever one of them sends, once all have sent; completes when all have
  /// completed. Fails or is interrupted with the first source that is.
  public static func combineLatest<B, each C>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ others: repeat Signal<each C, Error>
  ) -> Signal<(Value, B, repeat each C), Error> {
    var latest: [AnyPlace] = [a.makePlace(), b.makePlace()]
    for other in repeat each others { latest.append(other.makePlace()) }
    let combination = LatestOfMany<(Value, B, repeat each C), Error>(latest) { latest, output in
      var index = 1
      func next<Part>(_: Part.Type) -> Part {
        index += 1
        return latest[index].value()
      }
      output.deliver((latest[0].value(), latest[1].value(), repeat next((each C).self)))
    }
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    inputs += a.feed(combination, at: 0)
    inputs += b.feed(combination, at: 1)
    var index = 1
    for other in repeat each others {
      index += 1
      inputs += other.feed(combination, at: index)
    }
    return Signal<(Value, B, repeat each C), Error>(combination.output)
  }

  /// Sends the newest values of all sources whenever one of them sends, once all have sent; completes when all have
  /// completed. Fails or is interrupted with the first source that is. Without sources, a producer sends one empty
  /// array, and a signal has ended before it can be observed.
  ///
  /// ```
  /// a:                     -      1--     ---2     ----     ---|
  /// b:                     -      --3     ----     ---4     ---|
  /// combineLatest([a, b]): -      --<[13]>---<[23]>---<[24]>---|
  /// combineLatest([]):     (<[]>|)
  /// ```
  public static func combineLatest<S: Sequence>(_ signals: S) -> Signal<[Value], Error>
  where S.Element == Signal<Value, Error> {
    let signals = Array(signals)
    if signals.isEmpty { return .empty }
    let combination = LatestOfMany<[Value], Error>(signals.map { $0.makePlace() }) { latest, output in
      output.deliver(latest.map { $0.value() })
    }
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    for index in signals.indices { inputs += signals[index].feed(combination, at: index) }
    return Signal<[Value], Error>(combination.output)
  }

  /// Sends the newest values of all sources whenever one of them sends, once all have sent. See
  /// ``Signal/combineLatest(_:_:_:)``.
  public func combineLatest<U>(with other: Signal<U, Error>) -> Signal<(Value, U), Error> {
    Signal.combineLatest(self, other)
  }
}

extension SignalProducer {
  /// Sends the newest values of both sources whenever one of them sends, once both have sent. See
  /// ``Signal/combineLatest(_:_:)``.
  @_disfavoredOverload
  public static func combineLatest<A: SignalProducerConvertible, B: SignalProducerConvertible>(
    _ a: A, _ b: B
  ) -> SignalProducer<(Value, B.Value), Error> where A.Value == Value, A.Error == Error, B.Error == Error {
    a.producer.lift(with: b.producer) { Signal.combineLatest($0, $1) }
  }

  /// Sends the newest values of all sources whenever one of them sends, once all have sent. See
  /// ``Signal/combineLatest(_:_:_:)``.
  public static func combineLatest<A: SignalProducerConvertible, B: SignalProducerConvertible, each C>(
    _ a: A, _ b: B, _ others: repeat any SignalProducerConvertible<each C, Error>
  ) -> SignalProducer<(Value, B.Value, repeat each C), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error {
    lift(a.producer, b.producer, repeat (each others).producer) { a, b, others in
      Signal.combineLatest(a, b, repeat each others)
    }
  }

  /// Sends the newest values of all sources whenever one of them sends, once all have sent. See
  /// ``Signal/combineLatest(_:)``.
  public static func combineLatest<S: Sequence>(_ producers: S) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    let producers = self.producers(of: producers)
    if producers.isEmpty { return SignalProducer<[Value], Error>(value: []) }
    return lift(all: producers) { Signal.combineLatest($0) }
  }

  /// Sends the newest values of all sources whenever one of them sends, once all have sent. See
  /// ``Signal/combineLatest(_:_:_:)``.
  @_disfavoredOverload
  public func combineLatest<Other: SignalProducerConvertible>(
    with other: Other
  ) -> SignalProducer<(Value, Other.Value), Error> where Other.Error == Error {
    SignalProducer.combineLatest(self, other)
  }
}

extension PropertyProtocol {
  /// A property of the newest values of both properties.
  ///
  /// ```
  /// a:                   1   ------2   ----   ---
  /// b:                   x   -------   ---y   ---
  /// combineLatest(a, b): <1x>------<2x>---<2y>---
  /// ```
  public static func combineLatest<A: PropertyProtocol, B: PropertyProtocol>(
    _ a: A, _ b: B
  ) -> Property<(Value, B.Value)> where A.Value == Value {
    Property(following: SignalProducer<Value, Never>.combineLatest(a.producer, b.producer))
  }

  /// A property of the newest values of all the properties.
  public static func combineLatest<A: PropertyProtocol, B: PropertyProtocol, each C: PropertyProtocol>(
    _ a: A, _ b: B, _ others: repeat each C
  ) -> Property<(Value, B.Value, repeat (each C).Value)> where A.Value == Value {
    Property(
      following: SignalProducer<Value, Never>.combineLatest(a.producer, b.producer, repeat (each others).producer))
  }

  /// A property of the newest values of all the properties. See ``PropertyProtocol/combineLatest(_:_:_:)``.
  public static func combineLatest<S: Sequence>(_ properties: S) -> Property<[Value]>?
  where S.Element: PropertyProtocol, S.Element.Value == Value {
    let producers = properties.map { $0.producer }
    return producers.isEmpty ? nil : Property(following: SignalProducer.combineLatest(producers))
  }

  /// A property of the newest values of all the properties. See ``PropertyProtocol/combineLatest(_:_:_:)``.
  public func combineLatest<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property<Value>.combineLatest(self, other)
  }
}

// With the producer's type in the signature, `.combineLatest(with: .never)` compiles.
extension SignalProducer {
  /// Sends the newest values of both sources whenever one of them sends. See ``combineLatest(_:_:)-(A,_)``.
  public static func combineLatest<B>(
    _ a: SignalProducer<Value, Error>, _ b: SignalProducer<B, Error>
  ) -> SignalProducer<(Value, B), Error> {
    a.lift(with: b) { Signal.combineLatest($0, $1) }
  }

  /// Sends the newest values of both sources whenever one of them sends. See ``Signal/combineLatest(with:)-(Signal<U,Error>)``.
  public func combineLatest<U>(with other: SignalProducer<U, Error>) -> SignalProducer<(Value, U), Error> {
    SignalProducer.combineLatest(self, other)
  }
}
