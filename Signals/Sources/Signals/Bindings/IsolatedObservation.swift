// Closures that are isolated to an actor and called in the delivery itself: there is no hop and no task, and the
// compiler checks the isolation.

extension Signal where Error == Never {
  /// Calls `action`, isolated to `actor`, with the actor and each value, in the delivery itself.
  ///
  /// ```swift
  /// actor Total {
  ///   private var sum = 0
  ///
  ///   func follow(_ amounts: Signal<Int, Never>) {
  ///     amounts.observe(on: self).observeValues(isolatedTo: self) { total, amount in total.sum += amount }
  ///   }
  /// }
  /// ```
  ///
  /// The observation keeps `actor` alive.
  ///
  /// - Precondition: Values are sent on the executor of `actor`. Send them there, or bring them with
  ///   ``observe(on:)-(A)``; otherwise the program stops.
  @discardableResult
  public func observeValues<A: Actor>(
    isolatedTo actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void
  ) -> Disposable? {
    observeValues { value in actor.assumeIsolated { action($0, value) } }
  }

  /// Calls `action`, isolated to the main actor, with each value, in the delivery itself.
  ///
  /// ```swift
  /// titles.observe(on: UIScheduler()).observeValues(isolatedTo: MainActor.shared) { label.text = $0 }
  /// ```
  ///
  /// - Precondition: Values are sent on the main queue. Send them there, or move them with
  ///   ``observe(on:)-(Scheduler)``; otherwise the program stops.
  @discardableResult
  public func observeValues(
    isolatedTo actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Disposable? {
    observeValues { value in MainActor.assumeIsolated { action(value) } }
  }
}

extension SignalProducer where Error == Never {
  /// Starts the work and calls `action`, isolated to `actor`, with the actor and each value. See
  /// ``Signal/observeValues(isolatedTo:_:)-(A,_)`` for the precondition.
  ///
  /// The start keeps `actor` alive until it ends.
  @discardableResult
  public func startWithValues<A: Actor>(
    isolatedTo actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void
  ) -> Disposable {
    startWithValues { value in actor.assumeIsolated { action($0, value) } }
  }

  /// Starts the work and calls `action`, isolated to the main actor, with each value. See
  /// ``Signal/observeValues(isolatedTo:_:)-(MainActor,_)`` for the precondition.
  @discardableResult
  public func startWithValues(
    isolatedTo actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Disposable {
    startWithValues { value in MainActor.assumeIsolated { action(value) } }
  }
}

extension Signal {
  /// Calls `action`, isolated to `actor`, with the actor and each event, in the delivery itself. See
  /// ``observeValues(isolatedTo:_:)-(A,_)``.
  @discardableResult
  public func observe<A: Actor>(
    isolatedTo actor: A, _ action: @escaping @Sendable (isolated A, Event) -> Void
  ) -> Disposable? {
    observe { event in actor.assumeIsolated { action($0, event) } }
  }

  /// Calls `action`, isolated to the main actor, with each event, in the delivery itself. See
  /// ``observeValues(isolatedTo:_:)-(MainActor,_)``.
  @discardableResult
  public func observe(
    isolatedTo actor: MainActor, _ action: @escaping @MainActor @Sendable (Event) -> Void
  ) -> Disposable? {
    observe { event in MainActor.assumeIsolated { action(event) } }
  }

  /// Calls `action`, isolated to `actor`, with the actor and each value, or with the error if the signal fails, in the
  /// delivery itself. See ``observeValues(isolatedTo:_:)-(A,_)``.
  @discardableResult
  public func observeResult<A: Actor>(
    isolatedTo actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Error>) -> Void
  ) -> Disposable? {
    observeResult { result in actor.assumeIsolated { action($0, result) } }
  }

  /// Calls `action`, isolated to the main actor, with each value, or with the error if the signal fails, in the delivery
  /// itself. See ``observeValues(isolatedTo:_:)-(MainActor,_)``.
  @discardableResult
  public func observeResult(
    isolatedTo actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Error>) -> Void
  ) -> Disposable? {
    observeResult { result in MainActor.assumeIsolated { action(result) } }
  }
}

extension SignalProducer {
  /// Starts the work and calls `action`, isolated to `actor`, with the actor and each event, in the delivery itself. See
  /// ``startWithValues(isolatedTo:_:)-(A,_)``.
  @discardableResult
  public func start<A: Actor>(
    isolatedTo actor: A, _ action: @escaping @Sendable (isolated A, Signal<Value, Error>.Event) -> Void
  ) -> Disposable {
    start { event in actor.assumeIsolated { action($0, event) } }
  }

  /// Starts the work and calls `action`, isolated to the main actor, with each event, in the delivery itself. See
  /// ``startWithValues(isolatedTo:_:)-(MainActor,_)``.
  @discardableResult
  public func start(
    isolatedTo actor: MainActor, _ action: @escaping @MainActor @Sendable (Signal<Value, Error>.Event) -> Void
  ) -> Disposable {
    start { event in MainActor.assumeIsolated { action(event) } }
  }

  /// Starts the work and calls `action`, isolated to `actor`, with the actor and each value, or with the error if it
  /// fails, in the delivery itself. See ``startWithValues(isolatedTo:_:)-(A,_)``.
  @discardableResult
  public func startWithResult<A: Actor>(
    isolatedTo actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Error>) -> Void
  ) -> Disposable {
    startWithResult { result in actor.assumeIsolated { action($0, result) } }
  }

  /// Starts the work and calls `action`, isolated to the main actor, with each value, or with the error if it fails, in
  /// the delivery itself. See ``startWithValues(isolatedTo:_:)-(MainActor,_)``.
  @discardableResult
  public func startWithResult(
    isolatedTo actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Error>) -> Void
  ) -> Disposable {
    startWithResult { result in MainActor.assumeIsolated { action(result) } }
  }
}
