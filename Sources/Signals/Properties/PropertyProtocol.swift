/// A value that stands at any time, and may change.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource {
  /// The value that stands now. From inside an observer too, it is the newest.
  var value: Value { get }

  /// Sends the value that stands when it is started, then each change without a gap, and completes with the source of
  /// the property.
  var producer: SignalProducer<Value, Never> { get }

  /// Sends each change from now on, and completes with the source of the property.
  var signal: Signal<Value, Never> { get }
}

extension PropertyProtocol {
  /// A property made by applying an operator to this property's producer.
  func lift<U>(
    _ transform: (SignalProducer<Value, Never>) -> SignalProducer<U, Never>
  ) -> Property<U> {
    Property(following: transform(producer))
  }

  /// A property made of this one and another.
  func lift<Other: PropertyProtocol, U>(
    _ other: Other,
    _ transform: (SignalProducer<Value, Never>, SignalProducer<Other.Value, Never>) -> SignalProducer<U, Never>
  ) -> Property<U> {
    Property(following: transform(producer, other.producer))
  }

  /// A property that has this one's value at first, and then what an operator makes of the changes.
  func following(
    _ transform: @escaping @Sendable (Signal<Value, Never>) -> Signal<Value, Never>
  ) -> Property<Value> {
    Property(
      following: producer.lift { values in
        Signal.merge(values.take(first: 1), transform(values.skip(first: 1)))
      })
  }
}
