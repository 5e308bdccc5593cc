/// A value that observers can read and follow, but not set.
///
/// A property that is made of others with `map`, `combineLatest` and so on neither owns them nor acts on them. It
/// follows them until they are gone; then it completes, and keeps the last value.
///
/// ```
/// source:                 0--1   --2   --|
/// source.map { $0 * 10 }: 0--<10>--<20>--|
/// ```
@propertyWrapper
public final class Property<Value: Sendable>: PropertyProtocol {
  private let read: @Sendable () -> Value
  public let producer: SignalProducer<Value, Never>
  public let signal: Signal<Value, Never>

  public var value: Value { read() }

  /// The value, where the property is used as a wrapper.
  public var wrappedValue: Value { value }
  /// The property itself, as `$name`.
  public var projectedValue: Property<Value> { self }

  /// A property that never changes.
  public init(value: Value) {
    read = { value }
    producer = SignalProducer(value: value)
    signal = .empty
  }

  /// A property that shows another, and keeps it alive.
  public init<P: PropertyProtocol>(capturing property: P) where P.Value == Value {
    read = { property.value }
    producer = property.producer
    signal = property.signal
  }

  /// A property that follows another, without keeping it alive.
  public convenience init<P: PropertyProtocol>(_ property: P) where P.Value == Value {
    self.init(following: property.producer)
  }

  /// A property that starts with a value and follows what a producer sends.
  public convenience init(initial: Value, then values: SignalProducer<Value, Never>) {
    self.init(
      following: SignalProducer { core in
        core.send(initial)
        values.start(into: core)
      })
  }

  /// A property that starts with a value and follows what a signal sends.
  public convenience init(initial: Value, then values: Signal<Value, Never>) {
    self.init(initial: initial, then: SignalProducer(values))
  }

  /// A property that starts with a value and follows what a producer, signal or property sends.
  public convenience init<Values: SignalProducerConvertible>(initial: Value, then values: Values)
  where Values.Value == Value, Values.Error == Never {
    self.init(initial: initial, then: values.producer)
  }

  /// A property that follows a producer, whose latest value it has.
  ///
  /// What is made of other properties in several steps then has one place for its value, where the operators of
  /// properties have one for each step:
  ///
  /// ```swift
  /// let title = Property(following: name.producer.combineLatest(with: count.producer).map { "\($0) (\($1))" })
  /// ```
  ///
  /// - Precondition: The producer sends its first value while it is being started, as those of properties do. One that sends
  ///   it later belongs in `Property(initial:then:)`.
  public convenience init(following values: SignalProducer<Value, Never>) {
    let storage = PropertyStorage.following(values)
    self.init(read: { storage.value }, storage: storage)
  }

  /// A property whose value is asked for wherever it is read, and whose changes a producer sends.
  ///
  /// A property that follows others has a change when it has been delivered. Where another thread is delivering just then,
  /// that is a moment after it was set. This one never is behind its sources, for those who decide by its value; inside an
  /// observer it may be ahead of the event:
  ///
  /// ```swift
  /// let isEmpty = Property(
  ///   reading: { [weak text] in text?.value.isEmpty }, following: text.producer.map(\.isEmpty).skipRepeats())
  /// text.value = "a"
  /// isEmpty.value    // false, whoever delivers
  /// ```
  ///
  /// - Parameters:
  ///   - read: Gives the value that stands, or `nil` when what it reads is gone; then the last value stands. It is called
  ///     on the thread that reads. What it captures strongly is kept as long as the property.
  ///   - values: Sends what `read` gives, the first value while it is being started.
  public convenience init(
    reading read: @escaping @Sendable () -> Value?, following values: SignalProducer<Value, Never>
  ) {
    let storage = PropertyStorage.following(values)
    self.init(read: { read() ?? storage.value }, storage: storage)
  }

  /// A property whose changes go through `storage`.
  init(read: @escaping @Sendable () -> Value, storage: PropertyStorage<Value>) {
    let signal = Signal<Value, Never>(storage.core)
    self.read = read
    producer = SignalProducer(storage: storage, signal: signal)
    self.signal = signal
  }
}

extension SignalProducer where Error == Never {
  /// A producer whose starts follow a property's storage, and which keeps it reachable through `signal`.
  init(storage: PropertyStorage<Value>, signal: Signal<Value, Never>) {
    self.init { core in
      storage.join(core)
      withExtendedLifetime(signal) {}
    }
  }
}
