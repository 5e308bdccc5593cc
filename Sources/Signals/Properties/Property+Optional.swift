extension Property {
  /// A property of an optional that starts with `initial` and follows what a producer of values that are there sends.
  public convenience init<Wrapped: Sendable>(initial: Value, then values: SignalProducer<Wrapped, Never>)
  where Value == Wrapped? {
    self.init(initial: initial, then: values.map { Optional($0) })
  }

  /// A property of an optional that starts with `initial` and follows what a producer, signal or property of values that
  /// are there sends.
  public convenience init<Values: SignalProducerConvertible>(initial: Value, then values: Values)
  where Value == Values.Value?, Values.Error == Never {
    self.init(initial: initial, then: values.producer)
  }
}
