/// A value that anybody may set and follow, from any thread.
///
/// ```swift
/// let query = MutableProperty("")
/// query.producer.startWithValues { search($0) }
/// query.value = "swift"
/// ```
///
/// The value can be read before its event goes out. A value set from inside an observer is stored at once, and sent
/// when all observers have seen the current one. When several threads set it, the last event always is the value that
/// stands. It completes when the last reference to it goes.
@propertyWrapper
public final class MutableProperty<Value: Sendable>: ComposableMutablePropertyProtocol {
  let storage: PropertyStorage<Value>
  private let token = Lifetime.Token()

  public let lifetime: Lifetime
  public let signal: Signal<Value, Never>

  /// A property with a value to begin with.
  public init(_ initialValue: Value) {
    storage = PropertyStorage(initialValue)
    signal = Signal(storage.core)
    lifetime = Lifetime(token)
  }

  /// A property with a value to begin with, where it is used as a wrapper.
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  deinit {
    storage.core.end(.completed)
  }

  public var value: Value {
    get { storage.value }
    set { storage.set(newValue) }
  }

  /// The value, where the property is used as a wrapper.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The property itself, as `$name`.
  public var projectedValue: MutableProperty<Value> { self }

  public var producer: SignalProducer<Value, Never> {
    SignalProducer(storage: storage, signal: signal)
  }

  /// Sets the value to each that is bound to it.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [storage] in storage.set($0) }
  }

  /// Sets the value and returns the one before.
  @discardableResult
  public func swap(_ newValue: Value) -> Value {
    storage.swap(newValue)
  }

  /// Changes the value in one step, which no other change interrupts, and sends it once.
  ///
  /// The closure may read the property, and gets the old value, but must not set it. If it throws, nothing has
  /// changed.
  ///
  /// While the closure runs, other threads that change this property wait for it; those that read or observe it do not.
  /// So it should only compute the new value. If it changes another property, and elsewhere a closure that modifies that
  /// one changes this one, two threads can wait for each other for ever: change the other one after `modify` has
  /// returned, or in an observer. The value is sent after the closure, when nobody waits any more.
  @discardableResult
  public func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result {
    try storage.modify(action)
  }

  /// Calls `action` with the value that stands.
  @discardableResult
  public func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result {
    try action(storage.value)
  }
}

/// A property that can be set.
public protocol MutablePropertyProtocol<Value>: PropertyProtocol, BindingTargetProvider {
  var value: Value { get set }

  /// Ends with the property.
  var lifetime: Lifetime { get }
}

extension MutablePropertyProtocol {
  /// Sets the value to each that is bound to it.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
  }
}

/// A property that can be set, and changed in one step.
public protocol ComposableMutablePropertyProtocol<Value>: MutablePropertyProtocol {
  /// Calls `action` with the value that stands.
  func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result

  /// Changes the value in one step. Others that change it wait for `action`, which must not wait for them.
  func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result
}
