import Synchronization

extension Signal {
  private final class MergeSink: Sink {
    private let output: Core
    private let running: Countdown

    init(_ output: Core, _ running: Countdown) {
      self.output = output
      self.running = running
    }

    override func receive(_ value: Value) {
      output.send(value)
    }

    override func terminate(_ termination: Termination<Error>) {
      if case .failed = termination { return output.end(termination) }
      // The source that ends last ends after all values have been sent. An output that is interrupted from outside ends
      // with the first source.
      if running.isLast() || output.isEnding { output.end(.completed) }
    }
  }

  /// Sends the values of all sources as they come; completes when all have ended, and fails with the first that fails.
  /// A source that is interrupted or had already ended counts as complete; use ``take(during:)`` for a stream that must
  /// end with its owner.
  ///
  /// ```
  /// a:           -1-----2--|
  /// b:           ---3-------4--|
  /// merge(a, b): -1-3---2---4--|
  /// ```
  public static func merge<S: Sequence>(_ signals: S) -> Signal<Value, Error>
  where S.Element == Signal<Value, Error> {
    merge(all: Array(signals))
  }

  fileprivate static func merge(all signals: [Signal<Value, Error>]) -> Signal<Value, Error> {
    if signals.isEmpty { return .empty }
    let (output, running) = (Core(), Countdown(signals.count))
    let inputs = CompositeDisposable()
    output.setUpstream(inputs)
    for signal in signals {
      if let input = signal.core.attachUnlessOver(MergeSink(output, running)) {
        inputs += input
      } else if running.isLast() {
        output.end(.completed)
      }
    }
    return Signal(output)
  }

  /// Sends the values of all sources as they come. See ``Signal/merge(_:)-(S)``.
  public static func merge(_ signals: Signal<Value, Error>...) -> Signal<Value, Error> {
    merge(all: signals)
  }

  /// Sends the values of all sources as they come. See ``Signal/merge(_:)-(S)``.
  public func merge(with other: Signal<Value, Error>) -> Signal<Value, Error> {
    Signal.merge(self, other)
  }
}

/// Counts down, and tells which caller is the last.
private final class Countdown: Sendable {
  private let remaining: Atomic<Int>

  init(_ count: Int) {
    remaining = Atomic(count)
  }

  func isLast() -> Bool {
    remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }
}

extension SignalProducer {
  /// Sends the values of all sources as they come; completes when all have ended, and fails with the first that fails.
  /// An interrupted source counts as complete; use ``take(during:)`` for a stream that must end with its owner.
  public static func merge<S: Sequence>(_ producers: S) -> SignalProducer<Value, Error>
  where S.Element: SignalProducerConvertible, S.Element.Value == Value, S.Element.Error == Error {
    merge(all: self.producers(of: producers))
  }

  /// Sends the values of all sources as they come. See ``SignalProducer/merge(_:)-(S)``.
  // Disfavoured, because an overload below names producers.
  @_disfavoredOverload
  public static func merge(_ producers: any SignalProducerConvertible<Value, Error>...) -> SignalProducer<Value, Error>
  {
    var made: [SignalProducer] = []
    for producer in producers { made.append(producer.producer) }
    return merge(all: made)
  }

  /// Sends the values of all sources as they come. See ``SignalProducer/merge(_:)-(S)``.
  @_disfavoredOverload
  public func merge<Other: SignalProducerConvertible>(with other: Other) -> SignalProducer<Value, Error>
  where Other.Value == Value, Other.Error == Error {
    SignalProducer.merge(all: [self, other.producer])
  }
}

extension PropertyProtocol {
  /// A property that has this one's value at first and then takes the changes of both. Completes when both have ended.
  ///
  /// ```
  /// a:                1--2-----4--
  /// b:                9-----3-----
  /// a.merge(with: b): 1--2--3--4--
  /// ```
  public func merge<Other: PropertyProtocol>(with other: Other) -> Property<Value> where Other.Value == Value {
    Property(following: SignalProducer.merge(all: [producer, SignalProducer(other.signal)]))
  }

  /// A property that has this one's value at first and then takes its changes and the values of `values`. Completes
  /// when both have ended.
  ///
  /// ```
  /// property:            1--2-----4--
  /// values:              ------3-----
  /// merge(with: values): 1--2--3--4--
  /// ```
  public func merge<Values: BindingSource>(with values: Values) -> Property<Value> where Values.Value == Value {
    Property(following: SignalProducer.merge([producer, values.producer]))
  }
}

// With the producer's type in the signature, `.merge(with: .never)` compiles.
extension SignalProducer {
  /// Sends the values of all sources as they come. See ``merge(_:)-(SignalProducerConvertible<Value,Error>...)``.
  public static func merge(
    _ first: SignalProducer<Value, Error>, _ second: SignalProducer<Value, Error>,
    _ others: SignalProducer<Value, Error>...
  ) -> SignalProducer<Value, Error> {
    var producers = [first, second]
    // Not `+`, which is generic code and searches all conformances of the program the first time.
    for other in others { producers.append(other) }
    return merge(all: producers)
  }

  fileprivate static func merge(all producers: [SignalProducer]) -> SignalProducer {
    producers.isEmpty ? .empty : lift(all: producers) { Signal.merge(all: $0) }
  }

  /// Sends the values of both sources as they come. See ``Signal/merge(with:)-(Signal<Value,Error>)``.
  public func merge(with other: SignalProducer<Value, Error>) -> SignalProducer<Value, Error> {
    SignalProducer.merge(all: [self, other])
  }
}
