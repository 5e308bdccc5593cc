/// Sends what `combine` makes of the oldest unused value of each of several sources.
private final class ZipCombination<Value: Sendable, Error: Swift.Error>: Sendable {
  let output = Signal<Value, Error>.Core()
  /// Takes a value of each source; nil if one of them has none.
  private let combine: @Sendable () -> Value?
  /// Whether a source has completed and has no value left.
  private let isDrained: @Sendable () -> Bool

  init(_ combine: @escaping @Sendable () -> Value?, isDrained: @escaping @Sendable () -> Bool) {
    self.combine = combine
    self.isDrained = isDrained
  }

  /// Call it from inside the gate of the output.
  func update<Part>(_ source: Gated<ZipSource<Part>>, _ part: Part) {
    source.value.unused.append(part)
    guard let combined = combine() else { return }
    output.deliver(combined)
    if isDrained() { output.terminate(.completed) }
  }

  func end<Part>(_ source: Gated<ZipSource<Part>>, _ termination: Termination<Error>) {
    output.perform { [self] in
      if case .completed = termination {
        source.value.isComplete = true
        if !isDrained() { return }
      }
      output.terminate(termination)
    }
  }
}

private struct ZipSource<Part> {
  var unused = Fifo<Part>()
  var isComplete = false

  var isDrained: Bool { isComplete && unused.isEmpty }
}

extension Signal {
  private final class ZipSink<U: Sendable>: Sink {
    private let source: Gated<ZipSource<Value>>
    private let combination: ZipCombination<U, Error>

    init(_ source: Gated<ZipSource<Value>>, _ combination: ZipCombination<U, Error>) {
      self.source = source
      self.combination = combination
    }

    override func receive(_ value: Value) {
      if combination.output.tryEnter() {
        combination.update(source, value)
        combination.output.leave()
      } else {
        combination.output.perform { [source, combination] in combination.update(source, value) }
      }
    }

    override func terminate(_ termination: Termination<Error>) {
      combination.end(source, termination)
    }
  }

