/// At most one value waits, with one scheduled action for it.
private final class LazyMap<Value: Sendable, U: Sendable, Error: Swift.Error>: Stage {
  let output = Signal<U, Error>.Core()
  private let scheduler: Scheduler
  private let transform: @Sendable (Value) -> U
  private let alarm = Alarm()
  private let state = Locked(State())

  private struct State: Sendable {
    var waiting: Value?
    var ending: Termination<Error>?
    var isScheduled = false
  }

  init(on scheduler: Scheduler, _ transform: @escaping @Sendable (Value) -> U) {
    self.scheduler = scheduler
    self.transform = transform
  }

  func receive(_ value: Value) {
    let replaced = take(replacingWith: value)
    withExtendedLifetime(replaced) {}
    schedule()
  }

  func terminate(_ termination: Termination<Error>) {
    if case .interrupted = termination { withExtendedLifetime(take()) {} }
    state.withLock { $0.ending = termination }
    schedule()
  }

  private func schedule() {
    let mustSchedule = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { alarm.set { scheduler.schedule { [self] in sendWaiting() } } }
  }

  private func sendWaiting() {
    let (waiting, ending) = state.withLock { state in
      defer { state = State() }
      return (state.waiting, state.ending)
    }
    if let waiting { output.send(transform(waiting)) }
    if let ending { output.end(ending) }
  }

  private func take(replacingWith value: Value? = nil) -> Value? {
    state.withLock { state in
      defer { state.waiting = value }
      return state.waiting
    }
  }

  var isDisposed: Bool { alarm.isDisposed }

  func dispose() {
    alarm.dispose()
  }
}

extension Signal {
  /// Sends the result of `transform` for the newest value, on `scheduler`. A value that is overtaken before its action
  /// runs is never transformed. Ends with the source, on the scheduler; an interruption drops the waiting value.
  ///
  /// ```
  /// source:                 -a-bcd---|
  /// lazyMap(on:) { upper }: --A---D--|
  /// ```
  public func lazyMap<U: Sendable>(
    on scheduler: Scheduler, transform: @escaping @Sendable (Value) -> U
  ) -> Signal<U, Error> {
    pass(through: LazyMap(on: scheduler, transform))
  }
}

extension SignalProducer {
  /// Sends the result of `transform` for the newest value, on `scheduler`. See ``Signal/lazyMap(on:transform:)``.
  public func lazyMap<U: Sendable>(
    on scheduler: Scheduler, transform: @escaping @Sendable (Value) -> U
  ) -> SignalProducer<U, Error> {
    lift { $0.lazyMap(on: scheduler, transform: transform) }
  }
}
