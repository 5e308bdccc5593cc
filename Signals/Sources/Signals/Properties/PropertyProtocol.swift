/// A source that always has a current value, which may change.
public protocol PropertyProtocol<Value>: AnyObject, BindingSource {
  /// The current value. Inside an observer, too, it is the newest.
  var value: Value { get }

  /// Sends the current value when it is started, then each change without a gap, and completes with the source of the
  /// property.
  var producer: SignalProducer<Value, Never> { get }

  /// Sends each change from now on, and completes with the source of the property.
  var signal: Signal<Value, Never> { get }
}

extension PropertyProtocol {
  /// Returns a property made by applying an operator to this property's producer.
  func lift<U>(
    _ transform: (SignalProducer<Value, Never>) -> SignalProducer<U, Never>
  ) -> Property<U> {
    Property(following: transform(producer))
  }

  /// Returns a property made of this one and another.
  func lift<Other: PropertyProtocol, U>(
    _ other: Other,
    _ transform: (SignalProducer<Value, Never>, SignalProducer<Other.Value, Never>) -> SignalProducer<U, Never>
  ) -> Property<U> {
    Property(following: transform(producer, other.producer))
  }

  /// Returns a property that has this one's value at first, and then the values that an operator makes of the changes.
  func following(
    _ transform: @escaping @Sendable (Signal<Value, Never>) -> Signal<Value, Never>
  ) -> Property<Value> {
    Property(
      following: producer.lift { values in
        Signal.merge(values.take(first: 1), transform(values.skip(first: 1)))
      })
  }
}
