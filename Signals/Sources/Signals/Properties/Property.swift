/// A value that can be read and observed, but not set.
///
/// A property that is made of others with `map`, `combineLatest` and so on does not own them. It follows them until
/// they are released; then it completes and keeps the last value.
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

  /// The value, for the property wrapper.
  public var wrappedValue: Value { value }
  /// The property itself, as `$name`.
  public var projectedValue: Property<Value> { self }

  /// A property that never changes.
  public init(value: Value) {
    read = { value }
    producer = SignalProducer(value: value)
    signal = .empty
  }

  /// A property that has the value of another and keeps it alive.
  public init<P: PropertyProtocol>(capturing property: P) where P.Value == Value {
    read = { property.value }
    producer = property.producer
    signal = property.signal
  }

  /// Another property, kept alive, with another producer in place of its own.
  init(_ property: Property, producer: SignalProducer<Value, Never>) {
    read = property.read
    self.producer = producer
    signal = property.signal
  }

  /// A property that follows another, without keeping it alive.
  public convenience init<P: PropertyProtocol>(_ property: P) where P.Value == Value {
    self.init(following: property.producer)
  }

  /// A property that starts with a value and follows a producer.
  public convenience init(initial: Value, then values: SignalProducer<Value, Never>) {
    self.init(
      following: SignalProducer { core in
        core.send(initial)
        values.start(into: core)
      })
  }

  /// A property that starts with a value and follows a signal.
  public convenience init(initial: Value, then values: Signal<Value, Never>) {
    self.init(initial: initial, then: SignalProducer(values))
  }

  /// A property that starts with a value and follows a producer, signal or property.
  public convenience init<Values: SignalProducerConvertible>(initial: Value, then values: Values)
  where Values.Value == Value, Values.Error == Never {
    self.init(initial: initial, then: values.producer)
  }

  /// A property that has the latest value of a producer.
  ///
  /// A value that is computed from other properties in several steps is then stored once, while the operators of
  /// properties store one for each step:
  ///
  /// ```swift
  /// let title = Property(following: name.producer.combineLatest(with: count.producer).map { "\($0) (\($1))" })
  /// ```
  ///
  /// - Precondition: The producer sends its first value while it is being started, as the producers of properties do.
  ///   Use `Property(initial:then:)` for a producer that sends it later.
  public convenience init(following values: SignalProducer<Value, Never>) {
    let storage = PropertyStorage.following(values)
    self.init(read: { storage.value }, storage: storage)
  }

  /// A property that computes its value whenever it is read, and whose changes a producer sends.
  ///
  /// A property that follows others has a new value after its delivery. If another thread is delivering at that moment,
  /// that is a moment after the source was set. This property is never behind its sources, so code may decide by its
  /// value; inside an observer it may be ahead of the event:
  ///
  /// ```swift
  /// let isEmpty = Property(
  ///   reading: { [weak text] in text?.value.isEmpty }, following: text.producer.map(\.isEmpty).skipRepeats())
  /// text.value = "a"
  /// isEmpty.value    // false, whichever thread delivers
  /// ```
  ///
  /// - Parameters:
  ///   - read: Returns the current value, or `nil` when its source has been released; the property then keeps the last
  ///     value. It is called on the thread that reads. Strong captures are kept as long as the property.
  ///   - values: Sends the values that `read` returns, the first one while it is being started.
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