  fileprivate func feed<U>(_ combination: ZipCombination<U, Error>, as source: Gated<ZipSource<Value>>) -> Disposable? {
    core.attach(ZipSink(source, combination))
  }

  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used up. Fails or is interrupted with the first source that is.
  ///
  /// ```
  /// a:         -1--2--   3-----   --|
  /// b:         ------x   -----y   -----z      -|
  /// zip(a, b): ------<1x>-----<2y>-----(<3z>|)
  /// ```
  public static func zip<B, each C>(
    _ a: Signal<Value, Error>, _ b: Signal<B, Error>, _ others: repeat Signal<each C, Error>
  ) -> Signal<(Value, B, repeat each C), Error> {
    let (sourceA, sourceB) = (Gated(ZipSource<Value>()), Gated(ZipSource<B>()))
    let sources = (repeat Gated(ZipSource<each C>()))
    let combination = ZipCombination<(Value, B, repeat each C), Error> {
      if sourceA.value.unused.isEmpty || sourceB.value.unused.isEmpty { return nil }
      for source in repeat each sources {
        if source.value.unused.isEmpty { return nil }
      }
      guard let a = sourceA.value.unused.popFirst(), let b = sourceB.value.unused.popFirst() else { return nil }
      return try? (a, b, repeat (each sources).value.unused.popFirst().known)
    } isDrained: {
      if sourceA.value.isDrained || sourceB.value.isDrained { return true }
      for source in repeat each sources {
        if source.value.isDrained { return true }
      }
      return false
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
  /// and all its values are used up. Fails or is interrupted with the first source that is. No sources: a producer
  /// completes at once; a signal is over before anybody can observe it.
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
    let sources = signals.map { _ in Gated(ZipSource<Value>()) }
    let combination = ZipCombination<[Value], Error> {
      if sources.contains(where: \.value.unused.isEmpty) { return nil }
      return sources.compactMap { $0.value.unused.popFirst() }
    } isDrained: {
      sources.contains(where: \.value.isDrained)
    }
    let inputs = CompositeDisposable()
    combination.output.setUpstream(inputs)
    for (index, signal) in signals.enumerated() { inputs += signal.feed(combination, as: sources[index]) }
    return Signal<[Value], Error>(combination.output)
  }

  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used up. Fails or is interrupted with the first source that is.
  ///
  /// ```
  /// a:         -1--2--   3-----   --|
  /// b:         ------x   -----y   -----z      -|
  /// zip(a, b): ------<1x>-----<2y>-----(<3z>|)
  /// ```
  public func zip<U>(with other: Signal<U, Error>) -> Signal<(Value, U), Error> {
    Signal.zip(self, other)
  }
}

extension SignalProducer {
  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used up. Fails or is interrupted with the first source that is.
  ///
  /// ```
  /// a:         -1--2--   3-----   --|
  /// b:         ------x   -----y   -----z      -|
  /// zip(a, b): ------<1x>-----<2y>-----(<3z>|)
  /// ```
  public static func zip<A: SignalProducerConvertible, B: SignalProducerConvertible, each C>(
    _ a: A, _ b: B, _ others: repeat any SignalProducerConvertible<each C, Error>
  ) -> SignalProducer<(Value, B.Value, repeat each C), Error>
  where A.Value == Value, A.Error == Error, B.Error == Error {
    lift(a.producer, b.producer, repeat (each others).producer) { a, b, others in
      Signal.zip(a, b, repeat each others)
    }
  }

  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used up. Fails or is interrupted with the first source that is. No sources: a producer
  /// completes at once; a signal is over before anybody can observe it.
  ///
  /// ```
  /// a:           -1--2--     3-----     --|
  /// b:           ------4     -----5     -----6        -|
  /// zip([a, b]): ------<[14]>-----<[25]>-----(<[36]>|)
  /// ```
  public static func zip<S: Sequence>(_ producers: S) -> SignalProducer<[Value], Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    let producers = producers.map(\.producer)
    if producers.isEmpty { return .empty }
    return lift(all: producers) { Signal.zip($0) }
  }

  /// Sends the first values of all sources together, then the second ones, and so on; completes when one has completed
  /// and all its values are used up. Fails or is interrupted with the first source that is.
  ///
  /// ```
  /// a:         -1--2--   3-----   --|
  /// b:         ------x   -----y   -----z      -|
  /// zip(a, b): ------<1x>-----<2y>-----(<3z>|)
  /// ```
  public func zip<Other: SignalProducerConvertible>(
    with other: Other
  ) -> SignalProducer<(Value, Other.Value), Error> where Other.Error == Error {
    SignalProducer.zip(self, other)
  }
}

extension PropertyProtocol {
  /// A property of the values of all the properties that belong together: the first of each, the second of each, and so
  /// on.
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

  /// A property of the values of all the properties that belong together: the first of each, the second of each, and so
  /// on.
  ///
  /// ```
  /// a:         1   --2--3   -------   -
  /// b:         x   -----y   ------z   -
  /// zip(a, b): <1x>-----<2y>------<3z>-
  /// ```
  public static func zip<S: Sequence>(_ properties: S) -> Property<[Value]>?
  where S.Element: PropertyProtocol, S.Element.Value == Value {
    let producers = properties.map(\.producer)
    return producers.isEmpty ? nil : Property(following: SignalProducer.zip(producers))
  }

  /// A property of the values of all the properties that belong together: the first of each, the second of each, and so
  /// on.
  ///
  /// ```
  /// a:         1   --2--3   -------   -
  /// b:         x   -----y   ------z   -
  /// zip(a, b): <1x>-----<2y>------<3z>-
  /// ```
  public func zip<Other: PropertyProtocol>(with other: Other) -> Property<(Value, Other.Value)> {
    Property<Value>.zip(self, other)
  }
}
