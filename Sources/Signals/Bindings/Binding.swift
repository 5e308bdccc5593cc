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

  /// Sends the values of `source` to a target that takes optionals.
  @discardableResult
  public static func <~ <Source: BindingSource>(provider: Self, source: Source) -> Disposable?
  where Value == Source.Value? {
    let target = provider.bindingTarget
    return BindingTarget(lifetime: target.lifetime) { target.action($0) }.bind(to: source.producer)
  }
}

/// Takes values for as long as something lives, on a scheduler if it is given one.
///
/// ```swift
/// let title = BindingTarget<String>(on: uiLoop, lifetime: panel.lifetime) { [weak panel] in panel?.title = $0 }
/// title <~ model.name
/// ```
public struct BindingTarget<Value: Sendable>: BindingTargetProvider, Sendable {
  /// For how long values are taken.
  public let lifetime: Lifetime
  /// What is done with a value.
  public let action: @Sendable (Value) -> Void

  /// A target that calls `action` where the value comes from.
  public init(lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
    self.lifetime = lifetime
    self.action = action
  }

  /// A target that calls `action` on a scheduler.
  public init(on scheduler: Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
    self.lifetime = lifetime
    self.action = { value in
      scheduler.schedule {
        if !lifetime.hasEnded { action(value) }
      }
    }
  }

  /// A target that sets a property of an object, for as long as `lifetime` lasts.
  public init<Object: AnyObject & Sendable>(
    lifetime: Lifetime, object: Object, keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
  ) {
    self.init(lifetime: lifetime) { [weak object] in object?[keyPath: keyPath] = $0 }
  }

  /// A target that sets a property of an object on a scheduler, for as long as `lifetime` lasts.
  public init<Object: AnyObject & Sendable>(
    on scheduler: Scheduler, lifetime: Lifetime, object: Object,
    keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
  ) {
    self.init(on: scheduler, lifetime: lifetime) { [weak object] in object?[keyPath: keyPath] = $0 }
  }

  public var bindingTarget: BindingTarget<Value> { self }

  func bind(to source: SignalProducer<Value, Never>) -> Disposable? {
    if lifetime.hasEnded { return nil }
    let binding = source.startWithValues(action)
    // Let the lifetime forget a binding that its source has ended.
    let entry = lifetime += binding
    return AnyDisposable {
      entry?.dispose()
      binding.dispose()
    }
  }
}

extension Optional: BindingTargetProvider where Wrapped: BindingTargetProvider {
  public var bindingTarget: BindingTarget<Wrapped.Value> {
    self?.bindingTarget ?? BindingTarget(lifetime: .empty) { _ in }
  }
}
