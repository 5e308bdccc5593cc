// Targets that are isolated to an actor: `<~` delivers the values on it, and the compiler checks the isolation.

extension BindingTarget {
  /// A target that calls `action`, isolated to the main actor, on the main queue; immediately when the value is sent
  /// there.
  ///
  /// ```swift
  /// BindingTarget(isolatedTo: MainActor.shared, lifetime: lifetime) { [weak self] in self?.show($0) } <~ model.title
  /// ```
  public init(
    isolatedTo actor: MainActor, lifetime: Lifetime, action: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.init(on: UIScheduler(), lifetime: lifetime) { value in MainActor.assumeIsolated { action(value) } }
  }

  /// A target that sets a property of an object isolated to the main actor, on the main queue, for as long as
  /// `lifetime` lasts.
  ///
  /// ```swift
  /// BindingTarget(isolatedTo: MainActor.shared, lifetime: lifetime, object: self, keyPath: \.title) <~ model.title
  /// ```
  @MainActor
  public init<Object: AnyObject & Sendable>(
    isolatedTo actor: MainActor, lifetime: Lifetime, object: Object, keyPath: ReferenceWritableKeyPath<Object, Value>
  ) {
    let path = MainActorKeyPath(path: keyPath)
    self.init(isolatedTo: actor, lifetime: lifetime) { [weak object] value in
      object?[keyPath: path.path] = value
    }
  }

  /// A target that calls `action`, isolated to `actor`, on that actor, in the order of the values.
  ///
  /// ```swift
  /// BindingTarget(isolatedTo: self, lifetime: lifetime) { total, amount in total.sum += amount } <~ model.amounts
  /// ```
  ///
  /// It does not keep `actor` alive.
  @_disfavoredOverload
  public init<A: Actor>(
    isolatedTo actor: A, lifetime: Lifetime, action: @escaping @Sendable (isolated A, Value) -> Void
  ) {
    self.init(isolatedTo: actor, on: ActorScheduler(actor), lifetime: lifetime, action: action)
  }

  /// A target that calls `action`, isolated to `actor`, on `scheduler`, whose actions run on the actor's executor.
  ///
  /// It does not keep `actor` alive.
  public init<A: Actor>(
    isolatedTo actor: A, on scheduler: Scheduler, lifetime: Lifetime,
    action: @escaping @Sendable (isolated A, Value) -> Void
  ) {
    self.init(on: scheduler, lifetime: lifetime) { [weak actor] value in
      actor?.assumeIsolated { action($0, value) }
    }
  }
}

/// A key path to a property that is isolated to the main actor.
// Unchecked: it is made by a caller on the main actor and used only there.
private struct MainActorKeyPath<Object, Value>: @unchecked Sendable {
  let path: ReferenceWritableKeyPath<Object, Value>
}
