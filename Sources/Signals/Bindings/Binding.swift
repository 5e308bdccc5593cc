precedencegroup BindingPrecedence {
  associativity: right
  // Binds tighter than assignment but looser than everything else.
  higherThan: AssignmentPrecedence
}

/// Binds a target to a source: `target <~ source`.
infix operator <~ : BindingPrecedence

/// What a target can be bound to: signals, producers and properties that cannot fail.
public protocol BindingSource<Value>: SignalProducerConvertible where Error == Never {}

extension Signal: BindingSource where Error == Never {}
extension SignalProducer: BindingSource where Error == Never {}

/// What can be bound to a source.
public protocol BindingTargetProvider<Value> {
  associatedtype Value: Sendable

  /// Where the values go.
  var bindingTarget: BindingTarget<Value> { get }
}

extension BindingTargetProvider {
  /// Sends the values of `source` to the target until either ends.
  ///
  /// - Returns: Disposing of it ends the binding; nil if the target is gone.
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> Disposable?
  where Source.Value == Value {
    provider.bindingTarget.bind(to: source.producer)
  }

  /// Sends the values of `source` to the target until either ends; with the type written out, `<~ .init(value: 1)` finds
  /// its source.
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
