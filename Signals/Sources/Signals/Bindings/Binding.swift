precedencegroup BindingPrecedence {
  associativity: right
  // Binds tighter than assignment but looser than everything else.
  higherThan: AssignmentPrecedence
}

/// Binds a target to a source: `target <~ source`.
infix operator <~ : BindingPrecedence

/// A source that targets can be bound to: a signal, producer or property that cannot fail.
public protocol BindingSource<Value>: SignalProducerConvertible where Error == Never {}

extension Signal: BindingSource where Error == Never {}
extension SignalProducer: BindingSource where Error == Never {}

/// A target that can be bound to a source.
public protocol BindingTargetProvider<Value> {
  associatedtype Value: Sendable

  /// The target that receives the values.
  var bindingTarget: BindingTarget<Value> { get }
}

extension BindingTargetProvider {
  /// Sends the values of `source` to the target until either ends.
  ///
  /// - Returns: A disposable that ends the binding; nil if the target's lifetime has ended.
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> Disposable?
  where Source.Value == Value {
    provider.bindingTarget.bind(to: source.producer)
  }

  /// Sends the values of `source` to the target until either ends. With the producer's type in the signature,
  /// `target <~ .init(value: 1)` compiles.
  @discardableResult
  public static func <~ (provider: Self, source: SignalProducer<Value, Never>) -> Disposable? {
    provider.bindingTarget.bind(to: source)
  }

  /// Sends the values of `source` to a target that takes optionals.
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> Disposable?
  where Value == Source.Value? {
    provider.bindingTarget.bind(to: source.producer.map { $0 })
  }
}
