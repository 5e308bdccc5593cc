extension Property {
  /// A property of an optional that starts with `initial` and follows a producer of the wrapped type.
  public convenience init<Wrapped: Sendable>(initial: Value, then values: SignalProducer<Wrapped, Never>)
  where Value == Wrapped? {
    self.init(initial: initial, then: values.map { Optional($0) })
  }

  /// A property of an optional that starts with `initial` and follows a producer, signal or property of the wrapped
  /// type.
  public convenience init<Values: SignalProducerConvertible>(initial: Value, then values: Values)
  where Value == Values.Value?, Values.Error == Never {
    self.init(initial: initial, then: values.producer)
  }
}
