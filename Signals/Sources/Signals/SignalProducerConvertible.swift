/// A type that has a producer: signals, producers, properties. Operators that flatten take any of them.
public protocol SignalProducerConvertible<Value, Error>: Sendable {
  associatedtype Value: Sendable
  associatedtype Error: Swift.Error

  /// A producer of the same events.
  var producer: SignalProducer<Value, Error> { get }
}

extension Signal: SignalProducerConvertible {
  /// A producer whose starts send the signal's events from then on.
  public var producer: SignalProducer<Value, Error> { SignalProducer(self) }
}

extension SignalProducer: SignalProducerConvertible {
  public var producer: SignalProducer { self }
}

// Not a conformance, because a conformance must not depend on whether the value is `Sendable`.
extension Result where Success: Sendable {
  /// A producer that sends the value and completes, or fails: `v|` or `x`
  public var producer: SignalProducer<Success, Failure> { SignalProducer(result: self) }
}
