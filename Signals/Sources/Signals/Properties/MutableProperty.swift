/// A value that can be read, set and observed from any thread.
///
/// ```swift
/// let query = MutableProperty("")
/// query.producer.startWithValues { search($0) }
/// query.value = "swift"
/// ```
///
/// The value can be read before its event goes out. A value set from inside an observer is stored immediately, and sent
/// when all observers have seen the current one. When several threads set it, the last event always is the current
/// value. The property completes when its last reference is released.
@propertyWrapper
public final class MutableProperty<Value: Sendable>: ComposableMutablePropertyProtocol {
  let storage: PropertyStorage<Value>
  private let token = Lifetime.Token()

  public let lifetime: Lifetime
  public let signal: Signal<Value, Never>

  /// A property with an initial value.
  public init(_ initialValue: Value) {
    storage = PropertyStorage(initialValue)
    signal = Signal(storage.core)
    lifetime = Lifetime(token)
  }

  /// A property with an initial value, as a property wrapper.
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

  /// The value, for the property wrapper.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The property itself, as `$name`.
  public var projectedValue: MutableProperty<Value> { self }

  public var producer: SignalProducer<Value, Never> {
    SignalProducer(storage: storage, signal: signal)
  }

  /// Sets the property to each bound value.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [storage] in storage.set($0) }
  }

  /// Sets the value and returns the previous one.
  @discardableResult
  public func swap(_ newValue: Value) -> Value {
    storage.swap(newValue)
  }

  /// Changes the value atomically and sends it once.
  ///
  /// The closure may read the property, which still has the old value, but must not set it. If the closure throws, the
  /// property does not change.
  ///
  /// While the closure runs, other threads that change this property wait for it; threads that read or observe it do
  /// not. So the closure should only compute the new value. If it changes another property, and a closure elsewhere
  /// that modifies the other one changes this one, two threads can wait for each other for ever. Change the other
  /// property after `modify` has returned, or in an observer. The value is sent after the closure, when no thread waits
  /// any more.
  @discardableResult
  public func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result {
    try storage.modify(action)
  }

  /// Calls `action` with the current value.
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
  /// Sets the property to each bound value.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak self] in self?.value = $0 }
  }
}

/// A property that can be set and modified atomically.
public protocol ComposableMutablePropertyProtocol<Value>: MutablePropertyProtocol {
  /// Calls `action` with the current value.
  func withValue<Result>(_ action: (Value) throws -> Result) rethrows -> Result

  /// Changes the value atomically. Other threads that change it wait for `action`, which must not wait for them.
  func modify<Result>(_ action: (inout Value) throws -> Result) rethrows -> Result
}
