/// Receives values while an object lives, on a scheduler if it has one.
///
/// ```swift
/// let title = BindingTarget<String>(on: uiLoop, lifetime: panel.lifetime) { [weak panel] in panel?.title = $0 }
/// title <~ model.name
/// ```
public struct BindingTarget<Value: Sendable>: BindingTargetProvider, Sendable {
  /// While it lasts, values are received.
  public let lifetime: Lifetime
  /// The action for each value, called on the scheduler if there is one.
  public let action: @Sendable (Value) -> Void

  private let scheduler: Scheduler?
  private let actionOnScheduler: @Sendable (Value) -> Void

  /// A target that calls `action` on the thread that sends the value.
  public init(lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
    self.lifetime = lifetime
    self.action = action
    scheduler = nil
    actionOnScheduler = action
  }

  /// A target that calls `action` on a scheduler.
  public init(on scheduler: Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
    self.lifetime = lifetime
    self.scheduler = scheduler
    actionOnScheduler = { value in
      if !lifetime.hasEnded { action(value) }
    }
    self.action = { [actionOnScheduler] value in
      scheduler.schedule { actionOnScheduler(value) }
    }
  }

  /// A target that sets a property of an object, for as long as `lifetime` lasts.
  public init<Object: AnyObject & Sendable>(
    lifetime: Lifetime, object: Object, keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
  ) {
    self.init(lifetime: lifetime) { [weak object] value in
      guard let object else { return }
      object[keyPath: keyPath] = value
    }
  }

  /// A target that sets a property of an object on a scheduler, for as long as `lifetime` lasts.
  public init<Object: AnyObject & Sendable>(
    on scheduler: Scheduler, lifetime: Lifetime, object: Object,
    keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
  ) {
    self.init(on: scheduler, lifetime: lifetime) { [weak object] value in
      guard let object else { return }
      object[keyPath: keyPath] = value
    }
  }

  public var bindingTarget: BindingTarget<Value> { self }

  func bind(to source: SignalProducer<Value, Never>) -> Disposable? {
    if lifetime.hasEnded { return nil }
    let binding = SerialDisposable()
    // Removed when the source ends, because a long-lived target may be bound to many sources.
    let entry = lifetime.observeEnded { binding.dispose() }
    // Waiting values go to the scheduler in one batch, and are dropped once the binding is disposed of.
    let values = scheduler.map { source.observe(on: $0) } ?? source
    values.startWithSignal { signal, interrupter in
      binding.inner = interrupter
      signal.core.attach(Signal.ClosureSink(value: actionOnScheduler) { _ in entry?.dispose() })
    }
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
