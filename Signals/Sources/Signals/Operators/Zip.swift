extension Signal {
  /// Sends the first values of both sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used. Fails or is interrupted with the first source that is.
  ///
  /// ```
  /// a:         -1--2--   3-----   --|
  /// b:         ------x   -----y   -----z      -|
  /// zip(a, b): ------<1x>-----<2y>-----(<3z>|)
  /// ```
  // Inlinable because making a pair takes a few instructions when its type is known, and a hundred when it is not.
  @inlinable
  public static func zip<B>(_ a: Signal<Value, Error>, _ b: Signal<B, Error>) -> Signal<(Value, B), Error> {
    zip(a, b) { ($0, $1) }
  }

  /// Sends the result of `transform` for the first values of both sources, then for the second ones; see ``zip(_:_:)``.
  @usableFromInline
  static func zip<B, U: Sendable>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ transform: @escaping @Sendable (Value, B) -> U
  ) -> Signal<U, Error> {
    let combination = ZipPair<Value, B, U, Error>(transform)
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    inputs += a.feed(combination, as: combination.a)
    inputs += b.feed(combination, as: combination.b)
    return Signal<U, Error>(combination.output)
  }

  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used. Fails or is interrupted with the first source that is.
  public static func zip<B, each C>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ others: repeat Signal<each C, Error>
  ) -> Signal<(Value, B, repeat each C), Error> {
    let (sourceA, sourceB) = (ZipSource<Value>(), ZipSource<B>())
    let sources = (repeat ZipSource<each C>())
    var all: [AnyZipSource] = [sourceA, sourceB]
    for source in repeat each sources { all.append(source) }
    let combination = ZipOfMany<(Value, B, repeat each C), Error>(all) { output in
      output.deliver((sourceA.take(), sourceB.take(), repeat (each sources).take()))
    }
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    inputs += a.feed(combination, as: sourceA)
    inputs += b.feed(combination, as: sourceB)
    for (signal, source) in repeat (each others, each sources) {
      inputs += signal.feed(combination, as: source)
    }
    return Signal<(Value, B, repeat each C), Error>(combination.output)
  }

  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used. Fails or is interrupted with the first source that is. Without sources, a producer
  /// completes immediately, and a signal has ended before it can be observed.
  ///
  /// ```
  /// a:           -1--2--     3-----     --|
  /// b:           ------4     -----5     -----6        -|
  /// zip([a, b]): ------<[14]>-----<[25]>-----(<[36]>|)
  /// ```
  public static func zip<S: Sequence>(_ signals: S) -> Signal<[Value], Error>
  where S.Element == Signal<Value, Error> {
    let signals = Array(signals)
    if signals.isEmpty { return .empty }
    let sources = signals.map { _ in ZipSource<Value>() }
    let combination = ZipOfMany<[Value], Error>(sources) { output in
      output.deliver(sources.map { $0.take() })
    }
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    for (index, signal) in signals.enumerated() { inputs += signal.feed(combination, as: sources[index]) }
    return Signal<[Value], Error>(combination.output)
  }

  /// Sends the first values of all sources together, then the second ones, and so on. See ``Signal/zip(_:_:_:)``.
  public func zip<U>(with other: Signal<U, Error>) -> Signal<(Value, U), Error> {
    Signal.zip(self, other)
  }
}

extension SignalProducer {
  /// Sends the first values of all sources together, then the second ones, and so on. See ``Signal/zip(_:_:_:)``.
  @_disfavoredOverload
  public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible, each C>(
    _ a: A, _ b: B, _ others: repeat any SignalProducerConvertible<each C, Error>
  ) -> SignalProducer<(Value, B.Value, repeat each C), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error {
    lift(a.producer, b.producer, repeat (each others).producer) { a, b, others in
      Signal.zip(a, b, repeat each others)
    }
  }

  /// Sends the first values of all sources together, then the second ones, and so on. See ``Signal/zip(_:)``.
  public static func zip<S: Sequence>(_ producers: S) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    let producers = self.producers(of: producers)
    if producers.isEmpty { return .empty }
    return lift(all: producers) { Signal.zip($0) }
  }

  /// Sends the first values of all sources together, then the second ones, and so on. See ``Signal/zip(_:_:_:)``.
  @_disfavoredOverload
  public func zip<Other: SignalProducerConvertible>(
    with other: Other
  ) -> SignalProducer<(Value, Other.Value), Error> where Other.Error == Error {
    SignalProducer.zip(self, other)
  }
}

extension PropertyProtocol {
  /// A property of the first values of all properties, then of the second values, and so on.
  ///
  /// ```
  /// a:         1   --2--3   -------   -
  /// b:         x   -----y   ------z   -
  /// zip(a, b): <1x>-----<2y>------<3z>-
  /// ```
  public static func zip<A: PropertyProtocol, B: PropertyProtocol, each C: PropertyProtocol>(
    _ a: A, _ b: B, _ others: repeat each C
  ) -> Property<(Value, B.Value, repeat (each C).Value)> where A.Value == Value {
    Property(following: SignalProducer<Value, Never>.zip(a.producer, b.producer, repeat (each others).producer))
  }

  /// A property of the first values of all properties, then of the second values, and so on. See
  /// ``PropertyProtocol/zip(_:_:_:)``.
  public static func zip<S: Sequence>(_ properties: S) -> Property<[Value]>?
  where S.Element: PropertyProtocol, S.Element.Value == Value {
    let producers = properties.map { $0.producer }
    return producers.isEmpty ? nil : Property(following: SignalProducer.zip(producers))
  }

  /// A property of the first values of all properties, then of the second values, and so on. See
  /// ``PropertyProtocol/zip(_:_:_:)``.
  public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property<Value>.zip(self, other)
  }
}

// With the producer's type in the signature, `.zip(with: .empty)` compiles.
extension SignalProducer {
  /// Sends the first values of both sources together, then the second ones, and so on. See
  /// ``zip(_:_:_:)``.
  public static func zip<B>(
    _ a: SignalProducer<Value, Error>, _ b: SignalProducer<B, Error>
  ) -> SignalProducer<(Value, B), Error> {
    a.lift(with: b) { Signal.zip($0, $1) }
  }

  /// Sends the first values of both sources together, then the second ones, and so on. See ``Signal/zip(with:)-(Signal<U,Error>)``.
  public func zip<U>(with other: SignalProducer<U, Error>) -> SignalProducer<(Value, U), Error> {
    SignalProducer.zip(self, other)
  }
}
