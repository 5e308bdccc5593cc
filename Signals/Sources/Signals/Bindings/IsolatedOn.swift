// `on` with closures that are isolated to an actor. Disposal may happen on any thread, so there is no closure for it.

extension Signal {
  /// Calls the closures, isolated to `actor`, with each event before it goes on, in the delivery itself.
  ///
  /// ```
  /// source:                              -1--2--3|
  /// on(isolatedTo: actor, value: print): -1--2--3|
  /// ```
  ///
  /// The stream keeps `actor` alive.
  ///
  /// - Precondition: Events are sent on the executor of `actor`. Send them there, or move them with `observe(on:)`;
  ///   otherwise the program stops.
  public func on<A: Actor>(
    isolatedTo actor: A,
    event: (@Sendable (isolated A, Event) -> Void)? = nil,
    failed: (@Sendable (isolated A, Error) -> Void)? = nil,
    completed: (@Sendable (isolated A) -> Void)? = nil,
    interrupted: (@Sendable (isolated A) -> Void)? = nil,
    terminated: (@Sendable (isolated A) -> Void)? = nil,
    value: (@Sendable (isolated A, Value) -> Void)? = nil
  ) -> Signal<Value, Error> {
    on(
      event: isolated(event, to: actor), failed: isolated(failed, to: actor), completed: isolated(completed, to: actor),
      interrupted: isolated(interrupted, to: actor), terminated: isolated(terminated, to: actor),
      value: isolated(value, to: actor))
  }

  /// Calls the closures, isolated to the main actor, with each event before it goes on, in the delivery itself.
  ///
  /// ```
  /// source:                                        -1--2--3|
  /// on(isolatedTo: MainActor.shared, value: show): -1--2--3|
  /// ```
  ///
  /// - Precondition: Events are sent on the main queue. Send them there, or move them with `observe(on:)`; otherwise
  ///   the program stops.
  public func on(
    isolatedTo actor: MainActor,
    event: (@MainActor @Sendable (Event) -> Void)? = nil,
    failed: (@MainActor @Sendable (Error) -> Void)? = nil,
    completed: (@MainActor @Sendable () -> Void)? = nil,
    interrupted: (@MainActor @Sendable () -> Void)? = nil,
    terminated: (@MainActor @Sendable () -> Void)? = nil,
    value: (@MainActor @Sendable (Value) -> Void)? = nil
  ) -> Signal<Value, Error> {
    on(
      event: isolated(event), failed: isolated(failed), completed: isolated(completed),
      interrupted: isolated(interrupted), terminated: isolated(terminated), value: isolated(value))
  }
}

extension SignalProducer {
  /// Calls the closures, isolated to `actor`, with each event of a start before it goes on. See ``Signal``'s
  /// `on(isolatedTo:)`.
  public func on<A: Actor>(
    isolatedTo actor: A,
    event: (@Sendable (isolated A, Signal<Value, Error>.Event) -> Void)? = nil,
    failed: (@Sendable (isolated A, Error) -> Void)? = nil,
    completed: (@Sendable (isolated A) -> Void)? = nil,
    interrupted: (@Sendable (isolated A) -> Void)? = nil,
    terminated: (@Sendable (isolated A) -> Void)? = nil,
    value: (@Sendable (isolated A, Value) -> Void)? = nil
  ) -> SignalProducer<Value, Error> {
    on(
      event: isolated(event, to: actor), failed: isolated(failed, to: actor), completed: isolated(completed, to: actor),
      interrupted: isolated(interrupted, to: actor), terminated: isolated(terminated, to: actor),
      value: isolated(value, to: actor))
  }

  /// Calls the closures, isolated to the main actor, with each event of a start before it goes on. See ``Signal``'s
  /// `on(isolatedTo:)`.
  public func on(
    isolatedTo actor: MainActor,
    event: (@MainActor @Sendable (Signal<Value, Error>.Event) -> Void)? = nil,
    failed: (@MainActor @Sendable (Error) -> Void)? = nil,
    completed: (@MainActor @Sendable () -> Void)? = nil,
    interrupted: (@MainActor @Sendable () -> Void)? = nil,
    terminated: (@MainActor @Sendable () -> Void)? = nil,
    value: (@MainActor @Sendable (Value) -> Void)? = nil
  ) -> SignalProducer<Value, Error> {
    on(
      event: isolated(event), failed: isolated(failed), completed: isolated(completed),
      interrupted: isolated(interrupted), terminated: isolated(terminated), value: isolated(value))
  }
}

private func isolated<A: Actor, Part: Sendable>(
  _ action: (@Sendable (isolated A, Part) -> Void)?, to actor: A
) -> (@Sendable (Part) -> Void)? {
  guard let action else { return nil }
  return { part in actor.assumeIsolated { action($0, part) } }
}

private func isolated<A: Actor>(
  _ action: (@Sendable (isolated A) -> Void)?, to actor: A
) -> (@Sendable () -> Void)? {
  guard let action else { return nil }
  return { actor.assumeIsolated { action($0) } }
}

private func isolated<Part: Sendable>(
  _ action: (@MainActor @Sendable (Part) -> Void)?
) -> (@Sendable (Part) -> Void)? {
  guard let action else { return nil }
  return { part in MainActor.assumeIsolated { action(part) } }
}

private func isolated(_ action: (@MainActor @Sendable () -> Void)?) -> (@Sendable () -> Void)? {
  guard let action else { return nil }
  return { MainActor.assumeIsolated { action() } }
}
